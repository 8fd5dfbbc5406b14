import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LecternControl } from '../../../src/control';
import LecternPlugin from '../../../src/main';
import { sha256 } from '../../../src/platform';
import { acceptedKey } from '../../../src/settings/trust/acceptance';
import { securitySchema, settingsSchema } from '../../../src/settings/schema';
import { closePage, openPage } from '../../headless/page';
import { manifest, type Start, testToken } from '../../support/lectern';
import type { Files } from '../../support/files/vault-folder';

/** Opening one takes longer than a start: it serves every plugin of the file that comes without a document. */
let page: ReturnType<typeof openPage> | undefined;
afterAll(() => {
  if (page !== undefined) closePage(page);
});

function lendDocument(): () => void {
  page ??= openPage();
  Reflect.set(globalThis, 'document', page.window.document);
  return () => Reflect.deleteProperty(globalThis, 'document');
}

/**
 * The plugin as the app runs it: nothing is laid over its settings, and the user at the window is asked. It has a
 * document to draw its status bar and settings in, the test's or one of its own.
 */
export class AppLectern extends LecternPlugin {
  override readonly control: LecternControl = onlyItsSettings(this.surface);

  override onload(): void {
    if (!('document' in globalThis)) this.register(lendDocument());
    super.onload();
  }
}

function onlyItsSettings(control: LecternControl): LecternControl {
  return {
    applyOverlay: () => Promise.resolve(),
    started: () => control.started(),
    status: () => control.status(),
    setupTexts: () => control.setupTexts(),
    desktopExtension: () => control.desktopExtension(),
    openPairing: owner => control.openPairing(owner),
    stop: () => control.stop(),
  };
}

/** Settings that were made on this device.
 * @param settings of the shape of `data.json`, beside a port and the token of tests */
export function asInApp(files: Files, settings: Record<string, unknown>): Start {
  const tokens = [{ name: 'test', valueHash: sha256(testToken), rights: 'full' }];
  const data = { port: 0, tokens, version: 1, ...settings };
  const accepted = { part: securitySchema.parse(settingsSchema.parse(data)), declined: [] };
  return {
    files,
    plugin: AppLectern,
    prepare: folder => {
      folder.write(`.obsidian/plugins/${manifest.id}/data.json`, JSON.stringify(data));
      const state = join(folder.parent, 'state');
      mkdirSync(state, { recursive: true });
      writeFileSync(join(state, 'local-storage.json'), JSON.stringify({ [acceptedKey]: accepted }));
    },
  };
}
