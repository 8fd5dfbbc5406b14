import { z } from 'zod';
import { property } from '../../../src/vault/plugins/plugin-api';
import { hintsOf } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { textMatching } from '../../support/matchers';
import { type Caller, vaultForAll } from '../../support/open-vault';

const scoped = 'lct_scoped-token-0123456789';

const files = {
  'Books/Dune.md':
    '---\ntags: [book]\nrating: 5\nread: 2026-03-01\nlength: 7 days\nauthor: "[[Herbert]]"\nnext: "[[Secret/Plan#Aim]]"\n---\nBy [[Herbert]], see [[Secret/Plan]].\n- [ ] read on [due:: 2026-11-20]\n    - [x] find it\n',
  'Books/Emma.md': '---\ntags: [book]\nrating: 4\n---\nBy [[Nobody]].\n- [x] done #quick\n',
  'Shelf.md': '# To do\n## Soon\n- [ ] sort\n- [ ] dust ^dust\n',
  'Herbert.md': '---\nborn: 1920\nfriend: "[[Secret/Plan]]"\n---\n- [ ] write\n',
  'Secret/Plan.md':
    '---\ntags: [book]\nrating: 1\npassword: CANARY\n---\n- [ ] CANARY task\n[[Books/Dune]]\n',
};

const vault = vaultForAll({
  files,
  communityPlugins: ['dataview'],
  settings: { tokens: [{ name: 'scoped', rights: 'read', value: scoped, deny: ['Secret'] }] },
  isSettled: true,
});

async function ask(
  query: string,
  { by = vault, ...more }: { by?: Pick<Caller, 'call'>; path?: string; limit?: number } = {},
): Promise<Record<string, unknown>> {
  return (await by.call('query_dataview', { query, ...more })).structured;
}

const code = (answer: Record<string, unknown>): unknown => field(answer, 'error', 'code');

test('query_dataview is listed where Dataview is installed', async () => {
  expect((await (await vault.client()).listTools()).map(({ name }) => name)).toContain('query_dataview');
});

