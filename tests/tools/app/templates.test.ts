import { Plugin, type TAbstractFile, TFile } from 'obsidian';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { Answer } from '../../support/clients';

const full = 'lct_a-token-with-full-rights-here';
const writer = 'lct_a-token-that-may-only-write';
const narrow = 'lct_a-token-without-the-closed-folder';

const files = {
  '.obsidian/templates.json': JSON.stringify({ dateFormat: '[on] YYYY', timeFormat: '' }),
  'T/Plain.md': '---\nkind: plain\n---\n# {{title}} {{date}} {{date:[x]}} {{date+1d}}\n',
  'T/Code.md': '# <% tp.file.title %>\n',
  'T/Empty.md': '',
  'T/data.csv': 'a',
  'Taken.md': 'here',
};

let lectern: RunningLectern;
afterEach(() => lectern.close());

async function start(settings: Record<string, unknown> = {}): Promise<void> {
  lectern = await RunningLectern.start({
    files,
    settings: {
      tokens: [
        { name: 'full', value: full, rights: 'full' },
        { name: 'writer', value: writer, rights: 'write', deny: ['Hidden/**'] },
        { name: 'narrow', value: narrow, rights: 'full', deny: ['Closed/**'] },
      ],
      ...settings,
    },
  });
}

const code = ({ structured, isError }: Answer): unknown =>
  isError ? field(structured, 'error', 'code') : 'ok';
const text = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');
const isThere = (path: string): boolean => existsSync(join(lectern.folder.path, path));

async function create(args: Record<string, unknown>, token = full): Promise<Answer> {
  return (await lectern.connect('2026', token)).call('create_note', args);
}

const year = String(new Date().getFullYear());
const plain = (title: string): string => `---\nkind: plain\n---\n# ${title} on ${year} x {{date+1d}}\n`;

describe('a core template', () => {
  beforeEach(() => start());

  test.each<[Record<string, unknown>, string]>([
    [{ template: 'T/Plain' }, plain('New')],
    [{ template: '[[Plain]]', content: 'more' }, `${plain('New')}more\n`],
    [
      { template: 'T/Plain.md', frontmatter: { kind: 'other', b: 1 } },
      plain('New').replace('kind: plain\n', () => 'kind: other\nb: 1\n'),
    ],
    [{ template: 'T/Empty', content: 'only' }, 'only'],
    [{ template: 'T/Code' }, '# <% tp.file.title %>\n'],
  ])('with %j is filled', async (args, expected) => {
    expect(code(await create({ path: 'A/New', ...args }))).toBe('ok');
    expect(text('A/New.md')).toBe(expected);
  });

  test('gives a renamed note its own title', async () => {
    const answer = await create({ path: 'Taken', template: 'T/Plain', ifExists: 'rename' });
    expect([code(answer), text('Taken 1.md')]).toEqual(['ok', plain('Taken 1')]);
  });

  test.each([
    [{ template: 'T/None' }, 'not_found'],
    [{ template: 'T/data.csv' }, 'unsupported_file'],
    [{ template: '../x' }, 'invalid_path'],
    [{ template: 'T/Plain', path: 'Taken' }, 'already_exists'],
    [{ template: 'T/Plain', dryRun: true }, 'ok'],
  ])('with %j writes nothing', async (args, expected) => {
    expect(code(await create({ path: 'New', ...args }))).toBe(expected);
    expect([isThere('New.md'), text('Taken.md')]).toEqual([false, 'here']);
  });
});

type Parse = (config: unknown) => unknown;

/**
 * What other plugins see of Templater 2.25.0, with what it does for a template given by the test. As the real one it
 * reads the template and the note that is made from it, and looks at each new note that is not marked as its own work.
 */
class StandIn extends Plugin {
  /** New notes on which it would have run by itself. */
  readonly triggered: string[] = [];
  readonly ended: string[] = [];
  parse: Parse = () => '';
  readonly templater = {
    files_with_pending_templates: new Set<string>(),
    create_running_config: (template_file: unknown, target_file: unknown, run_mode: unknown) => ({
      template_file,
      target_file,
      run_mode,
    }),
    read_and_parse_template: async (config: unknown): Promise<unknown> => {
      for (const file of [field(config, 'template_file'), field(config, 'target_file')]) {
        if (!(file instanceof TFile)) throw new Error('no file');
        await this.app.vault.read(file);
      }
      return this.parse(config);
    },
    end_templater_task: (path: string) => {
      this.templater.files_with_pending_templates.delete(path);
      this.ended.push(path);
    },
  };

  override onload(): void {
    const look = ({ path }: TAbstractFile): void => {
      if (!this.templater.files_with_pending_templates.has(path)) this.triggered.push(path);
    };
    this.registerEvent(this.app.vault.on('create', file => file instanceof TFile && look(file)));
    this.registerEvent(this.app.vault.on('rename', file => queueMicrotask(() => look(file))));
  }
}

const manifest = {
  id: 'templater-obsidian',
  name: 'T',
  version: '2.0.0',
  minAppVersion: '1.0.0',
  author: '',
  description: '',
};

let templater: StandIn;

