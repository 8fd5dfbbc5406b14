/** What a rule closes is as if it were not there, for readers and for writers. */
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RuledVault, type TokenRules } from './vault-with-rules';
import { codeOf } from '../support/clients';
import { base64Of, png } from '../support/files/sample-files';
import type { Files } from '../support/files/vault-folder';
import { field } from '../support/json';
import { vaultForAll } from '../support/open-vault';
import { writesAt } from '../support/writing-calls';

describe('a denied, a hidden and an absent target', () => {
  const open: Files = {
    'Open/n.png': 'x',
    'Open/o.md': '# H\nsecret\n',
    'Open/n.md': 'n\n',
    'Open/Empty/e.md': 'e\n',
  };
  const secret: Files = {
    'Secret/s.md': '# H\nsecret CANARY\n',
    'Secret/Deep/d.md': 'CANARY\n',
    'Open/n 1.md': 'CANARY\n',
    'Secret/pic.png': 'CANARY',
    'Secret/open.png': 'CANARY',
    'Open/n 1.png': 'CANARY',
  };
  const rulesOf: Readonly<Record<string, readonly [TokenRules, Record<string, unknown>]>> = {
    deny: [{ deny: ['Secret', 'Open/n 1.*'] }, {}],
    hidden: [{}, { hidden: ['Secret', 'Open/n 1.*'] }],
    allow: [{ allow: ['Open/**', '!Open/n 1.*'] }, {}],
  };
  const targets = [
    ...['Secret', 'Secret/s.md', 'Secret/absent', 'Secret/Deep', 'SECRET', 'SECRET/S.MD'],
    ...['secret/new', 'Secret/Deep/d', 'Open/n 1', 'Open/N 1.md', 'Open/absent', 'Open/n 2'],
  ];

  const calls = [
    ...targets.flatMap(path => writesAt(path)),
    ['create_note', { path: 'Open/n', ifExists: 'rename', content: 'x' }],
    ...['pic.png', 'n.png', 'open.png', 'Open/n.png', 'Open/n 1.png', 'Secret/pic.png'].flatMap(name =>
      [{}, { note: 'Open/o' }, { note: 'Open/o', embed: true }, { note: 'Secret/s' }].map(
        more => ['add_attachment', { name, data: base64Of(png), ...more }] as const,
      ),
    ),
    ['delete', { path: 'Open' }],
    ['delete', { path: 'Open/Empty' }],
  ] as const;

  async function answers(
    files: Files,
    rules: TokenRules,
    settings: Record<string, unknown>,
  ): Promise<string[]> {
    const vault = await RuledVault.start(files, { agent: rules }, { rules: settings });
    const ask = async ([tool, args]: (typeof calls)[number]): Promise<string> => {
      const answer = await vault.as('agent').call(tool, { ...args, dryRun: true });
      return `${tool} ${JSON.stringify(args)} ${String(codeOf(answer))} ${answer.text}`;
    };
    const found: string[] = [];
    for (let from = 0; from < calls.length; from += 8)
      found.push(...(await Promise.all(calls.slice(from, from + 8).map(ask))));
    await vault.close();
    return found;
  }

  test.each(Object.entries(rulesOf))(
    'no tool returns anything that the rules hide: %s',
    async (_how, [rules, settings]) => {
      const having = await answers({ ...open, ...secret }, rules, settings);
      expect(having).toEqual(await answers(open, rules, settings));
      expect(having.filter(answer => answer.includes('CANARY'))).toEqual([]);
    },
    60_000,
  );

  test('a path that differs from a denied one only in letter case is denied', async () => {
    const vault = await RuledVault.start(
      { 'Secret/s.md': 's' },
      { agent: { deny: ['Secret/**', '!Secret/open.md'] } },
    );
    for (const path of ['SECRET/x', 'secret/s', 'SeCrEt/open'])
      expect(codeOf(await vault.as('agent').call('create_note', { path, content: 'x' }))).toBe(
        'permission_denied',
      );
    expect(codeOf(await vault.as('agent').call('create_note', { path: 'Secret/open', content: 'x' }))).toBe(
      'ok',
    );
    await vault.close();
  });
});

