import { spawnSync, spawn } from 'node:child_process';
import {
  readdirSync,
  readFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { posix, join, basename, delimiter, dirname } from 'node:path';
import { z } from 'zod';
import { tmpdir } from 'node:os';
import { tools } from '../../src/tools';
import { textOf, projectRoot, fencesIn, pages } from './pages';
import * as host from '../../pkg/headless/obsidian';
import { property } from '../../pkg/headless/obsidian/core/unknowns';
import type { TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';
import { bridgedClient, closeBridged } from '../support/process/bridged-client';
import { eventually } from '../support/time/waiting';

describe('what pages promise', () => {
  /** The table "From a tool to the app" of docs/architecture.md against the source. */
  describe('walks', () => {
    interface Walk {
      readonly tool: string;
      readonly files: readonly string[];
      readonly member: string;
    }

    const section =
      textOf('docs/architecture.md').split('## From a tool to the app')[1]?.split('\n## ')[0] ?? '';

    const walks: readonly Walk[] = [
      ...section.matchAll(/^\| `(?<tool>\w+)` +\| (?<files>`[^|]+) \| `(?<member>[^`]+)`/gm),
    ].map(({ groups = {} }) => ({
      tool: groups.tool ?? '',
      files: [...(groups.files ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => `src/${file}`),
      member: groups.member ?? '',
    }));

    /** The files that a file imports, as values or as types. */
    function importsOf(path: string): string[] {
      return [...textOf(path).matchAll(/from '(\.[^']+)'/g)].map(
        ([, target = '']) => `${posix.join(posix.dirname(path), target)}.ts`,
      );
    }

    test('the call chains of five tools cross at most five files each', () => {
      expect(walks).toHaveLength(5);
      for (const { files } of walks) expect(files.length).toBeLessThanOrEqual(5);
    });

    describe.each(walks)('the call chain of $tool', ({ tool, files, member }) => {
      const [toolFile = '', service = ''] = files;

      test('begins in the file of the tool and continues in a service of the caller', () => {
        expect(tools.map(({ name }) => name)).toContain(tool);
        expect(posix.basename(toolFile, '.ts')).toBe(tool.replaceAll('_', '-'));
        const made = [...importsOf('src/vault/services.ts'), ...importsOf('src/vault/writing/writing.ts')];
        expect(made).toContain(service);
      });

      test('leads from each file to one that it imports', () => {
        const steps = files.slice(1, -1).map((file, index) => [file, files[index + 2]]);
        for (const [file = '', next] of steps) expect(importsOf(file)).toContain(next);
      });

      test('ends at the member of the app', () => {
        expect(textOf(files.at(-1) ?? '')).toContain(`.${member}(`);
      });
    });
  });

  describe('the fidelity of the host', () => {
    const { stdout } = spawnSync(
      process.execPath,
      [join(projectRoot, 'scripts/docs/host-fidelity.mjs'), '--json'],
      { encoding: 'utf8' },
    );
    const rows = Object.entries(
      z
        .record(z.string(), z.object({ does: z.string(), source: z.string(), note: z.string() }))
        .parse(JSON.parse(stdout)),
    );
    const behaviours = new Map(rows.map(([name, { does }]) => [name, does]));
    const sources = new Map(rows.map(([name, { source }]) => [name, source]));
    const notes = new Map(rows.map(([name, { note }]) => [name, note]));
    const isImitated = (name: string): boolean => sources.get(name) !== 'missing';

    const folder = join(projectRoot, 'pkg/headless/obsidian');
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .map(file => readFileSync(join(folder, file), 'utf8'))
      .join('\n');

    /** Methods and accessors; fields exist in instances alone. */
    function membersOf(value: unknown): string[] {
      if (typeof value !== 'function') return [];
      const prototype: unknown = value.prototype;
      if (typeof prototype !== 'object' || prototype === null) return [];
      return Object.getOwnPropertyNames(prototype).filter(name => name !== 'constructor' && !isHidden(name));
    }

    function isHidden(member: string): boolean {
      return ['private', 'protected'].some(word =>
        ['', 'get ', 'async ', '*', 'override '].some(kind =>
          ['(', '<'].some(mark => code.includes(`${word} ${kind}${member}${mark}`)),
        ),
      );
    }

    describe('what is known of where the host follows the app', () => {
      test('names every export of the module', () => {
        const absent = Object.keys(host).filter(name => !sources.has(name));
        expect(absent).toEqual([]);
      });

      test('names every public method and accessor of every class', () => {
        const members = Object.entries(host)
          .filter(([name]) => isImitated(name) && name !== 'moment')
          .flatMap(([name, value]) => membersOf(value).map(member => `${name}.${member}`));
        expect(members.filter(member => !sources.has(member))).toEqual([]);
        expect(members.length).toBeGreaterThan(300);
      });

      test('gives each a source, and names who observed the app', () => {
        const known = new Set(['documented', 'observed', 'guessed', 'host', 'missing']);
        expect([...sources].filter(([, source]) => !known.has(source))).toEqual([]);
        const unsaid = [...sources].filter(
          ([name, source]) => source === 'observed' && notes.get(name) === '',
        );
        expect(unsaid).toEqual([]);
      });

      test('marks each member that always throws or does nothing', () => {
        const found = Object.entries(host).flatMap(([name, value]) =>
          codesOf(value).map(([member, text]) => [`${name}.${member}`, behaviourOf(text)] as const),
        );
        const wrong = found.filter(
          ([name, behaviour]) =>
            behaviour !== 'more' && sources.has(name) && behaviours.get(name) !== behaviour,
        );
        expect(wrong.filter(([name, behaviour]) => behaviour === 'refuses' || !isHook(name))).toEqual([]);
        expect([...behaviours.values()].filter(behaviour => behaviour === 'refuses').length).toBeGreaterThan(
          10,
        );
        for (const name of ['Plugin.registerBasesView', 'FileManager.promptForDeletion', 'App.scope'])
          expect([name, behaviours.get(name)]).toEqual([name, 'refuses']);
        for (const name of ['Workspace.requestSaveLayout', 'Plugin.registerMarkdownPostProcessor'])
          expect([name, behaviours.get(name)]).toEqual([name, 'does nothing']);
      });
    });

    /** Empty in the app too: subclasses have their own. */
    function isHook(name: string): boolean {
      const hooks = ['onload', 'onunload', 'onUserEnable', 'display', 'onOpen', 'onClose', 'onResize'];
      return [...hooks, 'onPaneMenu', 'setEphemeralState'].includes(name.split('.')[1] ?? '');
    }

    /** The code of each method and accessor, by name. */
    function codesOf(value: unknown): [name: string, code: string][] {
      if (typeof value !== 'function') return [];
      const prototype: unknown = value.prototype;
      if (typeof prototype !== 'object' || prototype === null) return [];
      return membersOf(value).flatMap(name => {
        const member: unknown = Object.getOwnPropertyDescriptor(prototype, name);
        const code = property(member, 'get') ?? property(member, 'value');
        return typeof code === 'function' ? [[name, code.toString()]] : [];
      });
    }

    function behaviourOf(code: string): 'refuses' | 'does nothing' | 'more' {
      const body = code.slice(code.indexOf(') {') + 3, code.lastIndexOf('}')).replace(/^\s*\/\/.*$/gm, '');
      if (body.trim() === '') return 'does nothing';
      return /^\s*return [(\w, .]*notImitated\)?\([^;]*;\s*$/.test(body) ? 'refuses' : 'more';
    }
  });

  /** What the pages show, in the example vault. */
  describe('usage', () => {
    const vault = join(projectRoot, 'examples', 'vault');

    let lectern: RunningLectern;
    let client: TestClient;
    /** Of the last change. */
    let changeId: string;

    beforeAll(async () => {
      lectern = await RunningLectern.start({
        prepare: ({ path }) => cpSync(vault, path, { recursive: true }),
      });
      client = await lectern.connect();
    });
    afterAll(() => lectern.close());

    const answered = async (tool: string, input: Record<string, unknown>): Promise<unknown> => {
      const { isError, structured, text } = await client.call(tool, input);
      expect({ isError, text }).toMatchObject({ isError: false });
      return structured;
    };

    const notesWith = (text: string): string[] =>
      readdirSync(lectern.folder.path, { recursive: true, encoding: 'utf8' })
        .filter(
          path =>
            path.endsWith('.md') && readFileSync(join(lectern.folder.path, path), 'utf8').includes(text),
        )
        .sort();

    /** What an assistant calls for each question of the first page, and what the page says of the answer; in order. */
    const questions: Readonly<Record<string, () => Promise<void>>> = {
      'What happened on the island in the second week of October?': async () => {
        const text = JSON.stringify(
          await answered('get_context', {
            query: 'What happened on the island in the second week of October?',
          }),
        );
        expect(text).toMatch(/Journal\/2026-10-(0[5-9]|1[01])\.md|2026-W41\.md/u);
      },
      'Which links are broken, and what was probably meant?': async () => {
        const before = notesWith('');
        const { items } = z
          .object({ items: z.array(z.looseObject({ suggestions: z.array(z.unknown()) })) })
          .parse(await answered('check_links', {}));
        expect(items.filter(({ suggestions }) => suggestions.length > 0).length).toBeGreaterThan(0);
        expect(notesWith('')).toEqual(before);
      },
      'Rename the tag #book to #reading/book everywhere. Show me first.': async () => {
        const rename = { from: 'book', to: 'reading/book' };
        const preview = await answered('rename_tag', { ...rename, dryRun: true });
        expect(JSON.stringify(preview)).toContain('reading/book');
        expect(notesWith('reading/book')).toEqual([]);
        ({ changeId } = z.object({ changeId: z.string() }).parse(await answered('rename_tag', rename)));
        expect(notesWith('reading/book').length).toBeGreaterThan(3);
      },
      'List the books rated four or more, best first.': async () => {
        const found = z.object({ rows: z.array(z.looseObject({ rating: z.number() })) }).parse(
          await answered('query_notes', {
            where: ['rating>=4'],
            select: ['rating'],
            sort: 'rating',
            order: 'desc',
          }),
        );
        const ratings = found.rows.map(({ rating }) => rating);
        expect(ratings.length).toBeGreaterThan(1);
        expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
        expect(ratings.at(-1)).toBeGreaterThanOrEqual(4);
      },
      'Undo what you just did.': async () => {
        await answered('undo_change', { changeId });
        expect(notesWith('reading/book')).toEqual([]);
        for (const path of notesWith(''))
          expect(readFileSync(join(lectern.folder.path, path))).toEqual(readFileSync(join(vault, path)));
      },
    };

    const asked = [...textOf('README.md').matchAll(/^\| “(.+)” \|/gmu)].map(([, question = '']) => question);

    test('each question of the first page is tried here', () => {
      expect(asked).toEqual(Object.keys(questions));
    });

    test.each(Object.entries(questions))('%s', (_question, ask) => ask());

    /** A call as the page shows it, in the order of the page. */
    const calls = fencesIn({ path: 'docs/usage.md', text: textOf('docs/usage.md') }).flatMap(
      ({ info, code }) => {
        const tool = /^json (\w+)$/.exec(info)?.[1];
        return tool === undefined
          ? []
          : [{ tool, input: z.record(z.string(), z.unknown()).parse(JSON.parse(code)) }];
      },
    );

    test.each(calls)('$tool works in the example vault with $input', async ({ tool, input }) => {
      const { structured, isError } = await client.call(tool, input);
      expect({ isError, structured }).toMatchObject({ isError: false });
      const counts = z
        .looseObject({ totalCount: z.number().optional(), count: z.number().optional() })
        .parse(structured);
      expect(counts.totalCount ?? counts.count ?? 1).toBeGreaterThan(0);
    });

    test('the page shows calls', () => {
      expect(calls.length).toBeGreaterThan(10);
    });
  });
});

/** Runs the shell blocks of the pages as a newcomer would, in a fresh copy of the project and an empty home. */
describe('blocks of commands', () => {
  /** Blocks that are not run, by a part of their text. */
  const notRun = {
    'npm run check': 'the checks of a developer, which .ci/run runs',
    'npx jest': 'the checks of a developer',
    'npm run test:tools': 'the checks of a developer',
    YOUR_TOKEN: 'compared with the setup text of the product by pages.test.ts',
    '@modelcontextprotocol/inspector': 'gets a package from npm; run by hand, as the page says',
    'git pull': 'needs a repository to pull from; backup-and-sync.test.ts does what it does',
    systemctl: 'needs systemd',
    'docker compose': 'needs Docker',
    'curl -T': 'needs an address of that moment; the tests of uploads make one',
  } as const;

  const blocks = pages()
    .flatMap(fencesIn)
    .filter(({ info }) => info === 'sh')
    .map(({ page, code }) => ({ page, code }));
  const isRun = ({ code }: { readonly code: string }): boolean =>
    !Object.keys(notRun).some(part => code.includes(part));

  let place: string;
  let clone: string;
  let home: string;

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'lectern-newcomer-'));
    clone = join(place, 'lectern');
    home = join(place, 'home');
    const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    for (const path of listed.stdout.split('\0')) {
      if (path === '' || !existsSync(join(projectRoot, path))) continue;
      mkdirSync(dirname(join(clone, path)), { recursive: true });
      cpSync(join(projectRoot, path), join(clone, path));
    }
    symlinkSync(join(projectRoot, 'node_modules'), join(clone, 'node_modules'));
    cpSync(join(projectRoot, 'examples', 'vault'), join(home, 'Vault'), { recursive: true });
    mkdirSync(join(place, 'bin'));
    writeFileSync(
      join(place, 'bin', 'claude'),
      `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word"; done > ${JSON.stringify(join(place, 'claude-was-given'))}\n`,
      { mode: 0o755 },
    );
  });
  afterAll(async () => {
    await closeBridged();
    rmSync(place, { recursive: true, force: true });
  });

  const environment = (): Record<string, string> => ({
    HOME: home,
    PATH: [join(place, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  });

  function ran(code: string): string {
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', code], {
      ...{ cwd: clone, encoding: 'utf8', env: environment(), stdio: ['ignore', 'pipe', 'pipe'] },
      timeout: 120_000,
    });
    expect({ code, status, stderr: status === 0 ? '' : stderr }).toEqual({ code, status: 0, stderr: '' });
    return stdout + stderr;
  }

  /** Runs until the server says how it is stopped, then ends npm as a service manager would. */
  async function served(code: string): Promise<string> {
    const child = spawn('sh', ['-e', '-c', `exec ${code}`], {
      ...{ cwd: clone, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] },
    });
    let output = '';
    child.stdout.on('data', data => (output += String(data)));
    child.stderr.on('data', data => (output += String(data)));
    await eventually(() => output.includes('Ctrl+C stops it.'), 60_000);
    child.kill('SIGTERM');
    const url = /http:\S+\/mcp/.exec(output)?.[0] ?? '';
    await eventually(async () => !(await answers(url)));
    return output;
  }

  async function answers(url: string): Promise<boolean> {
    return fetch(url).then(
      () => true,
      () => false,
    );
  }

  let isBuilt = false;

  async function run(code: string): Promise<void> {
    for (const line of code.trim().split('\n')) {
      // Several pages begin with it, and there is one clone.
      if (line === 'npm run build' && isBuilt) continue;
      isBuilt ||= line === 'npm run build';
      // CI installs the packages first, and fails if that warns.
      if (line === 'npm ci') continue;
      // Two tests must not want the same port, and nobody can be asked here.
      const quiet = line.includes(' connect ') ? `${line} --yes` : line;
      if (line.startsWith('npm start'))
        await served(`${quiet}${line.includes(' -- ') ? '' : ' --'} --port 0`);
      else ran(quiet);
    }
  }

  /** What the server lists that Claude Code was last told to start. */
  async function toolsOfClaude(): Promise<string[]> {
    const words = readFileSync(join(place, 'claude-was-given'), 'utf8').trimEnd().split('\n');
    const [program = '', ...args] = words.slice(words.indexOf('--') + 1);
    expect(basename(program)).toMatch(/^node/);
    const { client } = await bridgedClient('2025', { args, env: environment() });
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name);
  }

  describe('a newcomer with a fresh clone', () => {
    test.each(blocks.filter(isRun))(
      'can run in $page: $code',
      async ({ code }) => {
        await run(code);
        if (!code.includes('claude mcp add')) return;
        expect((await toolsOfClaude()).length).toBeGreaterThan(10);
      },
      180_000,
    );

    test('gets what the first page suggests to ask for, by what the example prints', async () => {
      const output = await served('npm start -- --port 0');
      ran(/claude mcp add .*--stdio/.exec(output)?.[0] ?? '');
      const suggested = ['get_context', 'check_links', 'rename_tag', 'query_notes', 'undo_change'];
      expect(await toolsOfClaude()).toEqual(expect.arrayContaining(suggested));
    }, 180_000);

    test('is told of no command that is neither run nor known to need something else', () => {
      expect(blocks.filter(isRun).length).toBeGreaterThan(5);
      const unused = Object.keys(notRun).filter(part => !blocks.some(({ code }) => code.includes(part)));
      expect(unused).toEqual([]);
    });
  });
});
