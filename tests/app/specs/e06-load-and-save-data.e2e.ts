import { browser } from '@wdio/globals';
import { equal } from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../support/app-under-test';
import { type RealApp, where } from '../support/real-app';
import { openSettingsFile } from '../support/settings-file';

// These hold what the headless host imitates against the app: a failure here says that the host has to change.
describe('E6: the app’s loadData and saveData', () => {
  let app: RealApp;
  let path: string;
  let before: string;
  beforeEach(async () => {
    ({ app, path, before } = await openSettingsFile());
  });
  afterEach(async () => {
    chmodSync(join(app.root, path), 0o644);
    app.put(path, before);
    await app.close();
  });

  const loaded = async (): Promise<string> =>
    await browser.executeObsidian(({ plugins }) =>
      plugins.lecternMcp.loadData().then(
        data => String(data),
        (error: unknown) => `threw ${String(error)}`,
      ),
    );

  it('answer undefined for a file that is no JSON', async () => {
    app.put(path, '{ "cut');
    equal(await loaded(), 'undefined');
  });

  where(process.platform !== 'win32')('hide that a file cannot be written', async () => {
    chmodSync(join(app.root, path), 0o444);
    const ending = await browser.executeObsidian(({ plugins }) =>
      plugins.lecternMcp.saveData({ written: true }).then(
        () => 'resolved',
        (error: unknown) => `threw ${String(error)}`,
      ),
    );
    equal(ending, 'resolved');
    equal(await textOf(app, path), before);
  });
});