describe('a file that a rule closes by its name', () => {
  const agent = { deny: ['*.bin', 'LICENSE', 'c/*.secret'], rights: 'full' } as const;
  const open = { 'a.md': '# H\n- [ ] t\n', 'b.md': 'text\n' };
  const closed = { 'c/data.bin': 'x', 'c/LICENSE': 'x', 'c/x.secret': 'x', 'data.bin': 'x' };

  const calls = (path: string): readonly (readonly [string, Record<string, unknown>])[] => [
    ['create_note', { path, content: 'x', dryRun: true }],
    ['update_note', { path, mode: 'append', content: 'x', createIfNeeded: false }],
    ['update_note', { path, mode: 'append', content: 'x', dryRun: true }],
    ['edit_note', { path, edits: [{ oldText: 'x', newText: 'y' }] }],
    ['edit_notes', { changes: [{ path, edits: [{ oldText: 'x', newText: 'y' }] }] }],
    ['create_notes', { notes: [{ path, content: 'x' }], dryRun: true }],
    ['patch_note', { path, operation: 'append', targetType: 'heading', target: 'H', content: 'x' }],
    ['update_frontmatter', { path, set: { a: 1 } }],
    ['update_tags', { path, add: ['a'] }],
    ['merge_notes', { from: path, into: 'a' }],
    ['merge_notes', { from: 'a', into: path }],
    ['rename_heading', { path, heading: 'H', newHeading: 'I' }],
    ['update_task', { path, line: 1, expectedText: 't', status: 'done' }],
    ['read_note', { path }],
    ['move', { path, newPath: 'z.md' }],
    ['delete', { path }],
  ];

  async function answers(files: Readonly<Record<string, string>>): Promise<string[]> {
    const vault = await RuledVault.start(files, { agent });
    try {
      const found: string[] = [];
      for (const path of Object.keys(closed))
        for (const [tool, args] of calls(path)) {
          const { structured, text, isError } = await vault.as('agent').call(tool, args);
          found.push(JSON.stringify([tool, args, isError, structured, text]));
        }
      return found;
    } finally {
      await vault.close();
    }
  }

  test('no answer tells whether it is there', async () => {
    const [having, lacking] = [await answers({ ...open, ...closed }), await answers(open)];
    expect(having).toEqual(lacking);
  });
});

describe('a hidden file in the place of a folder', () => {
  const open = { 'a.md': 'a\n', 'P/b.md': 'b\n' };
  const closed = { 'P/list.csv': 'CANARY', 'P/plain': 'CANARY' };

  const calls = (folder: string): readonly (readonly [string, Record<string, unknown>])[] => [
    ['create_note', { path: `${folder}/n`, content: 'x' }],
    ['create_note', { path: `${folder}/Deep/n`, content: 'x' }],
    ['create_notes', { notes: [{ path: `${folder}/n`, content: 'x' }] }],
    ['update_note', { path: `${folder}/n`, mode: 'append', content: 'x' }],
    ['move', { path: 'a.md', newPath: `${folder}/a.md` }],
    ['create_folder', { path: `${folder}/n.md` }],
    ['add_attachment', { name: `${folder}/n.png`, data: base64Of(png) }],
  ];

  async function answers(files: Files): Promise<string[]> {
    const agent = { allow: ['*.md', '*.png'] };
    const vault = await RuledVault.start(files, { agent });
    try {
      const found: string[] = [];
      for (const [tool, args] of Object.keys(closed).flatMap(calls))
        for (const dryRun of [true, false]) {
          const { structured, text } = await vault.as('agent').call(tool, { ...args, dryRun });
          found.push(JSON.stringify([tool, args, dryRun, structured, text]));
        }
      return found;
    } finally {
      await vault.close();
    }
  }

  test('is absent for a writer', async () => {
    expect(await answers({ ...open, ...closed })).toEqual(await answers(open));
  });

  test.each([
    ['delete', { path: 'P/d/n.md' }],
    ['move', { path: 'P/d/n.md', newPath: 'P/n.md' }],
  ] as const)('is absent for the undo of %s', async (tool, args) => {
    const undone = async (isTaken: boolean): Promise<string> => {
      const vault = await RuledVault.start(
        { 'P/d/n.md': 'n\n', 'P/o.md': 'o\n' },
        { agent: { allow: ['*.md'] } },
      );
      try {
        expect(codeOf(await vault.as('agent').call(tool, args))).toBe('ok');
        const folder = join(vault.lectern.folder.path, 'P', 'd');
        rmSync(folder, { recursive: true, force: true });
        if (isTaken) writeFileSync(folder, 'CANARY');
        await vault.lectern.host.settled();
        const found: string[] = [];
        for (const [name, given] of [
          ['undo_change', { dryRun: true }],
          ['undo_change', {}],
          ['list_changes', {}],
        ] as const) {
          const { structured, text } = await vault.as('agent').call(name, given);
          found.push(withoutIds(JSON.stringify([structured, text])));
        }
        return found.join('\n');
      } finally {
        await vault.close();
      }
    };
    expect(await undone(true)).toEqual(await undone(false));
  });
});

