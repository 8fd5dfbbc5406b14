/** Refusals and hints name only what the caller can give, and only what was given. */
import { textWith } from '../../support/matchers';
import { field } from '../../support/json';
import { vaultForAll } from '../../support/open-vault';

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
