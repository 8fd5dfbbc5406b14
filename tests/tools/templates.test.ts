import { Plugin, TFile } from 'obsidian';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';
import type { Answer } from '../support/clients';

const full = 'lct_a-token-with-full-rights-here';
const writer = 'lct_a-token-that-may-only-write';

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

/** What other plugins see of Templater, with what it does for a template given by the test. */
function standIn(parse: Parse): typeof Plugin {
  return class extends Plugin {
    readonly templater = {
      create_running_config: (template: unknown, target: unknown, mode: unknown) => ({
        template,
        target,
        mode,
      }),
      read_and_parse_template: parse,
    };
  };
}

const manifest = {
  id: 'templater-obsidian',
  name: 'T',
  version: '2.0.0',
  minAppVersion: '1.0.0',
  author: '',
  description: '',
};

async function startWith(
  parse: Parse,
  settings: Record<string, unknown> = { runTemplater: true },
): Promise<void> {
  await start(settings);
  await lectern.host.loadPlugin(standIn(parse), manifest);
}

describe('a template with commands of Templater', () => {
  test('is run for the note to be, and its result is written by Lectern', async () => {
    const seen: unknown[] = [];
    await startWith(config => {
      const target = field(config, 'target');
      const template = field(config, 'template');
      if (target instanceof TFile) seen.push(target.path, target.basename, isThere(target.path));
      if (template instanceof TFile) seen.push(template.path, field(config, 'mode'));
      return Promise.resolve('made\n');
    });
    const answer = await create({ path: 'A/New', template: 'T/Code', content: 'more' });
    expect([code(answer), text('A/New.md')]).toEqual(['ok', 'made\nmore\n']);
    expect(seen).toEqual(['A/New.md', 'New', false, 'T/Code.md', 0]);
    const client = await lectern.connect('2026', full);
    await client.call('undo_change', { changeId: answer.structured['changeId'] });
    expect(isThere('A')).toBe(false);
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
  ])('answers an error where Templater %s', async (_what, parse) => {
    await startWith(parse);
    const answer = await create({ path: 'New', template: 'T/Code' });
    expect([code(answer), isThere('New.md')]).toEqual(['invalid_argument', false]);
    expect(answer.text).not.toContain('secret');
    expect(code(await create({ path: 'New', template: 'T/Plain' }))).toBe('ok');
  });

  test('answers an error where the plugin is of an unknown version', async () => {
    await start({ runTemplater: true });
    Reflect.set(lectern.host.internals.plugins.plugins, 'templater-obsidian', { templater: { run: 1 } });
    expect(code(await create({ path: 'New', template: 'T/Code' }))).toBe('plugin_missing');
  });
});