function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-z]{9}-[0-9a-z]{4}-[0-9a-z]+/gu, () => 'ID')
    .replaceAll(/\d{4}-[\d-]+[T ][\d:.]+/gu, () => 'TIME');
}

describe('a file that came from a closed folder', () => {
  async function changesOf(files: Files, moves: boolean): Promise<string> {
    const vault = await RuledVault.start(files, { agent: { allow: ['Open'] } });
    try {
      if (moves) await vault.as('owner').call('move', { path: 'Closed/a.md', newPath: 'Open/a.md' });
      const { structured, text } = await vault.as('agent').call('list_changes', { actor: 'any' });
      return withoutIds(JSON.stringify([structured, text]));
    } finally {
      await vault.close();
    }
  }

  test('is listed like one that another program put there', async () => {
    const moved = await changesOf({ 'Closed/a.md': 'a\n' }, true);
    expect(moved).toEqual(await changesOf({ 'Open/a.md': 'a\n' }, false));
    expect(moved).toContain('Open/a.md');
  });
});

describe('what happened in a closed folder', () => {
  const agent = { allow: ['Open'] };

  test('does not tell where a note went through it', async () => {
    const vault = await RuledVault.start({ 'Open/gone.md': 'one\n', 'Open/ref.md': 'x\n' }, { agent });
    try {
      const edits = [{ oldText: 'one', newText: 'two' }];
      await vault.as('agent').call('edit_note', { path: 'Open/gone', edits });
      await vault.as('owner').call('move', { path: 'Open/gone.md', newPath: 'Closed/gone.md' });
      await vault.as('owner').call('move', { path: 'Closed/gone.md', newPath: 'Open/arrived.md' });
      await vault.as('agent').call('update_note', { path: 'Open/ref', mode: 'append', content: '[[gone]]' });
      const { structured, text } = await vault.as('agent').call('check_links', { path: 'Open/ref' });
      expect(field(structured, 'items', 0)).toMatchObject({ link: 'gone', suggestions: [] });
      const { changes } = (await vault.as('agent').call('list_changes', { path: 'Open/gone.md' })).structured;
      const changeId = field(changes, 0, 'changeId');
      const undone = await vault.as('agent').call('undo_change', { changeId });
      expect(codeOf(undone)).toBe('version_conflict');
      expect(text + undone.text).not.toContain('arrived');
    } finally {
      await vault.close();
    }
  });

  test('does not push the changes that can be undone out of a hint', async () => {
    const vault = await RuledVault.start({ 'Open/a.md': 'a\n', 'Closed/b.md': 'b\n' }, { agent });
    try {
      const write = { mode: 'append', content: 'x' };
      const own = await vault.as('agent').call('update_note', { path: 'Open/a', ...write });
      for (let nth = 0; nth < 21; nth += 1)
        await vault.as('owner').call('update_note', { path: 'Closed/b', ...write });
      const { text } = await vault.as('agent').call('undo_change', { changeId: 'none' });
      expect(text).toContain(own.structured['changeId']);
    } finally {
      await vault.close();
    }
  });
});

describe('the declared type of a property', () => {
  const types = { '.obsidian/types.json': '{"types":{"closed":"number","open":"number"}}' };
  const open = { 'Open/a.md': '---\nopen: text\n---\n', 'Open/b.md': 'b\n' };
  const closed = { 'Closed/c.md': '---\nclosed: 1\n---\n' };

  async function written(files: Files, who: string): Promise<string | undefined> {
    const vault = await RuledVault.start(files, { agent: { allow: ['Open'] } });
    try {
      for (const target of ['closed', 'open'])
        await vault.as(who).call('patch_note', {
          ...{ path: 'Open/b', operation: 'replace', targetType: 'frontmatter', target, value: '5' },
        });
      return vault.text('Open/b.md');
    } finally {
      await vault.close();
    }
  }

  test('counts only where a note that the caller sees has it', async () => {
    const having = await written({ ...types, ...open, ...closed }, 'agent');
    expect(having).toBe('---\nclosed: "5"\nopen: 5\n---\nb\n');
    expect(await written({ ...types, ...open }, 'owner')).toBe('---\nclosed: 5\nopen: 5\n---\nb\n');
  });
});