async function startWith(
  parse: Parse,
  settings: Record<string, unknown> = { runTemplater: true },
): Promise<void> {
  await start(settings);
  const { instance } = await lectern.host.loadPlugin(StandIn, manifest);
  if (!(instance instanceof StandIn)) throw new Error('no stand-in');
  templater = instance;
  templater.parse = parse;
}

describe('a template with commands of Templater', () => {
  test('is run for an existing empty note, and Lectern writes its result', async () => {
    const seen: unknown[] = [];
    await startWith(config => {
      const target = field(config, 'target_file');
      const template = field(config, 'template_file');
      if (target instanceof TFile) seen.push(target.path, target.basename, text(target.path));
      if (template instanceof TFile) seen.push(template.path, field(config, 'run_mode'));
      return Promise.resolve('made\n');
    });
    const answer = await create({ path: 'A/New', template: 'T/Code', content: 'more' });
    expect([code(answer), text('A/New.md')]).toEqual(['ok', 'made\nmore\n']);
    expect(answer.structured).toMatchObject({ path: 'A/New.md', created: true, bytesBefore: 0 });
    expect(seen).toEqual(['A/New.md', 'New', '', 'T/Code.md', 0]);
    const client = await lectern.connect('2026', full);
    await client.call('undo_change', { changeId: answer.structured['changeId'] });
    expect(isThere('A')).toBe(false);
  });

  test('is not run a second time by Templater itself, which processes new notes a moment later', async () => {
    await startWith(() => 'made');
    await create({ path: 'New', template: 'T/Code' });
    expect(templater.triggered).toEqual([]);
    expect([...templater.templater.files_with_pending_templates]).toEqual(['New.md']);
  });

  test('may rename its note: the result is written there', async () => {
    await startWith(async config => {
      const target = field(config, 'target_file');
      if (target instanceof TFile) await lectern.host.app.fileManager.renameFile(target, 'T/Moved.md');
      return 'made';
    });
    const answer = await create({ path: 'A/New', template: 'T/Code' });
    expect(answer.structured).toMatchObject({ path: 'T/Moved.md', created: true });
    expect([text('T/Moved.md'), isThere('A'), templater.triggered]).toEqual(['made', false, []]);
  });

  test('is refused where it moves its note to where the token may not write', async () => {
    await startWith(async config => {
      const target = field(config, 'target_file');
      if (target instanceof TFile) await lectern.host.app.fileManager.renameFile(target, 'Closed/Moved.md');
      return 'made';
    });
    await lectern.host.app.vault.createFolder('Closed');
    const answer = await create({ path: 'New', template: 'T/Code' }, narrow);
    expect([code(answer), isThere('New.md'), isThere('Closed/Moved.md')]).toEqual([
      'permission_denied',
      false,
      false,
    ]);
  });

  test('keeps what another program wrote into the note meanwhile', async () => {
    await startWith(async config => {
      const target = field(config, 'target_file');
      if (target instanceof TFile) await lectern.host.app.vault.modify(target, 'theirs');
      return 'made';
    });
    const answer = await create({ path: 'New', template: 'T/Code' });
    expect([code(answer), text('New.md')]).toEqual(['version_conflict', 'theirs']);
  });

  test('a template without commands needs no Templater', async () => {
    let runs = 0;
    await startWith(() => (runs += 1), {});
    expect(code(await create({ path: 'New', template: 'T/Plain' }))).toBe('ok');
    expect([text('New.md'), runs]).toEqual([plain('New'), 0]);
  });

  test.each([
    ['without the setting', {}, full, {}],
    ['without full rights', { runTemplater: true }, writer, {}],
  ])('is refused %s, before anything runs', async (_why, settings, token, args) => {
    let runs = 0;
    await startWith(() => (runs += 1), settings);
    const answer = await create({ path: 'New', template: 'T/Code', ...args }, token);
    expect([code(answer), runs, isThere('New.md')]).toEqual(['permission_denied', 0, false]);
  });

  test.each([
    ['a preview', { dryRun: true }, 'invalid_argument'],
    ['a name that is taken', { path: 'Taken' }, 'already_exists'],
    ['a path that cannot be', { path: '../x' }, 'invalid_path'],
  ])('runs nothing for %s', async (_what, args, expected) => {
    let runs = 0;
    await startWith(() => (runs += 1));
    expect(code(await create({ path: 'New', template: 'T/Code', ...args }))).toBe(expected);
    expect(runs).toBe(0);
  });

  test.each<[string, Parse]>([
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret'))],
    ['answers nothing', () => undefined],
    ['answers no text', () => ({ secret: true })],
  ])('returns an error where Templater %s', async (_what, parse) => {
    await startWith(parse);
    const answer = await create({ path: 'A/New', template: 'T/Code' });
    expect([code(answer), isThere('A')]).toEqual(['invalid_argument', false]);
    expect(answer.text).not.toContain('secret');
    expect(code(await create({ path: 'New', template: 'T/Plain' }))).toBe('ok');
  });

  test('returns an error if the plugin has an unknown version', async () => {
    await start({ runTemplater: true });
    Reflect.set(lectern.host.internals.plugins.plugins, 'templater-obsidian', { templater: { run: 1 } });
    expect(code(await create({ path: 'New', template: 'T/Code' }))).toBe('plugin_missing');
  });
});
