import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import LecternPlugin from '../../src/main';
import type { TestClient } from '../support/clients';
import { temporaryVault } from '../headless/temporary-vault';
import { manifest, RunningLectern } from '../support/lectern';
import { withPage } from '../headless/page';

withPage();

let lectern: RunningLectern;
let client: TestClient;

beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: { 'Home.md': 'home', 'Work/Plan.md': 'plan', 'Diary.md': 'x' },
  });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

function plugin(): LecternPlugin {
  const found: unknown = lectern.host.internals.plugins.getPlugin(manifest.id);
  if (!(found instanceof LecternPlugin)) throw new Error('Lectern is not loaded.');
  return found;
}

const appInterface = () => plugin().lectern.appInterface;

describe('pausing', () => {
  test('answers every call with paused until it ends, and the list of tools stays', async () => {
    const { live } = appInterface().tab;
    live.setPaused(true);
    const { isError, structured } = await client.call('read_note', { path: 'Home.md' });
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ error: { code: 'paused' } });
    expect((await client.listTools()).length).toBeGreaterThan(20);
    live.setPaused(false);
    expect((await client.call('read_note', { path: 'Home.md' })).isError).toBe(false);
  });
});

describe("the app's command line", () => {
  const run = (command: string, flags: Record<string, string> = {}): unknown =>
    lectern.host.internals.cliHandlers.get(command)?.handler(flags);

  test('tells state and address, and pauses', async () => {
    expect(run('lectern-mcp:url')).toBe(lectern.url);
    expect(run('lectern-mcp:status')).toContain(`Server: listening\nAddress: ${lectern.url}`);
    expect(run('lectern-mcp:pause')).toBe('Paused.');
    expect(run('lectern-mcp:status')).toContain('Server: paused');
    expect((await client.call('list')).isError).toBe(true);
    expect(run('lectern-mcp:pause', { off: 'true' })).toBe('Resumed.');
    expect((await client.call('list')).isError).toBe(false);
  });
});

test('a name on the command line that is taken does not keep the plugin from starting', async () => {
  const vault = await temporaryVault();
  const taken = { description: '', flags: null, handler: () => '' };
  vault.host.internals.cliHandlers.set(`${manifest.id}:status`, taken);
  const warned: unknown[] = [];
  const { warn } = console;
  console.warn = message => void warned.push(message);
  const { control } = await vault.host.loadPlugin(LecternPlugin, manifest, { settings: { port: 0 } });
  expect((await control?.started())?.state).toBe('listening');
  console.warn = warn;
  expect(warned).toHaveLength(1);
  expect([...vault.host.internals.cliHandlers.keys()]).toHaveLength(3);
  await vault.close();
});

test('a notice of damaged settings shows what hides in the name of a key', async () => {
  const folder = `.obsidian/plugins/${manifest.id}`;
  const { adapter } = lectern.host.app.vault;
  await adapter.mkdir(folder);
  await adapter.write(`${folder}/data.json`, '{"col\u202eour\\u001b[2J": 1}');
  await plugin().lectern.reloadSettings();
  expect(lectern.host.notices.at(-1)).toContain('"col‹U+202E›our‹U+001B›[2J" is not a setting.');
});

describe('the page of the first start', () => {
  test('is shown once, and that is kept', async () => {
    await appInterface().welcome();
    expect(appInterface().tab.store.settings.welcomed).toBe(true);
    const stored = z
      .looseObject({ welcomed: z.boolean() })
      .parse(
        JSON.parse(
          readFileSync(join(lectern.folder.path, `.obsidian/plugins/${manifest.id}/data.json`), 'utf8'),
        ),
      );
    expect(stored.welcomed).toBe(true);
  });
});

describe('a test of the connection', () => {
  test('makes a real call, and tells a wrong token from a server that is away', async () => {
    const { tab } = appInterface();
    const listed = await client.listTools();
    expect(await tab.testConnection(lectern.token)).toEqual({ kind: 'answered', tools: listed.length });
    expect(await tab.testConnection('wrong')).toEqual({ kind: 'refused', status: 401 });
    await tab.server.stop();
    expect(await tab.testConnection(lectern.token)).toEqual({ kind: 'unreachable' });
  });
});

describe('what a connection has access to', () => {
  const grant = {
    token: 'x',
    rights: 'write',
    allow: [],
    allowWrite: ['Work'],
    deny: ['Diary.md'],
    disabledTools: [],
  } as const;
  const look = (given: object = {}) =>
    appInterface().tab.grantPreview.count({ ...grant, ...given }, new AbortController().signal);

  test('counts the notes that it may read and write', async () => {
    expect(await look()).toEqual({ notes: 3, readable: 2, writable: 1 });
    expect(await look({ rights: 'read' })).toEqual({ notes: 3, readable: 2, writable: 0 });
    await appInterface().tab.store.update(settings => ({ ...settings, hidden: ['Home.md'] }));
    expect(await look()).toEqual({ notes: 3, readable: 1, writable: 1 });
  });

  test('tells what it may do with a path, whether something is there or not', async () => {
    const { grantPreview } = appInterface().tab;
    const at = async (path: string) => grantPreview.at(grant, path);
    expect(await Promise.all(['Home.md', 'Work/New.md', 'Diary.md', '.obsidian/app.json'].map(at))).toEqual([
      'read',
      'write',
      'hidden',
      'hidden',
    ]);
  });

  test('refuses rules that are no globs', async () => {
    await expect(look({ deny: ['a'.repeat(600)] })).rejects.toMatchObject({ code: 'invalid_query' });
  });
});
