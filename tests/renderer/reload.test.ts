import { Console } from 'node:console';
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type Host, openVault } from '../../pkg/headless/host';
import { stateFolderPath } from '../../pkg/headless/state-folder';
import { withPage } from '../headless/page';
import { clients } from '../support/clients';
import { VaultFolder } from '../support/files/vault-folder';
import { manifest } from '../support/lectern';
import { builtProduct } from '../support/process/built-product';
import { SpawnedLectern } from '../support/process/spawned-lectern';
import { inApp } from '../support/renderer/in-app';
import { Renderer } from '../support/renderer/renderer';
import { eventually } from '../support/time/waiting';

withPage();

const before = { 'a.md': 'one\n', 'b.md': 'one\n' };
const folderOfPlugin = `.obsidian/plugins/${manifest.id}`;

const written = new PassThrough();
const renderer = new Renderer(new Console(written, written));
let folder: VaultFolder;
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  folder.remove();
  expect(String(written.read() ?? '')).toBe('');
});

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** The same device each time: the state folder of the command. */
async function openHost(): Promise<Host> {
  const environment = { XDG_STATE_HOME: join(folder.parent, 'state') };
  const stateFolder = stateFolderPath(realpathSync(folder.path), environment);
  const host = await openVault(folder.path, { stateFolder, watch: false, quiet: true });
  open.push(host);
  return host;
}

const texts = (): string[] => Object.keys(before).map(path => readFileSync(join(folder.path, path), 'utf8'));

/** One of two notes is written, and the end of the change is not recorded. */
function breakOff(): void {
  const journal = join(folder.path, folderOfPlugin, 'journal');
  for (const name of readdirSync(journal).filter(one => one.endsWith('.jsonl'))) {
    const lines = readFileSync(join(journal, name), 'utf8').split('\n');
    writeFileSync(join(journal, name), lines.filter(line => !line.includes('"done"')).join('\n'));
  }
  folder.write('b.md', before['b.md']);
}

/**
 * A reload of the app throws its page away without `onunload`: nothing is stopped or put away, and the sockets go when
 * the old page is gone. A process that is killed is that page.
 */
test('after a reload without onunload, the plugin waits for its port and rolls back the unfinished change', async () => {
  const { command, mainFile } = builtProduct();
  const plugin = renderer.pluginClass(mainFile);
  const port = await freePort();
  folder = new VaultFolder({ ...before, [`${folderOfPlugin}/data.json`]: JSON.stringify({ port }) });
  const first = await openHost();
  await first.loadPlugin(plugin, manifest, { acceptsStored: true, settings: { autoStart: false } });
  await first.close();

  const old = await SpawnedLectern.start(command, folder, {}, ['--port', String(port)]);
  open.push({ close: () => old.kill() });
  const edits = [{ oldText: 'one', newText: 'two' }];
  const changes = Object.keys(before).map(path => ({ path, edits }));
  expect((await old.client.call('edit_notes', { changes })).isError).toBe(false);
  breakOff();
  expect(texts()).toEqual(['two\n', 'one\n']);

  const host = await openHost();
  const { control } = await host.loadPlugin(inApp(plugin), manifest);
  await eventually(() => control?.status().state === 'waiting');
  await old.kill();
  const status = await control?.started();
  expect(status).toMatchObject({ state: 'listening', url: `http://127.0.0.1:${port}/mcp` });
  expect(host.notices).toEqual([]);
  expect(texts()).toEqual(['one\n', 'one\n']);
  const client = await clients['2026']({ url: status?.url ?? '', token: status?.token ?? '' });
  open.push(client);
  expect((await client.call('list_changes')).structured).toMatchObject({ changes: [] });
  expect((await client.call('edit_notes', { changes })).isError).toBe(false);
}, 60_000);
