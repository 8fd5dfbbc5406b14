/** Refusals and hints name only what the caller can give, and only what was given. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textWith } from '../../support/matchers';
import { field } from '../../support/json';
import { vaultForAll, vaultForEach } from '../../support/open-vault';

describe('names in refusals and hints', () => {
  const vault = vaultForAll({
    files: { 'Notes/Alpha.md': '# Alpha\n', 'Notes/Beta.md': '## B\n## B\n', 'Tasks.md': '- [ ] Pay\n' },
  });

  async function failure(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { error } = await vault.ask(tool, args);
    return Object.fromEntries(
      ['code', 'message', 'hint', 'candidates'].map(name => [name, field(error, name)]),
    );
  }

  test('a folder is a candidate only where a folder can be named', async () => {
    for (const tool of ['read_note', 'find_related', 'update_tags'])
      expect(
        (await failure(tool, { path: 'Note', ...(tool === 'update_tags' ? { add: ['a'] } : {}) }))[
          'candidates'
        ],
      ).toBeUndefined();
    expect((await failure('list_tasks', { path: 'Note' }))['candidates']).toEqual(['Notes/']);
  });

  test.each(['https://example.org/a#b', '[a](https://example.org)', '<mailto:a@example.org>'])(
    'resolve_link says that %s is a web address',
    async link => {
      const { code, message, candidates } = await failure('resolve_link', { link });
      expect([code, message, candidates]).toEqual(['invalid_argument', textWith('web address'), undefined]);
    },
  );

  test('a status that no task can have is unknown', async () => {
    const args = { path: 'Tasks', expectedText: 'Pay', status: 'non_task' };
    expect(await failure('update_task', args)).toMatchObject({
      code: 'invalid_argument',
      hint: textWith('on_hold'),
    });
  });

  test('a property that is shown and compared is reported as missing once', async () => {
    const { hints } = await vault.ask('query_notes', { select: ['a'], where: ['a=1'] });
    expect(hints).toHaveLength(1);
  });

  test('only the globs that were given are named', async () => {
    const { hints } = await vault.ask('list', { recursive: true, excludes: ['**'] });
    expect(String(hints)).toBe('Nothing matches `excludes` by itself.');
  });
});

describe('a heading that is cut where it is shown', () => {
  const long = `Some ${'words of '.repeat(25)}`;
  const text = `# Top\n## ${long}lamps\nLamp oil.\n- [ ] Buy oil\n# Twins\n## ${long}ropes\n`;
  const vault = vaultForEach({ files: { 'A.md': text } });

  async function shownPath(): Promise<string> {
    const { headings } = await vault.ask('get_outline', { path: 'A' });
    return String(field(headings, 1, 'path'));
  }

  test('can be named as it is shown in every tool', async () => {
    const heading = await shownPath();
    expect(heading).toHaveLength('Top::'.length + 200);
    expect(await vault.ask('read_note', { path: 'A', heading })).toMatchObject({ startLine: 2, endLine: 4 });
    expect(await vault.ask('resolve_link', { link: `[[A#${heading.replace('::', '#')}]]` })).toMatchObject({
      startLine: 2,
    });
    expect(await vault.ask('get_outline', { path: 'A', heading })).toMatchObject({ totalCount: 1 });
    expect(await vault.ask('list_tasks', { heading })).toMatchObject({ totalCount: 1 });
    expect(await vault.ask('search', { query: 'oil', heading })).toMatchObject({ totalMatches: 2 });
    const target = { path: 'A', targetType: 'heading', target: heading, operation: 'append' };
    await vault.ask('patch_note', { ...target, content: 'End.' });
    await vault.ask('rename_heading', { path: 'A', heading, newHeading: 'Short' });
    expect(readFileSync(join(vault.path, 'A.md'), 'utf8')).toBe(
      `# Top\n## Short\nLamp oil.\n- [ ] Buy oil\n\nEnd.\n# Twins\n## ${long}ropes\n`,
    );
  });

  test('is not told from another one that begins like it by its text alone', async () => {
    const heading = (await shownPath()).slice('Top::'.length);
    const { error } = await vault.ask('read_note', { path: 'A', heading });
    expect(error).toMatchObject({ code: 'target_ambiguous' });
    expect(await vault.ask('read_note', { path: 'A', heading: heading.slice(0, 150) })).toMatchObject({
      error: { code: 'target_not_found' },
    });
  });
});

describe('a part behind a reference', () => {
  const vault = vaultForAll({
    files: { '2026-11-19.md': '# Day\n## Log\nFed.\n\nWell ^x\n', 'Home.md': 'x\n' },
  });
  const codeIn = ({ error }: Record<string, unknown>): unknown => error && field(error, 'code');

  test.each<[string, Record<string, unknown>, string]>([
    ['read_note', {}, 'not_found'],
    ['get_context', {}, 'not_found'],
    ['get_links', {}, 'not_found'],
    ['edit_note', { edits: [{ oldText: 'Fed', newText: 'x' }] }, 'invalid_path'],
    ['update_note', { mode: 'append', content: 'x' }, 'invalid_path'],
    [
      'patch_note',
      { targetType: 'heading', target: 'Log', operation: 'append', content: 'x' },
      'invalid_path',
    ],
  ])('is for %s what it is behind the path', async (tool, args, ofNone) => {
    const before = vault.notes();
    for (const part of ['#Log', '#Day#Log', '#^x']) {
      const dated = await vault.ask(tool, { ...args, path: `@daily:2026-11-19${part}` });
      const plain = await vault.ask(tool, { ...args, path: `2026-11-19${part}` });
      if (plain['error'] === undefined) expect(dated).toEqual(plain);
      else expect(codeIn(dated)).toBe(codeIn(plain));
    }
    for (const path of ['@daily#Log', '@Weekly:next week#^x', '@daily:2026-11-20#Log'])
      expect(codeIn(await vault.ask(tool, { ...args, path }))).toBe(ofNone);
    expect(codeIn(await vault.ask('create_note', { path: '@daily#Log', content: 'x' }))).toBe('invalid_path');
    expect(vault.notes()).toEqual(before);
  });

  test('is the name of a note with its ending', async () => {
    const path = '@daily#Log.md';
    expect(await vault.ask('create_note', { path, content: 'x' })).toMatchObject({ path });
    expect(await vault.ask('delete', { path })).toMatchObject({ path });
  });
});