describe('query_dataview', () => {
  test('returns a table with links as paths, dates and durations as ISO texts', async () => {
    expect(
      await ask('TABLE rating, author AS "By", read, length, next FROM #book WHERE rating > 3 SORT rating'),
    ).toEqual({
      type: 'table',
      headers: ['File', 'rating', 'By', 'read', 'length', 'next'],
      rows: [
        ['Books/Emma.md', 4, null, null, null, null],
        ['Books/Dune.md', 5, 'Herbert.md', '2026-03-01', 'P7D', 'Secret/Plan.md#Aim'],
      ],
      totalCount: 2,
    });
  });

  test('returns a list of notes, or with a value for each', async () => {
    expect(await ask('LIST FROM "Books" SORT file.name')).toEqual({
      type: 'list',
      rows: ['Books/Dune.md', 'Books/Emma.md'],
      totalCount: 2,
    });
    expect((await ask('LIST rating FROM "Books" WHERE rating = 5'))['rows']).toEqual([
      { key: 'Books/Dune.md', value: 5 },
    ]);
  });

  test('says why nothing is listed', async () => {
    const answer = await vault.call('query_dataview', { query: 'LIST FROM #nothing' });
    expect(hintsOf(answer)).toBe('Nothing matches: try fewer conditions, or a wider FROM.');
    expect(answer.text).toContain(hintsOf(answer));
  });

  test('returns tasks with lines from 1, alone or in groups', async () => {
    const { rows, totalCount } = await ask('TASK FROM "Books" WHERE !completed');
    expect(totalCount).toBe(1);
    expect(rows).toMatchObject([
      {
        path: 'Books/Dune.md',
        line: 10,
        status: ' ',
        completed: false,
        due: '2026-11-20',
        link: 'Books/Dune.md',
      },
    ]);
    const grouped = await ask('TASK FROM "Books" GROUP BY completed');
    expect(grouped).toMatchObject({
      totalCount: 3,
      rows: [
        { key: false, rows: [{ line: 10 }] },
        { key: true, rows: [{ line: 11 }, { path: 'Books/Emma.md', tags: ['#quick'] }] },
      ],
    });
  });

  test('returns the links of tasks to their heading or block as texts', async () => {
    const { rows } = await ask('TASK FROM "Shelf"');
    expect(rows).toMatchObject([
      { text: 'sort', link: 'Shelf.md#Soon', section: 'Shelf.md#Soon' },
      { link: 'Shelf.md#^dust', section: 'Shelf.md#Soon' },
    ]);
  });

  test('returns a calendar', async () => {
    expect(await ask('CALENDAR read')).toEqual({
      type: 'calendar',
      rows: [{ date: '2026-03-01', link: 'Books/Dune.md' }],
      totalCount: 1,
    });
  });

  test('takes the note in which the query is evaluated, and a limit', async () => {
    expect((await ask('LIST FROM [[]]', { path: 'Herbert' }))['rows']).toEqual(['Books/Dune.md']);
    expect((await ask('TABLE WITHOUT ID this.born FROM "Books"', { path: 'Herbert' }))['rows']).toEqual([
      [1920],
      [1920],
    ]);
    expect(await ask('LIST', { limit: 1 })).toMatchObject({ rows: ['Books/Dune.md'], totalCount: 5 });
    expect(code(await ask('LIST', { path: 'Nowhere' }))).toBe('not_found');
  });

  test.each(['$= dv.pages()', 'dataviewjs dv.pages()', '```dataviewjs\ndv\n```', 'VIEW x', ''])(
    'passes nothing but queries to Dataview: %j',
    async query => {
      const api = property(vault.lectern.host.internals.plugins.getPlugin('dataview'), 'api');
      const before = z.array(z.string()).parse(property(api, 'asked')).length;
      expect(code(await ask(query))).toBe(query === '' ? 'invalid_argument' : 'invalid_query');
      expect(property(api, 'asked')).toHaveLength(before);
      expect(property(api, 'ranJavaScript')).toBe(false);
    },
  );

  test('runs no JavaScript of a note or of a value', async () => {
    await vault.lectern.host.app.vault.create('Script.md', '---\nrun: "$= globalThis.ran = 1"\n---\n');
    await vault.lectern.host.metadataSettled();
    expect((await ask('LIST run WHERE run'))['rows']).toEqual([
      { key: 'Script.md', value: '$= globalThis.ran = 1' },
    ]);
    expect(Reflect.get(globalThis, 'ran')).toBeUndefined();
    const note = vault.lectern.host.app.vault.getFileByPath('Script.md');
    if (note !== null) await vault.lectern.host.app.vault.delete(note);
  });

  test('says where a query does not parse', async () => {
    const { error } = await ask('TABLE rating\nFROM "Books"\nWHERE rating >');
    expect(error).toMatchObject({
      code: 'invalid_query',
      message: 'The query does not parse at line 3, column 15.',
    });
  });

  test.each([
    ['LIST FROM "../"', 'invalid_path'],
    ['LIST FROM "/etc"', 'invalid_path'],
    ['LIST FROM csv("https://example.com/a.csv")', 'invalid_path'],
    ['LIST FROM csv("Books/data.csv")', 'not_found'],
    ['LIST FROM csv(".obsidian/app.csv")', 'not_found'],
    ['LIST WHERE regexmatch("(a+)+$", file.name)', 'invalid_query'],
    ['LIST FLATTEN a FLATTEN b FLATTEN c', 'invalid_query'],
    [`LIST ${'x'.repeat(100_000)}`, 'invalid_argument'],
    ['LIST nonsense(1)', 'invalid_query'],
    ['LIST "test-throw"', 'internal_error'],
    ['LIST "test-strange"', 'plugin_missing'],
  ])('refuses %j', async (query, expected) => {
    const answer = await vault.call('query_dataview', { query });
    expect(code(answer.structured)).toBe(expected);
    expect(answer.text).not.toMatch(/Secret|CANARY/);
  });

  test('returns as many rows as a result may have, and counts them all', async () => {
    const { rows, totalCount } = await ask('LIST "test-large"');
    expect(totalCount).toBe(50);
    expect(z.array(z.string()).parse(rows).length).toBeLessThan(10);
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(100_000);
  });

  test('replaces values that are no data', async () => {
    const { rows } = await ask('TABLE "test-hostile"');
    const [cells, alone, wide] = z.array(z.array(z.unknown())).parse(rows);
    expect(cells?.slice(0, 1)).toEqual([null]);
    expect(JSON.stringify(cells?.[2])).not.toContain('bottom');
    expect(cells?.slice(3, 11)).toEqual([{}, 'shown', null, '10', null, null, { ok: 1 }, {}]);
    expect(String(cells?.[11])).toHaveLength(20_001);
    expect(alone).toEqual(['no row']);
    expect(z.array(z.unknown()).parse(wide?.[0]).length).toBeLessThan(5000);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('query_dataview for a token that does not see every note', () => {
  const queries = ['LIST', 'LIST WHERE next < [[Herbert]]', 'TABLE rating FROM "Books"', 'nonsense'];

  async function refusesAll(asked: RunningLectern, by: Pick<Caller, 'call'>): Promise<void> {
    const api = property(asked.host.internals.plugins.getPlugin('dataview'), 'api');
    const before = z.array(z.string()).parse(property(api, 'asked')).length;
    for (const query of queries) {
      const { error } = await ask(query, { by });
      expect(error).toMatchObject({ code: 'permission_denied', hint: textMatching(/query_notes/) });
    }
    expect(property(api, 'asked')).toHaveLength(before);
  }

  test('refuses a token with folder rules before Dataview is asked', async () => {
    await refusesAll(vault.lectern, vault.as(scoped));
  });

  const core = 'lct_core-token-0123456789';
  const scopedCore = 'lct_scoped-core-token-0123456789';

  /** Whether the list has it, and whether the overview names it among the tools that are not listed. */
  async function toldOf(by: RunningLectern, token: string): Promise<[boolean, boolean]> {
    const client = await by.connect('2026', token);
    const isListed = (await client.listTools()).some(({ name }) => name === 'query_dataview');
    return [isListed, (await client.call('get_vault_info')).text.includes('query_dataview')];
  }

  test('is listed and named only to tokens for which it can run', async () => {
    const rules = { rights: 'read', deny: ['Secret'] };
    const tokens = [
      { name: 'all', rights: 'read', value: scoped, allowWrite: ['Books'] },
      { name: 'core', rights: 'read', value: core, profile: 'core' },
      { name: 'scoped core', value: scopedCore, profile: 'core', ...rules },
    ];
    for (const hidden of [[], ['Secret']]) {
      const running = await RunningLectern.start({ files, settings: { tokens, hidden } });
      try {
        const isOpen = hidden.length === 0;
        expect(await toldOf(running, scoped)).toEqual([isOpen, false]);
        expect(await toldOf(running, core)).toEqual([false, isOpen]);
        expect(await toldOf(running, scopedCore)).toEqual([false, false]);
      } finally {
        await running.close();
      }
    }
  });

  test('refuses every token where folders are hidden', async () => {
    const hiding = await RunningLectern.start({
      files,
      communityPlugins: ['dataview'],
      settings: { hidden: ['Secret'] },
    });
    try {
      await refusesAll(hiding, await hiding.connect());
    } finally {
      await hiding.close();
    }
  });
});

describe('without Dataview', () => {
  test('says that it is missing', async () => {
    const bare = await RunningLectern.start({ files: { 'a.md': '' } });
    try {
      const { structured } = await (await bare.connect()).call('query_dataview', { query: 'LIST' });
      expect(structured).toMatchObject({ error: { code: 'plugin_missing' } });
    } finally {
      await bare.close();
    }
  });
});

describe('strange results of Dataview', () => {
  const vault = vaultForAll({ files: { 'a.md': 'x\n' }, communityPlugins: ['dataview'] });

  async function answerFrom(outcome: unknown, query = 'LIST'): Promise<Record<string, unknown>> {
    const plugin = vault.lectern.host.internals.plugins.getPlugin('dataview');
    if (plugin === null) throw new Error('The stand-in is not there.');
    Reflect.set(plugin, 'api', { query: () => Promise.resolve(outcome) });
    return await vault.ask('query_dataview', { query });
  }

  const ok = (value: unknown): unknown => ({ successful: true, value });

  function fail(): never {
    throw new Error('CANARY of a note');
  }

  test.each([
    [
      'an outcome',
      {
        get successful() {
          return fail();
        },
      },
    ],
    [
      'a result',
      ok({
        type: 'list',
        get values() {
          return fail();
        },
      }),
    ],
    ['a list of rows', ok({ type: 'list', values: new Proxy([], { get: fail }) })],
  ])(
    'a getter of %s that throws is reported as an error of the plugin, without its message',
    async (_what, outcome) => {
      const logged = jest.spyOn(console, 'error').mockReturnValue();
      const answer = await answerFrom(outcome);
      expect(field(answer, 'error', 'code')).toBe('plugin_missing');
      expect(JSON.stringify([answer, logged.mock.calls.map(String)])).not.toContain('CANARY');
      logged.mockRestore();
    },
  );

  test('a large value of one row is cut while it is read', async () => {
    const row = Array.from({ length: 4000 }, () => 'x'.repeat(20_000));
    const { rows } = await answerFrom(ok({ type: 'list', values: [row] }));
    expect(JSON.stringify(rows).length).toBeLessThan(70_000);
    expect([rows].flat(2).map(text => String(text).length)).toEqual([20_000, 20_000, 20_000]);
  });

  test('texts in results are well-formed', async () => {
    expect((await answerFrom(ok({ type: 'list', values: ['\ud800!'] })))['rows']).toEqual(['\ufffd!']);
  });

  test('groups that contain themselves are left out', async () => {
    const endless: { key: string; rows: unknown[] } = { key: 'k', rows: [] };
    endless.rows.push(endless, endless);
    expect(await answerFrom(ok({ type: 'task', values: [endless] }))).toMatchObject({
      rows: [],
      totalCount: 0,
    });
  });

  /** Says that it is long, and costs nothing to make: a sparse list. */
  function long(length: number): unknown[] {
    const rows: unknown[] = [];
    rows.length = length;
    return rows;
  }

  test.each([
    ['rows', { type: 'list', values: long(4e9) }],
    ['tasks in a group', { type: 'task', values: [{ key: 'all', rows: long(4e9) }] }],
    ['headers', { type: 'table', headers: long(4e9), values: [] }],
  ])(
    'a result with thousands of millions of %s is given up after a limited number of steps',
    async (_what, value) => {
      const answer = await answerFrom(ok(value));
      expect(['budget_exceeded', 'plugin_missing']).toContain(field(answer, 'error', 'code'));
    },
    60_000,
  );

  test('a row has no more cells than there are headers', async () => {
    const value = { type: 'table', headers: ['File', 'a'], values: [long(4e9)] };
    expect(await answerFrom(ok(value), 'TABLE a')).toMatchObject({ rows: [[null, null]], totalCount: 1 });
  }, 60_000);
});