test('a file from a hidden folder is listed as a change of others, though the folder that it came to had been moved', async () => {
  const files = { 'F/a.md': 'a\n', 'Closed/x.md': 'x\n' };
  const vault = await RuledVault.start(files, { agent: { deny: ['Closed'] } });
  for (const [path, newPath] of Object.entries({ F: 'G', 'Closed/x.md': 'G/x.md' }))
    expect(codeOf(await vault.as('owner').call('move', { path, newPath }))).toBe('ok');
  const { structured } = await vault.as('agent').call('list_changes', { actor: 'any' });
  const rows = [structured['changes']].flat().filter(row => field(row, 'actor') === 'other');
  expect(rows.map(row => field(row, 'path'))).toEqual(['G/x.md']);
  await vault.close();
});

test('files of a folder that was moved are not listed as changes of others, if the caller saw them before too', async () => {
  const paths = (folder: string): string[] => [`${folder}/a.md`, `${folder}/c.md`];
  const files = { 'Mix/a.md': 'a\n', 'Mix/c.md': 'c\n', 'Mix/closed.md': 'x\n', 'Mix/d.csv': 'd\n' };
  const vault = await RuledVault.start(files, { agent: { allow: ['*.md'], deny: ['Mix/closed.md'] } });
  const listed = async (): Promise<unknown[]> => {
    const { structured } = await vault.as('agent').call('list_changes', { actor: 'any' });
    return [structured['changes']].flat().map(row => field(row, 'path'));
  };
  expect((await listed()).toSorted()).toEqual(paths('Mix'));
  for (const newPath of ['Mix2', 'Mix3']) {
    const path = newPath === 'Mix2' ? 'Mix' : 'Mix2';
    expect(codeOf(await vault.as('owner').call('move', { path, newPath }))).toBe('ok');
    expect(await listed()).toEqual(newPath === 'Mix2' ? ['Mix2/closed.md'] : []);
  }
  await vault.close();
});

describe('bases', () => {
  const open: Files = {
    'Open/a.md': '---\ntags: [x]\nlead: "[[Boss]]"\n---\n[[b]] [[Boss]] [[Plan]]\n',
    'Open/b.md': '---\ntags: [x]\n---\n[[a]]\n',
    'Open/All.base': 'filters: file.hasTag("x")\n',
  };
  const closed: Files = {
    'Secret/Boss.md': '---\ntags: [x, CANARY]\n---\n[[a]] [[b]]\n',
    'Secret/Plan.md': 'CANARY [[a]]\n',
    'Secret/Secret.base': 'filters: file.hasTag("CANARY")\n',
    'Secret/pic.png': 'CANARY',
  };

  const columns = [
    'file.name',
    'file.links',
    'file.backlinks',
    'formula.lead',
    'formula.found',
    'formula.count',
    'formula.linked',
    'note.lead',
  ];
  const source = `formulas:
  lead: lead.asFile().path
  found: 'file("Secret/Plan.md") == null && link("Boss").asFile() == null'
  count: file.backlinks.length
  linked: 'file.hasLink("Plan")'
views:
  - order: [${columns.join(', ')}]
    sort: [{property: formula.count, direction: DESC}]
    groupBy: {property: formula.lead}
    summaries: {formula.count: Sum, file.name: Unique}
`;
  const questions: readonly Record<string, unknown>[] = [
    { source },
    { source: 'filters: file.hasTag("x")' },
    { source: 'filters: file.hasTag("CANARY")' },
    { source: 'filters: file.inFolder("Secret")' },
    { source: 'filters: file.ext == "png"' },
    { source: 'filters: file.hasLink(this)', this: 'a' },
    { source: 'filters: this.file.hasLink(file)', this: 'Open/a.md' },
    { source: 'filters: file.hasLink(this)', this: 'Boss' },
    { source: 'filters: file.links.contains(link("Boss"))' },
    { path: 'Open/All' },
    { path: 'Secret/Secret.base' },
    { path: 'Secret' },
    { path: 'Secret/Boss', block: 0 },
  ];

  async function answers(files: Files): Promise<string[]> {
    const vault = await RuledVault.start(files, { agent: { deny: ['Secret'] } });
    try {
      const texts: string[] = [];
      for (const question of questions) {
        const { structured, text } = await vault.as('agent').call('query_base', question);
        texts.push(JSON.stringify([question, structured, text]));
      }
      return texts;
    } finally {
      await vault.close();
    }
  }

  test('a base answers the same with and without notes that the token does not see', async () => {
    const withClosed = await answers({ ...open, ...closed });
    expect(withClosed).toEqual(await answers(open));
    expect(withClosed.join('\n').replaceAll('hasTag(\\\\\\"CANARY', () => '')).not.toContain(
      'Secret/Boss.md"',
    );
  });

  test('the user gets all rows', async () => {
    const vault = await RuledVault.start({ ...open, ...closed }, {});
    try {
      const { structured } = await vault
        .as('owner')
        .call('query_base', { path: 'Open/All', format: 'paths' });
      expect(structured['paths']).toEqual(['Open/a.md', 'Open/b.md', 'Secret/Boss.md']);
    } finally {
      await vault.close();
    }
  });
});

