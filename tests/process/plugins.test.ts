/** Community plugins in the command as its user starts it: what they find there, and what their failures do. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { Command } from '../support/process/command';
import { field } from '../support/json';
import { installPlugin, VaultFolder, writePlugin } from '../support/files/vault-folder';
import { eventually } from '../support/time/waiting';

let folder: VaultFolder;
let server: Server;
let address: string;
const commands: Command[] = [];

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"answer":42}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${bound === null || typeof bound === 'string' ? 0 : bound.port}/`;
});
afterAll(() => new Promise(resolve => server.close(resolve)));

beforeEach(() => {
  folder = new VaultFolder({ 'Home.md': '# Home\n- [ ] one task\n' });
});
afterEach(async () => {
  for (const command of commands.splice(0)) await command.end('SIGKILL');
  folder.remove();
});

function run(plugins: string, words: readonly string[] = []): Command {
  const command = new Command(folder, ['--json', '--port', '0', '--plugins', plugins, ...words]);
  commands.push(command);
  return command;
}

function found(): unknown {
  const file = join(folder.path, '.obsidian/plugins/almanac/data.json');
  return field(JSON.parse(readFileSync(file, 'utf8')), 'found');
}

test('a plugin finds what plugins use at load', async () => {
  installPlugin(folder, 'almanac', { address });
  const command = run('almanac');
  await command.ready();
  expect(found()).toEqual({
    ribbon: [1, true, 'Almanac'],
    settings: 'Address',
    modal: [true, 'Which day?', ''],
    view: '<h2>Almanac</h2><div class="almanac-days"></div>',
    block: 'monday',
    request: { answer: 42 },
    moment: '2027-W01',
    database: 1,
    codeMirror: 'function',
    config: 'shortest',
    plugins: [true, '1.2.0', null],
    worker: [2, 4, 6],
    missing: 'failed: The headless host does not imitate @codemirror/view.renderTheMoon.',
    missingModule: 'failed: The headless host does not imitate @codemirror/search.openSearchPanel.',
    missingGlobal: 'failed: The headless host does not imitate CodeMirror.fromTextArea.',
  });
  expect(command.errors).toBe('');
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0 });
});

test('plugins that fail at load are reported, and the others and the server go on', async () => {
  writePlugin(folder, 'throwing', `throw new Error('no moon today');`);
  writePlugin(folder, 'rejecting', `return Promise.reject(new Error('no tide today'));`);
  writePlugin(folder, 'unloadable', `} onunload() { throw new Error('I stay');`);
  installPlugin(folder, 'dataview');
  const command = run('throwing,rejecting,absent,unloadable,dataview');
  const client = await (await command.ready()).connect('2026');
  const { structured } = await client.call('query_dataview', { query: 'TASK' });
  expect(structured).toMatchObject({ type: 'task', totalCount: 1 });
  expect(command.errors).toContain('The plugin "throwing" is not loaded: no moon today');
  expect(command.errors).toContain('The plugin "rejecting" is not loaded: no tide today');
  expect(command.errors).toContain('The plugin "absent" is not loaded: ');
  await client.close();
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0 });
});

test('errors that a plugin throws later do not end the host', async () => {
  writePlugin(
    folder,
    'later',
    `setTimeout(() => { throw new Error('late trouble'); }, 1); Promise.reject(new Error('unwatched'));`,
  );
  const command = run('later');
  const client = await (await command.ready()).connect('2026');
  await eventually(() => command.errors.includes('late trouble') && command.errors.includes('unwatched'));
  const { isError } = await client.call('read_note', { path: 'Home' });
  expect(isError).toBe(false);
  await client.close();
});
