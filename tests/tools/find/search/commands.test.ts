import { field } from '../../../support/json';
import { vaultForAll } from '../../../support/open-vault';

const vault = vaultForAll({
  files: {
    'push.md': 'Use git push -f to force it.\n',
    'stash.md': 'git add -N breaks git stash.\n',
    'tar.md': 'Unpack with tar -xzf archive.tar.gz\n',
    'lamp.md': 'The lamp in the fog.\n',
    'Turbo.md': 'A faster build.\n',
    'oil.md': 'A lamp needs oil.\n',
    'fog.md': 'Oil and fog.\n',
  },
});

interface Answer {
  readonly rows: unknown[];
  readonly totalCount: unknown;
  readonly hints: string;
}

async function search(query: string, others: Record<string, unknown> = {}): Promise<Answer> {
  const { results, totalCount, hints } = await vault.ask('search', { query, ...others });
  const rows = [results].flat().map(row => [field(row, 'path'), field(row, 'missing')]);
  return { rows, totalCount, hints: [hints].flat().join('\n') };
}

describe('a command as a query', () => {
  it.each([
    ['git push -f', 'push.md'],
    ['git add -N stash', 'stash.md'],
    ['--turbo', 'Turbo.md'],
  ])('has its letters and long options as words: %s', async (query, path) => {
    const { rows, totalCount } = await search(query);
    expect([rows[0], totalCount]).toEqual([[path, undefined], 1]);
  });

  it('lists notes with an excluded word if none is left without it, as no match', async () => {
    const { rows, totalCount, hints } = await search('tar -xzf');
    expect([rows, totalCount]).toEqual([[['tar.md', ['-xzf']]], 0]);
    expect(hints).toContain('Every note with "tar" is excluded by `-`.');
    expect(hints).toContain('No note is left without "xzf".');
    expect(hints).toContain('`query: "\\"-xzf\\""` searches for it.');
    expect((await search('"-xzf"')).rows).toEqual([['tar.md', undefined]]);
  });

  it('is answered by get_context', async () => {
    const { sections } = await vault.ask('get_context', { query: 'what does tar -xzf do' });
    expect([sections].flat().map(section => field(section, 'path'))).toEqual(['tar.md']);
  });
});

describe('an exclusion', () => {
  it.each([
    ['lamp -fog', ['oil.md']],
    ['oil -fog', ['oil.md']],
    ['lamp oil -fog', ['oil.md']],
  ])('leaves what it leaves: %s', async (query, paths) => {
    const { rows, hints } = await search(query);
    expect([rows, hints]).toEqual([paths.map(path => [path, undefined]), '']);
  });

  it.each([
    ['tar -"xzf"', {}],
    ['tar -content:xzf', {}],
    ['tar -(xzf OR zip)', {}],
    ['tar -xzf', { allWords: true }],
  ])('that is no flag may leave nothing: %s %j', async (query, others) => {
    const { rows, hints } = await search(query, others);
    expect(rows).toEqual([]);
    expect(hints).toContain('Every note with "tar" is excluded by `-`.');
  });
});
