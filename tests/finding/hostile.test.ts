import { catastrophes } from '../support/hostile-patterns';
import { field } from '../support/json';
import { vaultForAll } from '../support/open-vault';

const list = Array.from({ length: 3000 }, (_, n) => n);

const vault = vaultForAll({
  files: {
    ...Object.fromEntries(catastrophes.map(([, text], index) => [`hostile/${index}.md`, text])),
    'canary.md': '---\nmixed: [1, a]\nsecret: canary-text(\n---\nwords\n',
    'one.md': '---\nmixed: .nan\n---\nwords\n',
    'two.md': '---\nmixed: {a: 1}\n---\nwords\n',
    'three.md': '---\nmixed: Word\n---\nwords\n',
    'four.md': 'words\n',
  },
});

async function codeOf(tool: string, args: Record<string, unknown>): Promise<unknown> {
  return field(await vault.ask(tool, args), 'error', 'code');
}

describe('hostile regular expressions', () => {
  it.each(catastrophes.map(([pattern]) => pattern))(
    '%j is answered, in parts where it is slow',
    async query => {
      let cursor: unknown;
      for (let parts = 0; parts < 20; parts += 1) {
        const answer = await vault.ask('search', { query, mode: 'regex', path: 'hostile', cursor });
        expect(answer).toHaveProperty('totalMatches');
        cursor = answer['nextCursor'];
        if (cursor === undefined) break;
      }
      expect(cursor).toBeUndefined();
    },
  );

  it.each([
    '^(\\d+)*\\1$',
    '(((a{100}){100}){100}){100}',
    '[\\u0000-\\u{10FFFF}]{1000}{1000}',
    Array.from({ length: 9000 }, (_, n) => `w${n}`).join('|'),
    '('.repeat(30_000),
    '(?y)a',
    '(?gggg)a',
    '(?<=a)b',
  ])('refuses %#', async query => {
    expect(await codeOf('search', { query, mode: 'regex' })).toBe('invalid_query');
    expect(await codeOf('query_notes', { filter: { regexp: [query, { var: 'path' }] } })).toBe(
      'invalid_query',
    );
  });

  it.each(['^', '$', '()', '(?:)*'])('%j, which matches the empty text everywhere, ends', async query => {
    expect(await vault.ask('search', { query, mode: 'regex' })).toHaveProperty('totalMatches');
  });
});

describe('hostile globs', () => {
  const answered = [
    '*(*(*(a|b)))',
    '+(a|aa)',
    '+(+(+(a)))',
    `${'**/a/'.repeat(10)}**/b`,
    `${'*a'.repeat(10)}*b`,
    '{1..1000000}.md',
    '!(!(!(!(a*b*c*d*))))',
    '[[:constructor:]]',
    '('.repeat(512),
  ];

  it.each(answered)('%j is answered', async pattern => {
    expect(await vault.ask('search', { query: 'words', includes: [pattern] })).toMatchObject({
      totalCount: 0,
    });
    expect(await vault.ask('query_notes', { excludes: [`x${pattern}`.slice(0, 512)] })).toHaveProperty(
      'rows',
    );
  });

  it.each([
    '{a,b}'.repeat(20),
    `@(${Array.from({ length: 5000 }, (_, n) => `x${n}`).join('|')})`,
    'a'.repeat(70_000),
    '{'.repeat(5000),
    '('.repeat(30_000),
  ])('refuses %#', async pattern => {
    expect(await codeOf('search', { query: 'words', includes: [pattern] })).toBe('invalid_query');
  });
});

describe('hostile filters', () => {
  const doubling = {
    reduce: [list.slice(0, 40), { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'x'],
  };

  it.each<[string, unknown, string]>([
    [
      'loops in loops',
      { map: [list, { reduce: [list, { '+': [{ var: 'current' }, 1] }, 0] }] },
      'budget_exceeded',
    ],
    ['a doubling text', doubling, 'budget_exceeded'],
    ['log', { log: 'x' }, 'invalid_query'],
    ['method', { method: ['', 'constructor'] }, 'invalid_query'],
    ['an unknown operator', { constructor: [1] }, 'invalid_query'],
  ])('stops %s', async (_name, filter, code) => {
    expect(await codeOf('query_notes', { filter })).toBe(code);
  });

  it('are refused where they nest too deep', async () => {
    const deep: unknown = JSON.parse(`${'{"!":['.repeat(300)}1${']}'.repeat(300)}`);
    await expect(
      vault.call('query_notes', { filter: deep }).then(({ structured }) => {
        if ('error' in structured) throw new Error('refused');
      }),
    ).rejects.toThrow();
  });

  it('reveal nothing of the note on which they fail', async () => {
    const answer = await vault.ask('query_notes', {
      filter: { regexp: [{ var: 'frontmatter.secret' }, 'x'] },
    });
    expect(answer).toMatchObject({ error: { code: 'invalid_query' } });
    expect(JSON.stringify(answer)).not.toContain('canary');
  });

  it('sorts and groups by values of every kind, what is missing last', async () => {
    for (const order of ['asc', 'desc']) {
      const { rows } = await vault.ask('query_notes', {
        sort: 'frontmatter.mixed',
        order,
        excludes: ['hostile'],
      });
      expect([rows].flat().at(-1)).toEqual({ path: 'four.md' });
    }
    const { groups } = await vault.ask('query_notes', {
      groupBy: 'frontmatter.mixed',
      excludes: ['hostile'],
    });
    expect([groups].flat().map(group => field(group, 'count'))).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('cursors', () => {
  it('are valid for one query of one tool only', async () => {
    const asked = { query: 'words', limit: 1 };
    const cursor = String((await vault.ask('search', asked))['nextCursor']);
    expect(await vault.ask('search', { ...asked, cursor })).toMatchObject({ totalCount: 5 });
    const flipped = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
    const proto = Buffer.from('{"__proto__":{"a":1}}').toString('base64url');
    for (const bad of ['!', cursor.slice(0, -1), flipped, proto, 'A'.repeat(1_000_000)])
      expect(await codeOf('search', { ...asked, cursor: bad })).toBe('invalid_cursor');
    expect(await codeOf('search', { ...asked, query: 'word', cursor })).toBe('invalid_cursor');
    for (const tool of ['query_notes', 'check_links', 'list_tags', 'list_properties'])
      expect(await codeOf(tool, { cursor })).toBe('invalid_cursor');
  });
});
