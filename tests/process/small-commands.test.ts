import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, dirname } from 'node:path';
import { z } from 'zod';
import { builtProduct } from '../support/process/built-product';
import { VaultFolder, installPlugin, writePlugin } from '../support/files/vault-folder';
import { Command, type RunningCommand } from '../support/process/command';
import { type Costs, drive } from '../../pkg/bench/agent/drive';
import { jobs } from '../../pkg/bench/agent/jobs';
import { againstLimits, type Limits, lowered, readLimits } from '../../pkg/bench/agent/records';
import { agentFiles } from '../../pkg/bench/agent/vault/agent-vault';
import { profiles } from '../../src/utils/rights';
import type { TestClient } from '../support/clients';
import { field } from '../support/json';
import { eventually } from '../support/time/waiting';

describe('licences', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')));

  test('the end of the bundle names every run-time package with its licence', () => {
    const comment = readFileSync(builtProduct().mainFile, 'utf8').split('/*!').at(-1) ?? '';
    for (const [name, version] of Object.entries(dependencies))
      expect(comment).toContain(`\n${name} ${version}: `);
    for (const words of ['Permission is hereby granted', 'Apache License', 'Redistribution and use'])
      expect(comment).toContain(words);
    expect(comment.trimEnd().endsWith('*/')).toBe(true);
  });
});

describe('batches', () => {
  test('a batch of many calls leaves nothing on the standard error stream', async () => {
    const folder = new VaultFolder({ '.obsidian/app.json': '{}', 'a.md': 'one\n' });
    const command = new Command(folder, ['--json', '--port', '0']);
    try {
      const { url, token } = await command.ready();
      const calls = Array.from({ length: 50 }, (_item, index) => ({
        jsonrpc: '2.0',
        id: index + 1,
        method: 'tools/call',
        params: { name: 'read_note', arguments: { path: 'a' } },
      }));
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(calls),
      });
      expect(response.status).toBe(200);
      expect((await response.text()).split('one').length - 1).toBeGreaterThanOrEqual(calls.length);
      await command.end('SIGTERM');
      expect(command.errors).toBe('');
    } finally {
      await command.end('SIGKILL');
      folder.remove();
    }
  });
});

describe('costs of an agent', () => {
  const folder = join(__dirname, '..', '..', 'pkg', 'bench', 'agent');
  const vault = new Map(agentFiles().map(({ path, content }) => [path, String(content)]));

  const costsOf = (calls: number, bytesOut: number, list: number): Costs => ({
    jobs: [{ name: 'a job', calls, bytesIn: 0, bytesOut }],
    toolLists: { core: list },
  });
  const limits: Limits = { calls: 10, bytes: 1_000, toolLists: { core: 500 } };

  describe('the scripted jobs of a model', () => {
    test('are all completed by the built host, within their limits and not far below them', async () => {
      const product = dirname(builtProduct().mainFile);
      const costs = await drive({ product, profiles, jobs });
      expect(againstLimits(costs, readLimits(join(folder, 'limits.json')))).toEqual([]);
      expect(costs.jobs).toHaveLength(20);
    }, 120_000);

    test.each(jobs)('are not completed by a model that reads and writes nothing: $name', ({ problems }) => {
      expect(problems({ seen: [], file: path => vault.get(path) })).not.toEqual([]);
    });
  });

  describe('a limit', () => {
    test('holds for the value that it was derived from', () => {
      const costs = costsOf(10, 1_000, 500);
      expect(againstLimits(costs, lowered(costs, limits))).toEqual([]);
    });

    test.each([
      ['calls', costsOf(11, 1_000, 500), 'calls: 11, over the limit of 10'],
      ['bytes', costsOf(10, 1_001, 500), 'bytes: 1001, over the limit of 1000'],
      [
        'a list of tools',
        costsOf(10, 1_000, 501),
        'bytes of the tool list of core: 501, over the limit of 500',
      ],
    ])('of %s is not exceeded', (_name, costs, problem) => {
      expect(againstLimits(costs, limits)).toEqual([problem]);
    });

    test('must be lowered when the cost has fallen', () => {
      expect(againstLimits(costsOf(9, 1_000, 500), limits)).toEqual([
        'calls: 9 of 10; lower the limit with `npm run bench:agent -- --limits`',
      ]);
    });

    test('is needed for every list of tools', () => {
      expect(againstLimits(costsOf(10, 1_000, 500), { ...limits, toolLists: {} })).toEqual([
        'bytes of the tool list of core: 500, over the limit of none',
      ]);
    });
  });
});

