/** What answers say of the way back, and which change an undo without an id means. */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { versionOf } from '../../../src/vault/reading/notes';
import { codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { type Caller, vaultForEach } from '../../support/open-vault';

describe('how a change is undone, and what to undo instead of what cannot be', () => {
  const files = {
    'A.md': 'Links to [[B]].\n',
    'B.md': 'Secret words of B.\n',
    'C.md': 'C.\n',
    'Folder/D.md': 'D.\n',
  };
  const noUndo = 'lct_token-that-may-not-undo-anything';
  const tokens = [{ name: 'No undo', value: noUndo, rights: 'full', disabledTools: ['undo_change'] }];

  const vault = vaultForEach({ files, settings: { tokens } });

  async function changed(tool: string, args: Record<string, unknown>, by: Caller = vault): Promise<string> {
    const answer = await by.call(tool, args);
    expect(codeOf(answer)).toBe('ok');
    return z.string().parse(answer.structured['changeId']);
  }

  test('an undo that changes no file names the folders that it removes or restores', async () => {
    await changed('create_folder', { path: 'New/Sub' });
    const preview = await vault.call('undo_change', { dryRun: true });
    expect(preview.text).toMatch(/"New\/Sub"[^]*"New"/u);
    const undone = await vault.call('undo_change');
    expect(undone.text).toMatch(/"New\/Sub"[^]*"New"/u);
    const { text } = await vault.call('undo_change', { changeId: undone.structured['changeId'] });
    expect(text).toMatch(/"New"[^]*"New\/Sub"/u);
  });

  test('a created folder that is in use now stays, and does not count as undone', async () => {
    const changeId = await changed('create_folder', { path: 'New/Sub' });
    vault.lectern.folder.write('New/Sub/note.md', 'x');
    await vault.lectern.host.settled();
    expect(codeOf(await vault.call('undo_change'))).toBe('version_conflict');
    expect((await vault.ask('list_changes', {}))['changes']).toMatchObject([
      { path: 'New', undoable: false },
      { path: 'New/Sub', undoable: false },
    ]);
    await changed('delete', { path: 'New/Sub/note.md' });
    expect(codeOf(await vault.call('undo_change', { changeId }))).toBe('ok');
  });

  test.each([
    [{ path: 'B', newPath: 'Folder/' }],
    [{ path: 'Folder', newPath: 'Other' }],
    [
      {
        moves: [
          { path: 'B.md', newPath: 'E.md' },
          { path: 'C.md', newPath: 'F.md' },
        ],
      },
    ],
  ])('the move %j says how it is taken back', async args => {
    const before = vault.notes();
    const { structured, text } = await vault.call('move', args);
    expect(text).toContain('undo_change');
    expect(text.split(String(structured['changeId']))).toHaveLength(2);
    expect(codeOf(await vault.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
    expect(vault.notes()).toEqual(before);
  });

  test('a dry run has no way back, nor has a token that is not shown it', async () => {
    const args = { path: 'B', newPath: 'Folder/' };
    expect((await vault.call('move', { ...args, dryRun: true })).text).not.toContain('undo_change');
    const other = vault.as(noUndo);
    expect((await other.call('move', args)).text).not.toContain('undo_change');
  });

  const hintOf = (structured: unknown): string => String(field(structured, 'error', 'hint'));

  test('an unknown id is answered with the last changes that can be undone, without texts', async () => {
    const first = await changed('edit_note', { path: 'B', edits: [{ oldText: 'Secret', newText: 'Open' }] });
    const second = await changed('move', { path: 'C', newPath: 'Folder/' });
    const undone = await changed('create_note', { path: 'G.md', content: 'x' });
    await vault.call('undo_change', { changeId: undone });
    const { structured, text } = await vault.call('undo_change', { changeId: 'nope' });
    expect(field(structured, 'error', 'code')).toBe('not_found');
    const hint = hintOf(structured);
    expect(hint.indexOf(second)).toBeGreaterThan(-1);
    expect(hint.indexOf(first)).toBeGreaterThan(hint.indexOf(second));
    expect(hint).toContain('C.md → Folder/C.md');
    expect(hint).not.toContain(undone);
    expect(text).not.toMatch(/Secret|Open|words/u);
  });

  test.each([
    ['edit_note', { path: 'B', edits: [{ oldText: 'Secret', newText: 'Open' }] }],
    ['move', { path: 'B', newPath: 'Folder/' }],
    ['create_note', { path: 'G.md', content: 'x' }],
    ['delete', { path: 'C.md' }],
  ])('an id of %s that was used is answered with the others', async (tool, args) => {
    const other = await changed('update_note', { path: 'Folder/D', mode: 'append', content: 'more' });
    const used = await changed(tool, args);
    expect(codeOf(await vault.call('undo_change', { changeId: used }))).toBe('ok');
    const again = await vault.call('undo_change', { changeId: used });
    expect(codeOf(again)).toBe('version_conflict');
    expect(hintOf(again.structured)).toContain(other);
    expect(hintOf(again.structured)).not.toContain(used);
  });

  test('at most five are named, none where there are none', async () => {
    const none = await vault.call('undo_change', { changeId: 'nope' });
    expect(hintOf(none.structured)).not.toContain('create');
    for (let note = 0; note < 7; note += 1)
      await changed('create_note', { path: `N${note}.md`, content: 'x' });
    const structured = await vault.ask('undo_change', { changeId: 'nope' });
    expect(hintOf(structured).match(/N\d\.md/gu)).toHaveLength(5);
  });
});

describe('the last change of a token, and a change whose file was moved since', () => {
  const own = { name: 'Own', value: 'lct_own-token-with-full-rights-00', rights: 'full' };
  const other = { name: 'Other', value: 'lct_other-token-with-full-rights0', rights: 'full' };
  const narrow = {
    name: 'Narrow',
    value: 'lct_narrow-token-for-a-folder-000',
    rights: 'write',
    allow: ['Open'],
  };
  const files = { 'a.md': 'a\n', 'b.md': 'b\n', 'Open/c.md': 'c\n', 'Work/Sub/d.md': 'd\n' };

  const vault = vaultForEach({
    files,
    settings: { tokens: [own, other, narrow] },
    asks: own.value,
  });
  const contents = (): Readonly<Record<string, string>> => vault.contents();
  const append = async (path: string, by: Caller = vault): Promise<string> => {
    const { structured } = await by.call('update_note', { path, mode: 'append', content: 'x' });
    return String(structured['changeId']);
  };

  test.each([{}, { changeId: 'last' }, { changeId: null }, { changeId: '' }])(
    'undo_change %j undoes the last change of the token, not of another',
    async args => {
      const someone = vault.as(other.value);
      await append('a.md');
      await append('b.md', someone);
      expect(codeOf(await vault.call('undo_change', { ...args, dryRun: true }))).toBe('ok');
      expect(contents()['a.md']).toBe('a\nx\n');
      expect(codeOf(await vault.call('undo_change', args))).toBe('ok');
      expect(contents()).toMatchObject({ 'a.md': 'a\n', 'b.md': 'b\nx\n' });
      expect(codeOf(await vault.call('undo_change', args))).toBe('invalid_argument');
      expect(contents()).toMatchObject({ 'a.md': 'a\n', 'b.md': 'b\nx\n' });
    },
  );

  test('a token without changes has none to undo', async () => {
    await append('a.md', vault.as(other.value));
    expect(codeOf(await vault.call('undo_change', {}))).toBe('not_found');
  });

  test.each([
    [[['a.md', 'Work/e.md']], 'a.md', 'Work/e.md'],
    [
      [
        ['a.md', 'e.md'],
        ['e.md', 'f.md'],
      ],
      'a.md',
      'f.md',
    ],
    [[['Work', 'Job']], 'Work/Sub/d.md', 'Job/Sub/d.md'],
    [
      [
        ['Work', 'Job'],
        ['Job/Sub/d.md', 'd.md'],
      ],
      'Work/Sub/d.md',
      'd.md',
    ],
  ])('after the moves %j the undo of a change of %s names %s', async (moves, path, now) => {
    const changeId = await append(path);
    let last = '';
    for (const [from, to] of moves)
      last = String((await vault.ask('move', { path: from, newPath: to }))['changeId']);
    const before = contents();
    const answer = await vault.call('undo_change', { changeId });
    expect(codeOf(answer)).toBe('version_conflict');
    expect(field(answer.structured, 'error', 'candidates')).toEqual([now]);
    expect(field(answer.structured, 'error', 'message')).toContain(now);
    expect(field(answer.structured, 'error', 'hint')).toContain(last);
    expect(contents()).toEqual(before);
  });

  test('a move that was moved on names where the file is now', async () => {
    const structured = await vault.ask('move', { path: 'a.md', newPath: 'e.md' });
    await vault.call('move', { path: 'e.md', newPath: 'f.md' });
    const answer = await vault.call('undo_change', { changeId: structured['changeId'] });
    expect(codeOf(answer)).toBe('version_conflict');
    expect(field(answer.structured, 'error', 'candidates')).toEqual(['f.md']);
  });

  test('a token is not told of a place that it does not see', async () => {
    const someone = vault.as(narrow.value);
    const changeId = await append('Open/c.md', someone);
    await vault.call('move', { path: 'Open/c.md', newPath: 'Secret/place.md' });
    const answer = await someone.call('undo_change', { changeId });
    expect(codeOf(answer)).toBe('version_conflict');
    expect(JSON.stringify(answer)).not.toMatch(/Secret|place/u);
  });
});

describe('a second undo without an id, and the undo of a move', () => {
  const files = {
    'A.md': 'See [[B]].\n',
    'B.md': 'b\n',
    'C.md': 'c\n',
    'Folder/D.md': 'd\n',
    'pic.png': 'x',
  };
  const writer = { name: 'Writer', value: 'lct_token-that-may-write-only-00', rights: 'write' };
  const full = { name: 'Full', value: 'lct_token-with-all-of-the-rights', rights: 'full' };

  const vault = vaultForEach({ files, settings: { tokens: [writer, full] }, asks: writer.value });

  async function changed(tool: string, args: Record<string, unknown>, by: Caller = vault): Promise<string> {
    const answer = await by.call(tool, args);
    expect(codeOf(answer)).toBe('ok');
    return z.string().parse(answer.structured['changeId']);
  }
  const hintOf = (structured: unknown): string => String(field(structured, 'error', 'hint'));

  test.each<[move: Record<string, unknown>, from: string, to: string]>([
    [{ path: 'C.md', newPath: 'Folder/' }, 'Folder/C.md', 'C.md'],
    [{ path: 'C.md', newPath: 'E.md' }, 'E.md', 'C.md'],
    [{ path: 'B.md', newPath: 'Folder/' }, 'Folder/B.md', 'B.md'],
    [{ path: 'Folder', newPath: 'Other' }, 'Other', 'Folder'],
    [
      {
        moves: [
          { path: 'B.md', newPath: 'E.md' },
          { path: 'C.md', newPath: 'F.md' },
        ],
      },
      'E.md',
      'B.md',
    ],
  ])('the undo of the move %j says first that %s went to %s', async (move, from, to) => {
    const before = vault.notes();
    await changed('move', move);
    const preview = await vault.call('undo_change', { dryRun: true });
    const { text, structured } = await vault.call('undo_change', {});
    for (const shown of [preview.text, text]) {
      expect(shown).toContain(`${from} → ${to}`);
      expect(shown).not.toMatch(/bytes/u);
    }
    const [first] = z
      .array(z.looseObject({ path: z.string(), movedFrom: z.string().optional() }))
      .parse(structured['files'] ?? [structured]);
    expect(first?.movedFrom).toBeDefined();
    expect(vault.notes()).toEqual(before);
  });

  test.each<[tool: string, args: Record<string, unknown>, path: string]>([
    ['move', { path: 'C.md', newPath: 'Folder/' }, 'C.md'],
    ['move', { path: 'B.md', newPath: 'E.md' }, 'B.md'],
    ['move', { path: 'Own.md', newPath: 'A longer name.md' }, 'Own.md'],
    ['move', { path: 'pic.png', newPath: 'pic 2.png' }, 'pic.png'],
    ['delete', { path: 'C.md' }, 'C.md'],
  ])('the undo of %s %j gives the version of the file that is there again', async (tool, args, path) => {
    await changed('create_note', { path: 'Own.md', content: 'see [[Own]]' });
    const versionId = versionOf(readFileSync(join(vault.lectern.folder.path, path)));
    await changed(tool, args);
    for (const dryRun of [true, false]) {
      const { files, ...one } = await vault.ask('undo_change', { dryRun });
      const rows = z.array(z.looseObject({ path: z.string() })).parse(files ?? [one]);
      expect(rows.find(row => row.path === path)).toMatchObject({ versionId });
    }
  });

  test.each([1, 2])(
    'after %s undone changes, undo without an id names what may be undone next',
    async count => {
      const older = await changed('update_note', { path: 'C', mode: 'append', content: 'x' });
      for (let done = 0; done < count; done += 1) {
        await changed('update_note', { path: 'B', mode: 'append', content: `${done}` });
        const structured = await vault.ask('list_changes', { actor: 'me', limit: 1 });
        await changed('undo_change', { changeId: field(structured, 'changes', '0', 'changeId') });
      }
      const structured = await vault.ask('undo_change', {});
      expect(field(structured, 'error', 'code')).toBe('invalid_argument');
      expect(hintOf(structured)).toContain(older);
      expect(codeOf(await vault.call('undo_change', { changeId: older }))).toBe('ok');
    },
  );

  test('who has changed nothing is told of the changes of others that it may undo', async () => {
    const others = await changed('update_note', { path: 'C', mode: 'append', content: 'x' });
    const owner = vault.as(full.value);
    const structured = await owner.ask('undo_change', {});
    expect(field(structured, 'error', 'code')).toBe('not_found');
    expect(hintOf(structured)).toContain(others);
  });

  test('a change of another token is refused with a reason', async () => {
    const owner = vault.as(full.value);
    const others = await changed('update_note', { path: 'C', mode: 'append', content: 'x' }, owner);
    const structured = await vault.ask('undo_change', { changeId: others });
    expect(field(structured, 'error', 'code')).toBe('permission_denied');
    expect(hintOf(structured)).toMatch(/full/u);
  });

  test('a change that was undone is listed as such, until the undo is undone', async () => {
    const changeId = await changed('update_note', { path: 'C', mode: 'append', content: 'x' });
    const undo = await changed('undo_change', { changeId });
    const undone = await vault.call('list_changes', {});
    expect(undone.text).toContain(`changeId ${changeId}, has been undone`);
    expect(undone.text).not.toContain('cannot be undone');
    expect(field(undone.structured, 'changes', '1', 'undone')).toBe(true);
    await changed('undo_change', { changeId: undo });
    await changed('update_note', { path: 'C', mode: 'append', content: 'y' });
    expect((await vault.call('list_changes', {})).text).toContain(`changeId ${changeId}, cannot be undone`);
  });
});

describe('a change that was undone', () => {
  const vault = vaultForEach({ files: { 'X.md': 'x\n', 'Y.md': 'y\n' } });

  test('is not undone a second time though its path is free again, unless the undo was undone', async () => {
    const { changeId } = await vault.ask('delete', { path: 'X.md' });
    const { changeId: undo } = await vault.ask('undo_change', { changeId });
    const { changeId: move } = await vault.ask('move', { path: 'X.md', newPath: 'Z.md' });
    const before = vault.notes();
    const rows = async (): Promise<unknown> => (await vault.ask('list_changes', {}))['changes'];
    expect(await rows()).toMatchObject([
      { changeId: move, undoable: true },
      { changeId: undo, undoable: false },
      { changeId, undoable: false, undone: true },
    ]);
    for (const dryRun of [true, false]) {
      const again = await vault.call('undo_change', { changeId, dryRun });
      expect([codeOf(again), again.text]).toEqual([
        'version_conflict',
        expect.stringContaining(String(move)),
      ]);
    }
    expect(vault.notes()).toEqual(before);
    for (const id of [move, undo, changeId])
      expect(codeOf(await vault.call('undo_change', { changeId: id }))).toBe('ok');
    expect(Object.keys(vault.notes())).toEqual(['X.md', 'Y.md']);
  });
});

describe('changes of other programs', () => {
  const vault = vaultForEach({ files: { 'a.md': 'one' } });

  test('files created or removed with a folder of the change do not count as changes of others', async () => {
    await vault.call('create_note', { path: 'Deep/In/made', content: 'x' });
    const structured = await vault.ask('move', { path: 'Deep', newPath: 'Moved' });
    const others = async (): Promise<unknown[]> =>
      [(await vault.ask('list_changes', { actor: 'any', since: 'today' }))['changes']]
        .flat()
        .filter(row => field(row, 'actor') === 'other' && /made/.test(String(field(row, 'path'))));
    expect(await others()).toEqual([]);
    await vault.call('undo_change', { changeId: structured['changeId'] });
    expect(await others()).toEqual([]);
    vault.lectern.folder.write('Deep/In/made.md', 'by hand');
    utimesSync(join(vault.path, 'Deep/In/made.md'), new Date(), new Date(Date.now() + 60_000));
    await vault.lectern.host.settled();
    expect(await others()).toMatchObject([{ path: 'Deep/In/made.md', kind: 'edit' }]);
  });

  test('a file of another program counts as created though its text came a moment later', async () => {
    const path = join(vault.path, 'made by hand.md');
    writeFileSync(path, 'text');
    const { birthtimeMs } = statSync(path);
    for (const [later, kind] of [
      [20, 'create'],
      [5000, 'edit'],
    ] as const) {
      utimesSync(path, new Date(birthtimeMs + later), new Date(birthtimeMs + later));
      await vault.lectern.host.settled();
      const structured = await vault.ask('list_changes', { actor: 'any', since: 'today' });
      const rows = [structured['changes']].flat();
      expect(rows.find(row => field(row, 'path') === 'made by hand.md')).toMatchObject({ kind });
    }
  });
});

describe('the undo of an undo', () => {
  const [decomposed, composed] = ['Cafe\u0301', 'Caf\u00e9'];
  const vault = vaultForEach({
    files: {
      'P/A.md': '[[P/B]] [b](P/B.md) ![[P/B#x]] [c](../C.md)\n',
      'P/B.md': '[[P/A]] [a](A.md)\n',
      'P/D/E.md': '[[P/A]] [a](../A.md) [c](../../C.md)\n',
      'C.md': `[[P/A]] [[${composed}]]\n`,
      [`${decomposed}.md`]: 'x\n',
      [`${decomposed} F/y.md`]: `[[${composed} F/y]]\n`,
    },
  });

  test.each([
    ['a folder whose notes link to each other', { path: 'P', newPath: 'M/X' }],
    ['a folder in it', { path: 'P/D', newPath: 'D' }],
    ['a note to another Unicode form of its name', { path: `${decomposed}.md`, newPath: `${composed}.md` }],
    ['a folder to another Unicode form of its name', { path: `${decomposed} F`, newPath: `${composed} F` }],
  ])('moves %s again', async (_what, args) => {
    const states = [vault.notes()];
    const first = await vault.ask('move', args);
    states.push(vault.notes());
    expect(states[1]).not.toEqual(states[0]);
    for (let { changeId } = first, round = 0; round < 3; round += 1) {
      const undone = await vault.call('undo_change', { changeId });
      expect(codeOf(undone)).toBe('ok');
      expect(vault.notes()).toEqual(states[round % 2]);
      ({ changeId } = undone.structured);
    }
  });
});

describe('the undo of a change whose folder is gone since', () => {
  const full = 'lct_token-that-may-do-everything';
  const narrow = 'lct_token-without-the-folder-000';
  const vault = vaultForEach({
    files: {
      'Old/In/Plan.md': 'see [[Other]]\n',
      'Old/In/pic.png': new Uint8Array([0, 255, 1]),
      'Keep/Other.md': '[[Old/In/Plan]]\n',
    },
    settings: {
      tokens: [
        { name: 'Full', value: full, rights: 'full' },
        { name: 'Narrow', value: narrow, rights: 'write', allowWrite: ['Old/*/*'] },
      ],
    },
    asks: full,
  });
  const byTool = async (): Promise<unknown> => vault.call('delete', { path: 'Old', recursive: true });
  const outside = async (): Promise<void> => {
    rmSync(join(vault.path, 'Old'), { recursive: true });
    await vault.lectern.host.settled();
  };
  const isUndoable = async (by: Caller, changeId: unknown): Promise<unknown> => {
    const rows = [(await by.ask('list_changes', {}))['changes']].flat();
    return field(
      rows.find(row => field(row, 'changeId') === changeId),
      'undoable',
    );
  };

  test.each<[string, Record<string, unknown>, () => Promise<unknown>]>([
    ['delete', { path: 'Old/In/Plan.md' }, byTool],
    ['delete', { path: 'Old/In/Plan.md' }, outside],
    ['delete', { path: 'Old/In/pic.png' }, byTool],
    ['delete', { path: 'Old/In', recursive: true }, byTool],
    ['move', { path: 'Old/In/Plan.md', newPath: 'x.md' }, byTool],
    ['move', { path: 'Old/In', newPath: 'Keep/In' }, outside],
    ['merge_notes', { from: 'Old/In/Plan.md', into: 'Keep/Other.md' }, byTool],
  ])('of %s %j makes it again, and is undone with it', async (tool, args, removal) => {
    const { path = args['from'] } = args;
    const first = vault.notes();
    let { changeId } = await vault.ask(tool, args);
    await removal();
    const states = [vault.notes()];
    expect(await isUndoable(vault, changeId)).toBe(true);
    expect(codeOf(await vault.call('undo_change', { changeId, dryRun: true }))).toBe('ok');
    for (let round = 0; round < 4; round += 1) {
      const undone = await vault.call('undo_change', { changeId });
      expect([codeOf(undone), undone.text]).toEqual(['ok', expect.not.stringContaining('hint')]);
      states.push(vault.notes());
      ({ changeId } = undone.structured);
    }
    const back = Object.entries(first).filter(([one]) => one.startsWith(String(path)));
    expect(states[1]).toMatchObject({ ...Object.fromEntries(back), 'Keep/Other.md': first['Keep/Other.md'] });
    expect(states.slice(2)).toEqual([states[0], states[1], states[0]]);
  });

  test('of a move is not offered where a file has the name of the folder that it led to', async () => {
    const { changeId } = await vault.ask('move', { path: 'Keep/Other.md', newPath: 'Old/Other.md' });
    await outside();
    vault.lectern.folder.write('Old', 'x');
    await vault.lectern.host.settled();
    expect(await isUndoable(vault, changeId)).toBe(false);
  });

  test('is refused, and not offered, where a file has its name or the token may not write it', async () => {
    const someone = vault.as(narrow);
    const { changeId } = await someone.ask('delete', { path: 'Old/In/Plan.md' });
    await outside();
    expect(await isUndoable(someone, changeId)).toBe(false);
    expect(codeOf(await someone.call('undo_change', { changeId }))).toBe('permission_denied');
    vault.lectern.folder.write('Old', 'x');
    await vault.lectern.host.settled();
    expect(await isUndoable(vault, changeId)).toBe(false);
    for (const dryRun of [true, false])
      expect(codeOf(await vault.call('undo_change', { changeId, dryRun }))).toBe('version_conflict');
  });
});
