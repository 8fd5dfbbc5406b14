import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Plugin } from '../../pkg/headless/obsidian/plugins/plugin';
import { View } from '../../pkg/headless/obsidian/workspace/views';
import { loadPlugin } from '../../pkg/headless/plugins/plugin-loader';
import { requireBeside } from '../../pkg/headless/plugins/plugin-require';
import { importsBelow, type Import } from '../architecture/imports';
import { ActivityView, type DrawActivity } from '../../src/ui/activity/activity-view';
import { AppLectern } from '../browser/support/app-lectern';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { builtProduct } from '../support/process/built-product';
import { manifest } from '../support/lectern';

const loader = join(__dirname, '..', '..', 'scripts', 'load-plugin.cjs');

describe('until the layout is ready', () => {
  test('the built plugin requires only the module of the app, and uses nothing of it', () => {
    const { stdout } = spawnSync(process.execPath, [loader, builtProduct().mainFile]);
    expect(JSON.parse(stdout.toString())).toMatchObject({ asked: ['obsidian'], touched: [], waiting: 1 });
  });

  test('few modules are evaluated besides the texts of the interface, and none of packages', () => {
    const imports = importsBelow('src').filter(({ typesOnly, isDynamic }) => !typesOnly && !isDynamic);
    const modules = reached('src/main.ts', imports).filter(path => !path.startsWith('src/ui/text/'));
    expect(modules).toEqual([
      'obsidian',
      'src/main.ts',
      'src/plugin-control.ts',
      'src/settings/clients/desktop-extension.ts',
      'src/settings/clients/setup-texts.ts',
      'src/ui/activity/activity-view.ts',
      'src/ui/notices.ts',
      'src/ui/plain-words.ts',
      'src/utils/collections.ts',
      'src/utils/text/pieces.ts',
      'src/utils/text/visible-text.ts',
    ]);
  });
});

describe('while the app starts', () => {
  let vault: TemporaryVault;
  let reads = 0;
  let instance: Plugin;
  class Counted extends AppLectern {
    override loadData(): Promise<unknown> {
      reads += 1;
      return super.loadData();
    }
  }

  beforeEach(async () => {
    reads = 0;
    vault = await temporaryVault({ 'Home.md': 'home' });
    const context = { app: vault.host.internals, log: console, packages: requireBeside(undefined) };
    const settings = `.obsidian/plugins/${manifest.id}`;
    await vault.host.app.vault.adapter.mkdir(settings);
    await vault.host.app.vault.adapter.write(`${settings}/data.json`, '{"version":1,"port":0}');
    ({ instance } = await loadPlugin({ ...context, codeFolder: undefined }, Counted, manifest, {}));
  });
  afterEach(() => vault.close());

  test('the settings are read when the layout is ready, and then the server starts', async () => {
    expect([reads, vault.host.internals.commands.listCommands()]).toEqual([0, []]);
    if (!(instance instanceof Counted)) throw new Error('This is not Lectern.');
    const plugin = instance;
    expect(() => plugin.lectern).toThrow('Lectern has not been started.');
    await vault.host.becomeReady();
    await plugin.control.started();
    expect(reads).toBe(1);
    expect(vault.host.internals.commands.listCommands()).not.toEqual([]);
    await plugin.control.stop();
  });
});

describe('an activity view of the restored layout', () => {
  const opened = async () => {
    const vault = await temporaryVault();
    const leaf = vault.host.app.workspace.getRightLeaf(false);
    if (leaf === null) throw new Error('There is no sidebar.');
    const drawn: string[] = [];
    let begin: (draw: DrawActivity) => void = () => undefined;
    const draw = new Promise<DrawActivity>(resolve => {
      begin = resolve;
    });
    const view: unknown = new ActivityView(leaf, draw);
    if (!(view instanceof View)) throw new Error('This is no view of the host.');
    await view.show();
    const start = async (): Promise<string[]> => {
      begin(() => {
        drawn.push('drawn');
        return { resize: () => undefined, end: () => void drawn.push('ended') };
      });
      await draw;
      return drawn;
    };
    return { vault, view, drawn, start };
  };

  test('opens before the plugin has started, and is filled when it has', async () => {
    const { vault, view, drawn, start } = await opened();
    expect(drawn).toEqual([]);
    expect(await start()).toEqual(['drawn']);
    await view.dismiss();
    expect(drawn).toEqual(['drawn', 'ended']);
    await vault.close();
  });

  test('stays empty when it is closed before that', async () => {
    const { vault, view, start } = await opened();
    await view.dismiss();
    expect(await start()).toEqual([]);
    await vault.close();
  });
});

/** Everything that is evaluated with a file. */
function reached(file: string, imports: readonly Import[]): string[] {
  const found = new Set([file]);
  for (const from of found) for (const one of imports) if (one.from === from) found.add(one.to);
  return [...found].sort();
}