describe('writers', () => {
  describe('rules for folders', () => {
    let before: Record<string, string>;

    const vault = vaultForAll({
      files: {
        'Open/o.md': '# H\nopen [[s]] #t\n',
        'Secret/s.md': '# H\nsecret #t\n',
        'Read/r.md': '# H\nsecret #t\n',
        'root.md': 'x',
      },
      settings: {
        tokens: [
          {
            name: 'scoped',
            value: 'lct_a-token-with-some-rules',
            rights: 'full',
            deny: ['Secret/**'],
            allowWrite: ['Open/**', 'Secret/**'],
          },
        ],
      },
      asks: 'lct_a-token-with-some-rules',
    });
    beforeAll(() => {
      before = vault.notes();
    });

    test.each([
      ...writesAt('Secret/s'),
      ...writesAt('Secret/absent'),
      ...writesAt('SECRET/s.md'),
      ...writesAt('secret/absent'),
      ...writesAt('Read/r'),
      ...writesAt('Read/absent'),
      ...writesAt('absent'),
    ])('%s %j is denied, whether the path exists or not', async (tool, args) => {
      const answer = await vault.call(tool, args);
      expect(codeOf(answer)).toBe('permission_denied');
      expect(field(answer.structured, 'error')).not.toHaveProperty('versionId');
      expect(vault.notes()).toEqual(before);
    });

    test('a tag is renamed nowhere when one of its notes may not be written', async () => {
      expect(codeOf(await vault.call('rename_tag', { from: 't', to: 'u' }))).toBe('permission_denied');
      expect(codeOf(await vault.call('rename_tag', { from: 't', to: 'u', path: 'Open' }))).toBe('ok');
      const text = (path: string): string => readFileSync(join(vault.path, path), 'utf8');
      expect([text('Open/o.md'), text('Secret/s.md')]).toEqual(['# H\nopen [[s]] #u\n', '# H\nsecret #t\n']);
    });

    test('a wikilink to a hidden note does not resolve', async () => {
      expect(codeOf(await vault.call('update_note', { path: '[[s]]', mode: 'append', content: 'x' }))).toBe(
        'not_found',
      );
    });
  });

  describe('a vault that is read-only', () => {
    const vault = vaultForAll({ files: { 'a.md': 'secret #t' }, settings: { readOnly: true } });

    test.each([
      ...writesAt('a'),
      ['rename_tag', { from: 't', to: 'u' }],
      ['undo_change', { changeId: 'x' }],
    ] as const)('refuses %s %j', async (tool, args) => {
      const before = vault.notes();
      const answer = await vault.call(tool, args);
      expect(codeOf(answer)).toBe('permission_denied');
      expect(field(answer.structured, 'error', 'hint')).toContain('`--read-only`');
      expect(vault.notes()).toEqual(before);
    });
  });
});

describe('writers of a vault with links out of it', () => {
  const vault = vaultForAll({
    files: { 'a.md': 'a' },
    prepare: folder => {
      mkdirSync(join(folder.parent, 'outside'));
      writeFileSync(join(folder.parent, 'outside', 'canary.md'), 'canary');
      symlinkSync(join(folder.parent, 'outside'), join(folder.path, 'leaving'));
      symlinkSync(join(folder.parent, 'outside', 'canary.md'), join(folder.path, 'leaving.md'));
      linkSync(join(folder.parent, 'outside', 'canary.md'), join(folder.path, 'hard.md'));
    },
  });

  test('leave it by no symbolic link and by no hard link', async () => {
    for (const path of ['leaving/canary', 'leaving/new', 'leaving'])
      for (const [tool, args] of writesAt(path))
        expect([tool, codeOf(await vault.call(tool, args))]).not.toEqual([tool, 'ok']);
    await vault.call('update_note', { path: 'hard', mode: 'append', content: 'x' });
    const outside = join(vault.lectern.folder.parent, 'outside');
    expect(readdirSync(outside)).toEqual(['canary.md']);
    expect(readFileSync(join(outside, 'canary.md'), 'utf8')).toBe('canary');
  });
});
