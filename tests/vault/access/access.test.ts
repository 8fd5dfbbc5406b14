import { symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { usualArguments } from '../../support/usual-arguments';
import type { Answer, TestClient } from '../../support/clients';
import type { Files } from '../../support/files/vault-folder';
import { tools } from '../../../src/tools';

const secret = 'lct_scoped-token-0123456789';

const open: Files = {
  'Home.md': '---\ntags: [start, shared/a]\n---\nSee [[Plan]], [[Twin]] and [[Diary]].\n',
  'Work/Plan.md': '# Plan\nTo [[Home]]. #shared/b\n- [ ] open task\n- [x] done task [by:: [[Diary]]]\n',
  'Work/deep/Twin.md': 'The longer path of two. [[Plan#Plan]]\n',
  'AGENTS.md': 'Guide',
  '.obsidian/daily-notes.json': '{ "folder": "Private" }',
  'pic.png': 'x',
};

const hidden: Files = {
  'Private/Twin.md': 'The shorter path of two. CANARY [[Home]] #shared/a #secret-tag\n',
  'Private/Diary.md':
    '---\ntags: [secret-tag]\nsalary: 1\n---\nCANARY [[Plan]] [[Home]]\n- [ ] CANARY task\n',
  'Private/Homer.md': 'CANARY',
  'Private/2026-01-01.md': 'CANARY',
  'Private/sub/CANARY.png': 'x',
};

const rules = { deny: ['Private/**'] };
const stamp = new Date('2026-01-01T00:00:00Z');

async function start(files: Files, settings: Record<string, unknown> = {}): Promise<RunningLectern> {
  return RunningLectern.start({
    files,
    communityPlugins: ['dataview'],
    prepare: folder => {
      for (const path of Object.keys(files)) utimesSync(join(folder.path, path), stamp, stamp);
    },
    settings: { tokens: [{ name: 'scoped', rights: 'read', value: secret, ...rules }], ...settings },
  });
}

const dataviewQueries = ['LIST', 'LIST FROM "Private"', 'LIST WHERE salary < [[Home]]', 'nonsense'];

/** Every way of asking that the read tools offer. */
const questions: [string, Record<string, unknown>][] = [
  ['list', {}],
  ['list', { recursive: true, withFrontmatterSummary: true }],
  ['list', { recursive: true, where: ['salary'] }],
  ['list', { path: 'Private' }],
  ['list', { path: 'Private/sub' }],
  ['list', { path: 'Privat' }],
  ['list', { recursive: true, only: 'directories', sort: 'name' }],
  ['list_notes', {}],
  ['list_notes', { tag: 'secret-tag' }],
  ['list_notes', { path: 'Private' }],
  [
    'stat',
    { paths: ['Private', 'Private/Diary.md', 'Diary', 'Home', '[[Diary]]', '[[Twin]]', 'private/diary'] },
  ],
  ['get_vault_info', {}],
  ['read_note', { path: 'Private/Diary.md' }],
  ['read_note', { path: 'private/DIARY' }],
  ['read_note', { path: '[[Diary]]' }],
  ['read_note', { path: '[[Twin]]' }],
  ['read_note', { path: '@daily:2026-01-01' }],
  ['read_note', { path: '@active' }],
  ['stat', { paths: ['@daily:2026-01-01', '@daily:2026-01-02', '@weekly'] }],
  ['read_note', { path: 'Home', format: 'json' }],
  ['read_note', { path: 'Work/Plan', format: 'json' }],
  ['read_note', { path: 'Dairy' }],
  ['list_tags', { withFiles: true }],
  ['list_tags', { path: 'Private' }],
  ['list_tags', { prefix: 'secret', sort: 'name' }],
  ['get_tags', { path: 'Private/Diary' }],
  ['get_frontmatter', { path: 'Private/Diary' }],
  ['read_notes', { paths: ['Home', 'Private/Diary', 'Twin', '[[Twin]]'] }],
  ['get_outline', { path: 'Private/Diary' }],
  ['search', { query: 'canary' }],
  ['search', { query: 'longer' }],
  ['search', { query: 'shorter path', mode: 'fuzzy' }],
  ['search', { query: 'diery' }],
  ['search', { query: 'tag:secret-tag' }],
  ['search', { query: 'path', path: 'Private' }],
  ['search', { query: 'CANAR.', mode: 'regex' }],
  ['list_properties', {}],
  ['list_properties', { property: 'salary' }],
  ['get_links', { path: 'Home', includeUnlinked: true }],
  ['get_links', { path: 'Work/Plan' }],
  ['get_links', { path: 'Private/Diary' }],
  ['check_links', {}],
  ['check_links', { kind: 'orphans' }],
  ['check_links', { kind: 'deadends' }],
  ['check_links', { path: 'Private' }],
  ['explore_graph', { path: 'Home', depth: 4 }],
  ['explore_graph', { path: 'Home', to: 'Work/deep/Twin' }],
  ['explore_graph', { path: 'Home', to: 'Private/Diary' }],
  ['resolve_link', { link: '[[Twin]]' }],
  ['resolve_link', { link: 'Diary', from: 'Home' }],
  ['list_changes', { actor: 'any' }],
  ['query_notes', { select: ['tags', 'links', 'backlinks', 'wordCount', 'frontmatter', 'tasks'] }],
  ['query_notes', { groupBy: 'tags' }],
  ['query_notes', { filter: { '>': [{ var: 'frontmatter.salary' }, 0] } }],
  ['query_base', { source: 'views: [{order: [file.links, file.backlinks, file.tags, file.properties]}]' }],
  ['query_base', { source: 'filters: file.hasLink(this)', this: 'Home' }],
  ['query_base', { source: 'formulas: {f: \'file("Diary").path\'}\nviews: [{order: [formula.f]}]' }],
  ['query_base', { path: 'Private/Diary' }],
  ['list_tasks', { status: 'any' }],
  ['get_context', { path: 'Home' }],
  ['suggest_links', { text: 'Home, Diary, Plan, Twin and canary' }],
  ['suggest_links', { path: 'Private/Diary' }],
  ['get_context', { query: 'plan diary salary' }],
  ['get_context', { path: 'Private/Diary' }],
  ['find_related', { path: 'Home' }],
  ['list_tasks', { status: 'any' }],
  ['list_tasks', { path: 'Private', status: 'any' }],
  ...dataviewQueries.map((query): [string, Record<string, unknown>] => ['query_dataview', { query }]),
  ['query_dataview', { query: 'LIST FROM [[]]', path: 'Work/Plan' }],
  ['read_attachment', { path: 'Private/sub/CANARY.png' }],
  ['read_attachment', { path: 'pic.pn' }],
];

/** Each read tool with the arguments that it needs, about a note that is hidden, one that is seen, and one of neither. */
const usual = tools
  .filter(tool => tool.risk.rights === 'read' && tool.needsWindow !== true)
  .flatMap(tool =>
    ['Private/Diary', 'Home', 'Diary'].map((file): [string, Record<string, unknown>] => [
      tool.name,
      usualArguments(tool, file),
    ]),
  );

describe('a token that may not see a folder', () => {
  let withFolder: RunningLectern;
  let without: RunningLectern;
  let clients: [TestClient, TestClient];

  beforeAll(async () => {
    withFolder = await start({ ...open, ...hidden });
    without = await start(open);
    clients = [await withFolder.connect('2026', secret), await without.connect('2026', secret)];
  });
  afterAll(async () => {
    await withFolder.close();
    await without.close();
  });

  /** Birth times cannot be set, so they are left out of the comparison. */
  const comparable = ({ structured, text, isError }: Answer): string =>
    JSON.stringify({ structured, text, isError })
      .replace(/created [^ \\"]* [\d:]*/g, () => '')
      .replace(/\\?"created\\?":\\?"[^"\\]*\\?"/g, () => '');

  test.each([...questions, ...usual])(
    'hears from %s %j what it would hear without the folder',
    async (tool, args) => {
      const [one, other] = await Promise.all(clients.map(client => client.call(tool, args)));
      if (one === undefined || other === undefined) throw new Error('A client did not answer.');
      expect(comparable(one)).toBe(comparable(other));
      // A refusal may name the path that the caller gave.
      const given = Object.values(args).filter(value => typeof value === 'string');
      const own = given.reduce((text, value) => text.split(value).join(''), comparable(one));
      expect(own).not.toMatch(/CANARY/);
    },
  );

  test('cannot use a cursor that another token was given', async () => {
    const owner = await withFolder.connect();
    const { structured } = await owner.call('list', { recursive: true, limit: 1 });
    const answer = await clients[0].call('list', {
      recursive: true,
      limit: 1,
      cursor: structured['nextCursor'],
    });
    expect(field(answer.structured, 'error', 'code')).toBe('invalid_cursor');
  });
});

test('a folder that leads into a denied one is not there either, nor is what is in it', async () => {
  const lectern = await RunningLectern.start({
    files: { ...open, ...hidden },
    prepare: folder => {
      symlinkSync('../Private', join(folder.path, 'Work/door'));
    },
    settings: { tokens: [{ name: 'scoped', rights: 'read', value: secret, ...rules }] },
  });
  try {
    const client = await lectern.connect('2026', secret);
    const { structured } = await client.call('list', { path: 'Work', recursive: true });
    expect([structured['items']].flat().map(item => field(item, 'path'))).toEqual([
      'Work/deep',
      'Work/deep/Twin.md',
      'Work/Plan.md',
    ]);
    const inside = await client.call('list', { path: 'Work/door' });
    expect(field(inside.structured, 'error', 'code')).toBe('not_found');
  } finally {
    await lectern.close();
  }
});

describe('rules', () => {
  const seen = async (
    token: Record<string, unknown>,
    settings: Record<string, unknown> = {},
  ): Promise<unknown[]> => {
    const lectern = await RunningLectern.start({
      files: { ...open, ...hidden },
      settings: { tokens: [{ name: 'scoped', rights: 'read', value: secret, ...token }], ...settings },
    });
    try {
      const client = await lectern.connect('2025', secret);
      const { structured } = await client.call('list', { recursive: true });
      return [structured['items']].flat().map(item => field(item, 'path'));
    } finally {
      await lectern.close();
    }
  };

  test('that allow show only that, with the folders on the way', async () => {
    expect(await seen({ allow: ['Work/deep/**'] })).toEqual(['Work', 'Work/deep', 'Work/deep/Twin.md']);
    expect(await seen({ allow: ['/Work'] })).toEqual([
      'Work',
      'Work/deep',
      'Work/deep/Twin.md',
      'Work/Plan.md',
    ]);
  });

  test('that deny win over those that allow', async () => {
    expect(await seen({ allow: ['Work/**'], deny: ['deep'] })).toEqual(['Work', 'Work/Plan.md']);
  });

  test('of the settings hold for every token', async () => {
    expect(await seen({}, { hidden: ['Private', '*.png'] })).toEqual([
      'Work',
      'Work/deep',
      'Work/deep/Twin.md',
      'Work/Plan.md',
      'AGENTS.md',
      'Home.md',
    ]);
  });
});

describe('switches', () => {
  test('take tools out of the list and refuse their calls', async () => {
    const lectern = await start(open, { disabledTools: ['list_tags'] });
    const client = await lectern.connect('2026', secret);
    expect((await client.listTools()).map(({ name }) => name)).not.toContain('list_tags');
    expect(field((await client.call('list_tags')).structured, 'error', 'code')).toBe('tool_disabled');
    await lectern.close();
  });

  test('of a token take tools from it alone', async () => {
    const lectern = await RunningLectern.start({
      files: open,
      settings: { tokens: [{ name: 'few', rights: 'read', value: secret, disabledTools: ['list'] }] },
    });
    const client = await lectern.connect('2026', secret);
    expect((await client.listTools()).map(({ name }) => name)).not.toContain('list');
    expect(field((await client.call('list')).structured, 'error', 'code')).toBe('tool_disabled');
    expect((await (await lectern.connect()).listTools()).map(({ name }) => name)).toContain('list');
    await lectern.close();
  });

  test('an expired token is let in no more', async () => {
    const lectern = await RunningLectern.start({
      files: open,
      settings: { tokens: [{ name: 'old', rights: 'read', value: secret, expires: '2020-01-01T00:00:00Z' }] },
    });
    await expect(lectern.connect('2025', secret)).rejects.toThrow(/401|token/i);
    await lectern.close();
  });
});

describe('what hidden notes spell otherwise', () => {
  /** How hidden notes spell what open notes have as well must not show. */

  const open: Files = {
    'a.md': '#Garden/Roses and lantern lantern lantern lantenn lantern\n',
    'b.md': '#garden/roses, but lanterm twice: lanterm\n',
    'c.md': 'A lanterm.\n',
  };
  const letters = 'a b c d e f g h i j k l m n o p q r s t u v w y z';
  /** More words near to the one that is looked for than are looked for one by one. */
  const near = letters
    .split(' ')
    .flatMap(letter =>
      Array.from({ length: 7 }, (_, at) => `${'lanterx'.slice(0, at)}${letter}${'lanterx'.slice(at)}`),
    );
  const hidden: Files = {
    'Private/1.md': `#GARDEN/ROSES ${near.join(' ')}`,
    'Private/2.md': '#GARDEN/ROSES #GARDEN',
    'Private/3.md': '#gARDEN/rOSES',
  };
  const secret = 'lct_scoped-token-0123456789';
  const questions: [string, Record<string, unknown>][] = [
    ['list_tags', {}],
    ['list_tags', { withFiles: true, sort: 'name' }],
    ['get_vault_info', {}],
    ['rename_tag', { from: 'garden/rosses', to: 'x', dryRun: true }],
    ['search', { query: 'lanterx', exact: true }],
    ['search', { query: 'lanterx' }],
  ];

  /** The two vaults are not made in the same millisecond. */
  function withoutTimes(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'modified' ? undefined : part)));
  }

  async function answers(files: Files): Promise<unknown[]> {
    const lectern = await RunningLectern.start({
      files,
      settings: { tokens: [{ name: 'scoped', rights: 'write', value: secret, deny: ['Private/**'] }] },
    });
    try {
      // What the owner has looked for is known from then on.
      await (await lectern.connect()).call('search', { query: 'lanterx' });
      const client = await lectern.connect('2026', secret);
      const found: unknown[] = [];
      for (const [tool, args] of questions) {
        const { structured } = await client.call(tool, args);
        found.push(withoutTimes(tool === 'get_vault_info' ? field(structured, 'topTags') : structured));
      }
      return found;
    } finally {
      await lectern.close();
    }
  }

  it('tags and suggestions are spelled and ranked as in a vault without the hidden notes', async () => {
    const asked = await answers({ ...hidden, ...open });
    expect(asked).toEqual(await answers(open));
    expect(asked[0]).toMatchObject({ tags: [{ tag: 'Garden/Roses' }, { tag: 'Garden' }] });
    expect(asked[4]).toMatchObject({ suggestions: ['lanterm', 'lantern', 'lantenn'] });
  });
});