describe('an end', () => {
  const writers = 4;
  const notesEach = 10;

  describe('a stop and a start under load', () => {
    let folder: VaultFolder;
    const commands: Command[] = [];

    beforeEach(() => {
      folder = new VaultFolder({ '.obsidian/app.json': '{}', 'a.md': 'one\n' });
    });
    afterEach(async () => {
      for (const command of commands.splice(0)) await command.end('SIGKILL');
      folder.remove();
    });

    async function start(port: number): Promise<RunningCommand> {
      const command = new Command(folder, ['--json', '--port', String(port)]);
      commands.push(command);
      return command.ready();
    }

    test('lose no call: every note is created once, and every call that was carried out gets its result', async () => {
      const first = await start(0);
      let running = Promise.resolve(first);
      let [made, failed] = [0, 0];
      let halfway: () => void = () => undefined;
      const isHalfDone = new Promise<void>(resolve => (halfway = resolve));

      /** Sends a call again that got no answer, as a user would. */
      const make = async (client: TestClient, path: string): Promise<TestClient> => {
        for (let current = client; ; current = await (await running).connect('2026')) {
          const result = await current.call('create_note', { path, content: path }).catch(() => undefined);
          if (result === undefined) {
            failed += 1;
            continue;
          }
          // `already_exists` would mean that a call was carried out whose answer was lost.
          expect(result).toMatchObject({ isError: false });
          made += 1;
          if (made === (writers * notesEach) / 2) halfway();
          return current;
        }
      };
      const write = async (writer: number): Promise<void> => {
        let client = await first.connect('2026');
        for (let index = 0; index < notesEach; index += 1)
          client = await make(client, `notes/${writer}-${index}.md`);
      };
      const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
      await isHalfDone;
      running = first.command.end('SIGTERM').then(async ({ code }) => {
        expect(code).toBe(0);
        return start(first.port);
      });
      await writing;

      expect(made).toBe(writers * notesEach);
      expect(failed).toBeGreaterThan(0);
      expect(readdirSync(join(folder.path, 'notes'))).toHaveLength(writers * notesEach);
    }, 60_000);
  });
});

/** Community plugins in the command as its user starts it: what they find there, and what their failures do. */
describe('plugins', () => {
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

  test('plugins that fail at load or later are reported, and the others and the server go on', async () => {
    writePlugin(folder, 'throwing', `throw new Error('no moon today');`);
    writePlugin(folder, 'rejecting', `return Promise.reject(new Error('no tide today'));`);
    writePlugin(folder, 'unloadable', `} onunload() { throw new Error('I stay');`);
    writePlugin(
      folder,
      'later',
      `setTimeout(() => { throw new Error('late trouble'); }, 1); Promise.reject(new Error('unwatched'));`,
    );
    installPlugin(folder, 'dataview');
    const command = run('throwing,rejecting,absent,unloadable,later,dataview');
    const client = await (await command.ready()).connect('2026');
    await eventually(() => command.errors.includes('late trouble') && command.errors.includes('unwatched'));
    const { structured } = await client.call('query_dataview', { query: 'TASK' });
    expect(structured).toMatchObject({ type: 'task', totalCount: 1 });
    expect(command.errors).toContain('The plugin "throwing" is not loaded: no moon today');
    expect(command.errors).toContain('The plugin "rejecting" is not loaded: no tide today');
    expect(command.errors).toContain(
      'The plugin "absent" is not loaded: there is no .obsidian/plugins/absent/main.js in the vault.',
    );
    await client.close();
    expect(await command.end('SIGTERM')).toMatchObject({ code: 0 });
  });
});
