/** Several moves at once, and a move while other hands change the notes whose links follow it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FileManager } from '../../../../pkg/headless/obsidian/vault/file-manager';
import { asInApp } from '../../../browser/support/app-lectern';
import { type Answer, codeOf } from '../../../support/clients';
import { field } from '../../../support/json';
import { vaultForAll, vaultForEach } from '../../../support/open-vault';

describe('a move to a name that may end code or a formula', () => {
  const files = {
    'Old.md': 'x\n',
    'F/in$1.md': 'y\n',
    'Uses.md': 'costs $5 [x](Old.md)\n\n$5 [[Old]] ![[Old]]\n\na ` [[Old|o]]\n\n[[Old]] $5\n',
    'Deep.md': '$5 [x](F/in%241.md) and [[F/in$1]]\n\n[[F/in$1]]\n',
    'card.canvas': '{"nodes":[{"id":"1","type":"text","text":"$5 [[Old]]"}]}',
  };
  const vault = vaultForEach({ files });

  test.each([
    ['Old.md', 'a$b.md'],
    ['Old.md', 'a`b.md'],
    ['Old.md', 'N/a$b `c`.md'],
    ['F', 'G'],
    ['F/in$1.md', 'in$1.md'],
  ])('keeps every link, and undo gives back every byte: %s to %s', async (path, newPath) => {
    const before = vault.notes();
    const linked = async (note: string): Promise<number> => {
      const { structured } = await vault.call('get_links', { path: note, direction: 'out' });
      return Number(structured['totalCount']);
    };
    const counts = await Promise.all(['Uses', 'Deep'].map(linked));
    const { structured } = await vault.call('move', { path, newPath });
    expect(await Promise.all(['Uses', 'Deep'].map(linked))).toEqual(counts);
    expect((await vault.call('check_links', {})).structured['totalCount']).toBe(0);
    await vault.ask('undo_change', { changeId: structured['changeId'] });
    expect(vault.notes()).toEqual(before);
  });
});

describe('a move of a note to which links to a file would lead then', () => {
  const files = { 'k/pic.png.md': 'x\n', 'k/pic.png': 'y', 'k/Sub/uses.md': '[[pic.png]] ![[pic.png]]\n' };
  const vault = vaultForEach({ files });

  test('names the links that it keeps, and undo gives back every byte', async () => {
    const before = vault.notes();
    const args = { path: 'k/pic.png.md', newPath: 'k/Sub/pic.png.md' };
    expect((await vault.ask('move', { ...args, dryRun: true }))['linksUpdated']).toBe(2);
    const { changeId, linksUpdated } = await vault.ask('move', args);
    expect(linksUpdated).toBe(2);
    expect(vault.text('k/Sub/uses.md')).toBe('[[k/pic.png]] ![[k/pic.png]]\n');
    await vault.ask('undo_change', { changeId });
    expect(vault.notes()).toEqual(before);
  });
});

describe('several moves', () => {
  const files = {
    'a.md': '# H\nsee [[b]] and [[F/c|C]]\r\n',
    'b.md': '---\nup: "[[a]]"\n---\n[[a#H]] ![[pic.png|60]] [x](F/c.md)\n',
    'F/c.md': '# C\n[[../a]] [[d]]\n',
    'F/d.md': 'd\n',
    'pic.png': 'x',
    'stays.md': '[[a]] [[b]] [[c]] `[[a]]`\n',
    'board.canvas':
      '{"nodes":[{"id":"1","type":"file","file":"a.md"},{"id":"2","type":"text","text":"[[F/c]]"}]}',
    'Closed/z.md': '[[a]]\n',
  };
  const someToken = 'lct_a-token-with-some-rules';

  const vault = vaultForEach({
    files,
    settings: { tokens: [{ name: 'some', value: someToken, rights: 'full', allowWrite: ['F/**', 'N/**'] }] },
  });

  const now = (): Record<string, string> => vault.notes();
  const move = (moves: unknown, more: object = {}): Promise<Answer> => vault.call('move', { moves, ...more });

  const all = [
    { path: 'a', newPath: 'N/one' },
    { path: 'b.md', newPath: 'N/two.md' },
    { path: 'F', newPath: 'N/G' },
    { path: 'pic.png', newPath: 'N/' },
  ];

  test.each(['F/G', 'f/G', 'f/', 'F/G/H'])('a folder is not moved into itself: %s', async newPath => {
    const before = now();
    const [single, several] = [{ path: 'F', newPath }, { moves: [{ path: 'F', newPath }] }];
    for (const args of [single, { ...single, dryRun: true }, several])
      expect(codeOf(await vault.call('move', args))).toBe('invalid_argument');
    expect(now()).toEqual(before);
  });

  test.each([
    ['f/c', undefined],
    ['f/C', 'F/C.md'],
    ['F/C.md', 'F/C.md'],
  ])('a new spelling is for the name alone, not for its folder: %s', async (newPath, moved) => {
    const answer = await vault.call('move', { path: 'F/c', newPath });
    expect(codeOf(answer)).toBe(moved === undefined ? 'already_exists' : 'ok');
    expect(Object.keys(now()).filter(path => /^f\/c/iu.test(path))).toEqual([moved ?? 'F/c.md']);
  });

  test('move takes several moves, of folders too, and writes each link once for where all are', async () => {
    const { structured, text } = await move(all);
    expect(structured).toMatchObject({
      moves: [
        { path: 'a.md', newPath: 'N/one.md' },
        { path: 'b.md', newPath: 'N/two.md' },
        { path: 'F', newPath: 'N/G' },
        { path: 'pic.png', newPath: 'N/pic.png' },
      ],
    });
    const listed = ['a.md → N/one.md', 'b.md → N/two.md', 'F/ → N/G/', 'pic.png → N/pic.png'];
    expect(text).toMatch(/^moved 4 files and folders · 11 links updated · changeId \S+\n/u);
    expect(text.split('\n').slice(1, 5)).toEqual(listed);
    expect(now()).toEqual({
      'N/': '',
      'N/G/': '',
      'N/one.md': '# H\nsee [[two]] and [[N/G/c|C]]\r\n',
      'N/two.md': '---\nup: "[[one]]"\n---\n[[one#H]] ![[pic.png|60]] [x](N/G/c.md)\n',
      'N/G/c.md': '# C\n[[../one]] [[d]]\n',
      'N/G/d.md': 'd\n',
      'N/pic.png': 'x',
      'stays.md': '[[one]] [[two]] [[c]] `[[a]]`\n',
      'board.canvas':
        '{"nodes":[{"id":"1","type":"file","file":"N/one.md"},{"id":"2","type":"text","text":"[[N/G/c]]"}]}',
      'Closed/': '',
      'Closed/z.md': '[[one]]\n',
    });
    const { structured: checked } = await vault.call('check_links', {});
    expect(checked['totalCount']).toBe(0);
  });

  test('several moves are one change, which one undo takes back byte for byte', async () => {
    const before = now();
    const { structured } = await move(all);
    const undone = await vault.call('undo_change', { changeId: structured['changeId'] });
    expect(codeOf(undone)).toBe('ok');
    expect(now()).toEqual(before);
  });

  test('a dry run of several moves says what they would do and does nothing', async () => {
    const before = now();
    const { structured: preview } = await move(all, { dryRun: true });
    expect(now()).toEqual(before);
    const { structured } = await move(all);
    expect(preview['linksUpdated']).toBe(structured['linksUpdated']);
    expect(preview['moves']).toEqual(structured['moves']);
  });

  describe('into the place of what moves away', () => {
    const chain = [
      { path: 'a', newPath: 'b' },
      { path: 'b.md', newPath: 'F/c.md' },
      { path: 'F/c.md', newPath: 'N/three.md' },
    ];

    test.each([
      ['in this order', chain],
      ['in the other', chain.toReversed()],
    ])('move takes a chain %s, and one undo takes it back', async (_name, moves) => {
      const before = now();
      const preview = await move(moves, { dryRun: true });
      expect(now()).toEqual(before);
      const { structured } = await move(moves);
      expect(preview.structured['files']).toHaveLength([structured['files']].flat().length);
      const after = now();
      expect(after).toMatchObject({
        'b.md': '# H\nsee [[c]] and [[N/three|C]]\r\n',
        'F/c.md': '---\nup: "[[b]]"\n---\n[[b#H]] ![[pic.png|60]] [x](N/three.md)\n',
        'N/three.md': '# C\n[[../b]] [[d]]\n',
        'stays.md': '[[b]] [[c]] [[three]] `[[a]]`\n',
      });
      expect(after).not.toHaveProperty('a.md');
      const undone = await vault.ask('undo_change', { changeId: structured['changeId'] });
      expect(now()).toEqual(before);
      await vault.ask('undo_change', { changeId: undone['changeId'] });
      expect(now()).toEqual(after);
    });

    test.each([
      ['a swap', [...chain.slice(0, 1), { path: 'b', newPath: 'a' }]],
      ['a circle', [...chain.slice(0, 2), { path: 'F/c.md', newPath: 'a.md' }]],
    ])('move refuses %s, and moves nothing', async (_name, moves) => {
      const before = now();
      expect(codeOf(await move(moves))).toBe('invalid_argument');
      expect(codeOf(await move(moves, { dryRun: true }))).toBe('invalid_argument');
      expect(now()).toEqual(before);
    });
  });

  test.each<[string, unknown, string]>([
    ['a file that is not there', [all[0], { path: 'none', newPath: 'N/x' }], 'not_found'],
    ['a new path that is taken', [all[0], { path: 'b', newPath: 'stays' }], 'already_exists'],
    ['one new path twice', [all[0], { path: 'b', newPath: 'n/ONE.md' }], 'already_exists'],
    ['one file twice', [all[0], { path: 'A.md', newPath: 'N/x' }], 'invalid_argument'],
    [
      'a folder and what is in it',
      [
        { path: 'F', newPath: 'G' },
        { path: 'F/c', newPath: 'c' },
      ],
      'invalid_argument',
    ],
    [
      'a move into a folder that moves',
      [
        { path: 'F', newPath: 'G' },
        { path: 'a', newPath: 'F/a' },
      ],
      'invalid_argument',
    ],
    [
      'a move below what another one makes',
      [
        { path: 'F', newPath: 'G' },
        { path: 'a', newPath: 'G/a' },
      ],
      'already_exists',
    ],
    ['a path that leaves the vault', [all[0], { path: 'b', newPath: '../out.md' }], 'invalid_path'],
    [
      'more than a hundred',
      Array.from({ length: 101 }, (_one, at) => ({ path: `x${at}`, newPath: `y${at}` })),
      'invalid_argument',
    ],
    ['none', [], 'invalid_argument'],
  ])('move refuses %s, and moves nothing', async (_name, moves, code) => {
    const before = now();
    expect(codeOf(await move(moves))).toBe(code);
    expect(now()).toEqual(before);
  });

  test('move says which of several moves is refused', async () => {
    const { structured } = await move([all[0], { path: 'none', newPath: 'N/x' }]);
    expect(field(structured, 'error', 'message')).toMatch(/^Move 2 \("none"\)/u);
  });

  test('move takes either one path or several moves', async () => {
    const before = now();
    expect(codeOf(await move([all[0]], { path: 'b' }))).toBe('invalid_argument');
    expect(codeOf(await vault.call('move', { path: 'b' }))).toBe('invalid_argument');
    expect(codeOf(await vault.call('move', {}))).toBe('invalid_argument');
    expect(now()).toEqual(before);
  });

  test('several moves are refused in whole where a rule closes one path of them', async () => {
    const some = vault.as(someToken);
    const before = now();
    for (const second of [
      { path: 'a', newPath: 'N/a' },
      { path: 'F/d', newPath: 'd' },
    ]) {
      const answer = await some.call('move', { moves: [{ path: 'F/c', newPath: 'N/c' }, second] });
      expect(codeOf(answer)).toBe('permission_denied');
      expect(now()).toEqual(before);
    }
    const structured = await some.ask('move', {
      moves: [
        { path: 'F/c', newPath: 'N/c' },
        { path: 'F/d', newPath: 'N/e' },
      ],
    });
    expect(now()).toMatchObject({ 'N/c.md': '# C\n[[../a]] [[e]]\n', 'N/e.md': 'd\n' });
    await some.call('undo_change', { changeId: structured['changeId'] });
    expect(now()).toEqual(before);
  });
});

describe('what a move leaves or keeps', () => {
  const vault = vaultForEach({
    files: {
      'N.md': 'n',
      's.md': '# About [[N]]\ntext\n[[#About N]]\n',
      't.md': '[[s#About N]] ![[s#About N]] [x](s.md#About%20N)',
      'u.md': '[[s]] [[N]]',
      'Self.md': '# See [[Self]]\n',
      'w.md': '[[Self#See Self]] [[Self]]\n',
      'What now?.md': 'x\n',
      'A "b"/c.md': '[[What now?]]\n',
      'F/P/a.md': 'a\n',
    },
    isSettled: true,
  });

  test.each([true, false])(
    'links to a heading with a link that follows are told (dry run: %s)',
    async dryRun => {
      const many = { moves: [{ path: 'N', newPath: 'M' }], dryRun };
      const { hints } = await vault.ask('move', dryRun ? { path: 'N', newPath: 'M', dryRun } : many);
      const said = JSON.stringify(hints);
      for (const name of ['\\"s.md\\"', '\\"t.md\\"', '`rename_heading`']) expect(said).toContain(name);
      expect(said).not.toContain('u.md');
      const bare = await vault.ask('move', { path: 'u', newPath: 'v', dryRun: true });
      expect(JSON.stringify(bare)).not.toContain('rename_heading');
      const self = await vault.ask('move', { path: 'Self', newPath: 'Other', dryRun });
      expect(JSON.stringify(self['hints'])).toContain('\\"w.md\\"');
    },
  );

  test('a name that no new file may have is kept in another folder, and is not given anew', async () => {
    expect(codeOf(await vault.call('move', { path: 'What now?.md', newPath: 'New/D/' }))).toBe('ok');
    expect(codeOf(await vault.call('move', { path: 'A "b"', newPath: 'F/A "b"' }))).toBe('ok');
    expect(vault.text('F/A "b"/c.md')).toBe('[[What now?]]\n');
    for (const newPath of ['New/D/What then?.md', 'New?/What now?.md', 'New?/'])
      expect(codeOf(await vault.call('move', { path: 'What now?', newPath }))).toBe('invalid_path');
    expect(vault.text('New/D/What now?.md')).toBe('x\n');
  });

  test('a folder is refused with a way out where another move takes something out of it', async () => {
    const inner = { path: 'F/P/a.md', newPath: 'R/a.md' };
    const answer = await vault.call('move', { moves: [inner, { path: 'F/P', newPath: 'Q' }] });
    expect(codeOf(answer)).toBe('invalid_argument');
    expect(field(answer.structured, 'error', 'hint')).toEqual(expect.any(String));
  });
});

describe('a dry run shows what a move then writes', () => {
  const files: Record<string, string> = {
    'bare.md': '[[note]] [[Note|shown]] ![[Note#H]] [[Note.md#^b|x]] [m](Note.md) ![e](<Note.md>)\n',
    'path.md': '[[p/q/Note]] [[/p/q/Note|a]] ![[p/q/Note#H|a]] [m](p/q/Note.md#H "t") [n](<p/q/Note.md>)\n',
    'p/beside.md': '[[q/Note]] [[./q/Note#H]] [m](q/Note.md) [n](<./q/Note.md#^b>) ![e](q/Note)\n',
    'p/q/near.md': '[[./Note]] [[Note|a]] [m](Note.md) ![[../q/Note]] [n](<../q/Note.md>)\n',
    'z/far.md': '[[../p/q/Note|a]] [m](../p/q/Note.md) [[q/Note]] [n](q/Note.md) [o](<q/Note.md>)\n',
    'up.md': '---\nup: "[[q/note|U]]"\nalso: "[[Note]]"\n---\n',
    'b.canvas':
      '{"nodes":[{"id":"1","type":"file","file":"p/q/Note.md"},{"id":"2","type":"text","text":"[[q/Note]]"}]}',
    'p/q/Note.md':
      '[[near]] [n](near.md) [[../beside]] [[bare]] [b](../../bare.md) [o](<../beside.md>) [[#H]]\n',
    'y/Taken.md': '[[Note]] [[bare]]\n',
    'y/taker.md': '[[Taken]] [t](Taken.md) [[y/Taken]]\n',
  };
  const moves = [
    ['p/q/Note.md', 'p/q/NOTE.md'],
    ['p/q/Note.md', 'p/q/Other name.md'],
    ['p/q/Note.md', 'p/Note.md'],
    ['p/q/Note.md', 'y/Note.md'],
    ['p/q/Note.md', 'y/Taken (1.md'],
    ['p/q/Note.md', 'p/q/bare.md'],
    ['p/q/Note.md', 'p/q/a #b.md'],
    ['y/Taken.md', 'Taken.md'],
    ['p/q', 'z/q'],
    ['p', 'P'],
    ['p/q', 'new'],
  ] as const;
  const settings = [
    { newLinkFormat: 'shortest', useMarkdownLinks: false },
    { newLinkFormat: 'absolute', useMarkdownLinks: true },
  ];

  describe('in the app', () => {
    const vault = vaultForEach(asInApp(files, {}));

    test('it says that the app may write the links differently', async () => {
      const [path, newPath] = ['p/q/Note.md', 'y/Other.md'];
      expect(await vault.ask('move', { path, newPath, dryRun: true })).toHaveProperty('hints');
    });
  });

  describe.each(settings)('%j', setting => {
    const vault = vaultForAll({ files: { ...files, '.obsidian/app.json': JSON.stringify(setting) } });

    test.each(moves)('%s to %s', async (path, newPath) => {
      const before = vault.notes();
      const placeOf = (one: string): string =>
        `${one}/`.startsWith(`${path}/`) ? newPath + one.slice(path.length) : one;
      const changesOf = (answer: Record<string, unknown>): Record<string, unknown> =>
        Object.fromEntries(
          [answer['files']]
            .flat()
            .map(row => [
              placeOf(String(field(row, 'path'))),
              [field(row, 'linksUpdated'), field(row, 'diff')],
            ]),
        );
      const preview = await vault.ask('move', { path, newPath, dryRun: true });
      expect(vault.notes()).toEqual(before);
      const written = await vault.ask('move', { path, newPath });
      const after = vault.notes();
      await vault.ask('undo_change', { changeId: written['changeId'] });
      expect(vault.notes()).toEqual(before);
      expect(changesOf(preview)).toEqual(changesOf(written));
      const changed = Object.keys(files).filter(one => after[placeOf(one)] !== before[one]);
      expect(Object.keys(changesOf(preview)).sort()).toEqual(changed.map(placeOf).sort());
      const shown = Object.entries(changesOf(preview)).map(([one, change]) => {
        const lines = String(field(change, 1)).split('\n');
        return [one, lines.flatMap(line => (line.startsWith('+') ? [`${line.slice(1)}\n`] : [])).join('')];
      });
      for (const [one = '', lines = ''] of shown) expect(`${after[one]}\n`).toContain(lines);
    });
  });
});

describe('other hands', () => {
  const files = {
    'a.md': 'A\n',
    'b.md': 'see [[a]] and [text](a.md "t")\r\n',
    'c.md': '---\nup: "[[a]]"\n---\n![[a#H]] `[[a]]`\n',
    'F/d.md': 'out [[../a]]\n',
    'board.canvas':
      '{"nodes":[{"id":"1","type":"file","file":"a.md"},{"id":"2","type":"text","text":"[[a]]"}]}',
  };

  const vault = vaultForEach({ files });
  const { text } = vault;

  /** Lets another hand act right before or right after the app's own rename. */
  async function moveWhile(when: 'before' | 'after', act: () => unknown): Promise<unknown> {
    const { fileManager } = vault.lectern.host.app;
    const rename = FileManager.prototype.renameFile.bind(fileManager);
    Object.defineProperty(fileManager, 'renameFile', {
      configurable: true,
      value: async (file: { path: string }, newPath: string): Promise<void> => {
        if (when === 'before') await act();
        await rename(file, newPath);
        if (when === 'after') await act();
      },
    });
    const structured = await vault.ask('move', { path: 'a', newPath: 'N/new' });
    Reflect.deleteProperty(fileManager, 'renameFile');
    return structured['changeId'];
  }

  const places: readonly (readonly [string, string])[] = [
    ['b.md', 'see '],
    ['c.md', 'up: '],
    ['F/d.md', 'out '],
    ['board.canvas', '"id":"2",'],
  ];

  describe.each(['before', 'after'] as const)('an edit just %s the links follow', when => {
    test.each(places)('by another program, of %s, is kept when the move is undone', async (path, mark) => {
      const edited = (content: string): string => content.replace(mark, () => mark.toUpperCase());
      const changeId = await moveWhile(when, () => writeFileSync(join(vault.path, path), edited(text(path))));
      const undone = await vault.call('undo_change', { changeId });
      expect(undone.isError).toBe(false);
      for (const [name, content] of Object.entries(files))
        expect([name, text(name)]).toEqual([name, name === path ? edited(content) : content]);
    });

    test('by another call is kept too, and can be undone itself', async () => {
      let other: unknown;
      const changeId = await moveWhile(when, async () => {
        const edits = [{ oldText: 'see', newText: 'SEE' }];
        other = field(await vault.call('edit_note', { path: 'b', edits }), 'structured', 'changeId');
      });
      expect((await vault.call('undo_change', { changeId })).isError).toBe(false);
      expect(text('b.md')).toBe(files['b.md'].replace('see', 'SEE'));
      expect(text('a.md')).toBe(files['a.md']);
      expect(typeof other).toBe('string');
    });
  });

  test('a note that another program only changed meanwhile is not part of the move', async () => {
    writeFileSync(join(vault.path, 'other.canvas'), '{"nodes":[]}');
    await vault.lectern.host.settled();
    const changeId = await moveWhile('before', () =>
      writeFileSync(join(vault.path, 'other.canvas'), '{"nodes":[ ]}'),
    );
    const structured = await vault.ask('list_changes', {});
    const rows = [structured['changes']].flat().filter(row => field(row, 'changeId') === changeId);
    expect(rows.map(row => field(row, 'path')).sort()).toEqual([
      'F/d.md',
      'a.md',
      'b.md',
      'board.canvas',
      'c.md',
    ]);
  });

  test('a link that would match the moved note is kept, reported and updated', async () => {
    const others = {
      'F/x.md': 'X\n',
      'F/y.md': '[[x]]\n',
      'G/x.md': 'other\n',
      'H/z.md': '[[G/x]] [[x.md]]\n',
    };
    for (const [path, content] of Object.entries(others)) {
      mkdirSync(dirname(join(vault.path, path)), { recursive: true });
      writeFileSync(join(vault.path, path), content);
    }
    await vault.lectern.host.settled();
    const preview = await vault.call('move', { path: 'G/x', newPath: 'x', dryRun: true });
    const structured = await vault.ask('move', { path: 'G/x', newPath: 'x' });
    expect(text('F/y.md')).toBe('[[F/x]]\n');
    const told = [structured['files']].flat().map(row => field(row, 'path'));
    expect(told).toEqual(expect.arrayContaining(['F/y.md', 'H/z.md']));
    expect(preview.structured['files']).toEqual(structured['files']);
    expect((await vault.call('undo_change', { changeId: structured['changeId'] })).isError).toBe(false);
    for (const [path, content] of Object.entries(others)) expect([path, text(path)]).toEqual([path, content]);
  });
});
