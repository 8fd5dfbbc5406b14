import {
  type ActivityEntry,
  activityEntries,
  isUndoable,
  filtered,
  noFilters,
  groupsOf,
  undoableIds,
} from '../../../src/ui/activity/activity-entries';
import { outcomeWords, placeWords, daySummary, groupSentence } from '../../../src/ui/activity/words';
import type { CallRecord } from '../../../src/vault/activity/call-record';
import type { Change } from '../../../src/vault/journal/change-index';
import type { ChangedFile } from '../../../src/vault/journal/records';

const minute = 60_000;
const call = (time: number, more: Partial<CallRecord> = {}): CallRecord => ({
  ...{ time, token: 'a', tool: 'read_note', effect: 'reads', outcome: 'ok', milliseconds: 1 },
  ...more,
});
const change = (id: string, time: number, more: Partial<Change> = {}): Change => ({
  ...{
    id,
    time,
    token: 'a',
    tool: 'edit_note',
    files: [{ kind: 'edit', path: `${id}.md` }],
    isPending: false,
  },
  ...more,
});
const entries = (calls: readonly CallRecord[], changes: readonly Change[] = []): ActivityEntry[] =>
  activityEntries(calls, changes);

describe('the entries of the activity', () => {
  test('are calls with their changes and changes that no call names, newest first', () => {
    const calls = [call(1), call(5, { tool: 'edit_note', effect: 'writes', changeId: 'x' })];
    const found = entries(calls, [change('x', 4), change('y', 3)]);
    expect(found.map(({ time, change: made }) => [time, made?.id])).toEqual([
      [5, 'x'],
      [3, 'y'],
      [1, undefined],
    ]);
  });

  test('know what was undone, unless the undoing was', () => {
    const undone = entries([], [change('u', 2, { undoes: 'x' }), change('x', 1)]);
    expect(undone.map(({ isUndone }) => isUndone)).toEqual([false, true]);
    const back = [change('v', 3, { undoes: 'u' }), change('u', 2, { undoes: 'x' }), change('x', 1)];
    expect(entries([], back).map(({ isUndone }) => isUndone)).toEqual([false, true, false]);
  });

  test('of changes that the journal dropped cannot be undone', () => {
    const [entry] = entries([call(1, { changeId: 'gone', effect: 'writes' })]);
    expect(entry && isUndoable(entry)).toBe(false);
  });

  test('follow what happens to their change', () => {
    const calls = [call(1, { changeId: 'x', effect: 'writes' })];
    expect(entries(calls, [change('x', 1)])[0]?.isUndone).toBe(false);
    const later = entries(calls, [change('u', 2, { undoes: 'x' }), change('x', 1)]);
    expect(later.map(({ isUndone }) => isUndone)).toEqual([false, true]);
  });
});

describe('how a call ended', () => {
  const ended = (...files: Change['files']): string[] =>
    entries([call(1, { changeId: 'x', effect: 'writes' })], [change('x', 1, { files })]).map(outcomeWords);

  test('is described by what was done to its files, whatever followed it', () => {
    const folder = { kind: 'create', path: 'Inbox', isFolder: true } as const;
    expect(ended(folder, { kind: 'create', path: 'Inbox/a.md' })).toEqual(['created']);
    const links = { kind: 'edit', path: 'Home.md', isLinking: true } as const;
    expect(ended({ kind: 'move', path: 'a.md', newPath: 'b.md' }, links)).toEqual(['moved']);
    expect(ended({ kind: 'delete', path: 'a.md' })).toEqual(['deleted']);
    expect(ended({ kind: 'delete', path: 'a.md' }, { kind: 'edit', path: 'b.md' })).toEqual(['changed']);
  });

  test('is described differently for an undo, what it took back, and a read', () => {
    const made = [change('u', 2, { undoes: 'x' }), change('x', 1)];
    expect(entries([], made).map(outcomeWords)).toEqual(['restored', 'undone']);
    const undone = (kind: 'create' | 'delete' | 'move'): string[] =>
      entries([], [change('u', 2, { undoes: 'gone', files: [{ kind, path: 'a.md' }] })]).map(outcomeWords);
    expect((['create', 'delete', 'move'] as const).flatMap(undone)).toEqual(['restored', 'deleted', 'moved']);
    expect(entries([call(1, { path: 'a.md' })]).map(outcomeWords)).toEqual(['read']);
  });

  test('is no reading of a place where none was named', () => {
    expect(entries([call(1, { tool: 'search' })]).map(outcomeWords)).toEqual(['done']);
  });
});

describe('the place of an entry', () => {
  const made = change('x', 1, {
    tool: 'create_note',
    files: [
      { kind: 'create', path: 'Inbox', isFolder: true },
      { kind: 'create', path: 'Inbox/Idea.md' },
    ],
  });

  test('of a note that was created with its folder is the note', () => {
    const calls = [call(1, { tool: 'create_note', effect: 'writes', changeId: 'x' })];
    expect(entries(calls, [made]).map(placeWords)).toEqual(['Inbox/Idea.md']);
    expect(entries([], [made]).map(({ path }) => path)).toEqual(['Inbox/Idea.md']);
  });

  test('is the folder where nothing else was made', () => {
    const folder = change('y', 1, { files: [{ kind: 'create', path: 'Inbox', isFolder: true }] });
    expect(entries([], [folder]).map(placeWords)).toEqual(['Inbox']);
  });
});

describe('the filters', () => {
  const found = entries(
    [
      call(1, { client: 'Cursor', path: 'Work/Plan.md' }),
      call(2, { token: 'b', outcome: 'not_found' }),
      call(3, { effect: 'writes', changeId: 'x' }),
    ],
    [change('x', 3)],
  );
  const times = (filters: Partial<typeof noFilters>): number[] =>
    filtered(found, { ...noFilters, ...filters }, tool => `Title of ${tool}`).map(({ time }) => time);

  test('choose changes and problems', () => {
    expect(times({})).toEqual([3, 2, 1]);
    expect(times({ kind: 'changes' })).toEqual([3]);
    expect(times({ kind: 'problems' })).toEqual([2]);
  });

  test('find every word, in any case', () => {
    expect(times({ text: 'PLAN cursor' })).toEqual([1]);
    expect(times({ text: 'plan nobody' })).toEqual([]);
    expect(times({ text: 'title of' })).toEqual([3, 2, 1]);
  });
});

describe('the groups', () => {
  test('hold changes of one client with short pauses', () => {
    const at = (id: string, minutes: number, token = 'a'): Change => change(id, minutes * minute, { token });
    const groups = groupsOf(
      entries([], [at('e', 60), at('d', 50), at('c', 49, 'b'), at('b', 40), at('a', 10)]),
    );
    expect(groups.map(group => undoableIds(group.entries))).toEqual([['e', 'd', 'b'], ['c'], ['a']]);
  });
});

const noon = new Date(2026, 10, 22, 12).getTime();

const called = (entry: Partial<ActivityEntry>): ActivityEntry => ({
  ...{
    key: 'k',
    time: noon,
    token: 'Claude Code',
    client: 'claude-code',
    tool: 'read_note',
    effect: 'reads',
  },
  ...{ outcome: 'ok', isUndone: false },
  ...entry,
});

const changed = (...paths: readonly string[]): Change => ({
  ...{ id: 'c', time: noon, token: 'default', tool: 'edit_note', isPending: false },
  files: paths.map(path => ({ kind: 'edit', path })),
});

describe('the summary of a day', () => {
  test('has for each client what it changed, with links, and how much it read and failed at', () => {
    const entries = [
      called({ token: 'Cursor', path: 'Home.md' }),
      called({ effect: 'writes', change: changed('Work/Plan.md') }),
      called({ effect: 'writes', change: changed('a.md', 'b.md') }),
      called({ effect: 'writes', change: changed('Gone.md'), isUndone: true }),
      called({ outcome: 'not_found' }),
      called({}),
    ];
    expect(daySummary(entries, noon)).toBe(
      [
        '# What clients did on 2026-11-22',
        '',
        '## Cursor',
        '',
        '- 1 read',
        '',
        '## Claude Code',
        '',
        '- Changed [[a]], [[b]], [[Work/Plan]]',
        '- 1 change undone',
        '- 1 read',
        '- 1 failed call',
        '',
      ].join('\n'),
    );
  });

  test('leaves out other days, and says so when nothing happened', () => {
    expect(daySummary([called({ time: noon - 86_400_000 })], noon)).toBe('No calls on 2026-11-22.\n');
  });

  test('makes no link of a name that would end it', () => {
    const entries = [called({ effect: 'writes', change: changed('a]] [[b.md') })];
    expect(daySummary(entries, noon)).toContain('- Changed a]] [[b.md');
  });
});

const sentence = (...files: readonly ChangedFile[]): string => groupSentence([entry(files)]);

const entry = (files: readonly ChangedFile[]): ActivityEntry => ({
  ...{ key: 'k', time: 0, token: 'default', tool: 'edit_note', effect: 'writes', outcome: 'ok' },
  ...{ isUndone: false },
  change: { id: 'c', time: 0, token: 'default', tool: 'edit_note', isPending: false, files: [...files] },
});

const edit = (path: string): ChangedFile => ({ kind: 'edit', path });

describe('the sentence of a group of changes', () => {
  test('names two notes and counts every other one, also those of one call', () => {
    expect(sentence(edit('Work/Plan.md'))).toBe('Changed Plan');
    expect(sentence(edit('Work/Plan.md'), edit('Home.md'))).toBe('Changed Plan and Home');
    expect(
      groupSentence([entry([edit('Plan.md')]), entry([edit('a.md'), edit('b.md'), edit('Plan.md')])]),
    ).toBe('Changed Plan, a and 1 more');
  });

  test('says what was done where it is the same for all', () => {
    expect(
      sentence({ kind: 'create', path: 'Inbox', isFolder: true }, { kind: 'create', path: 'Inbox/a.md' }),
    ).toBe('Created a');
    expect(sentence({ kind: 'delete', path: 'a.md' }, { kind: 'delete', path: 'b.md' })).toBe(
      'Deleted a and b',
    );
    expect(sentence({ kind: 'delete', path: 'a.md' }, edit('b.md'))).toBe('Changed a and b');
  });

  test('names the folder that notes were moved to, and not the notes whose links followed', () => {
    const moved = ['a', 'b'].map((name): ChangedFile => {
      return { kind: 'move', path: `${name}.md`, newPath: `Inbox/${name}.md` };
    });
    const linking: ChangedFile = { ...edit('Home.md'), isLinking: true };
    expect(sentence(...moved, linking)).toBe('Moved a and b to “Inbox”');
    expect(sentence(...moved, { kind: 'move', path: 'Work/c.md', newPath: 'c.md' })).toBe(
      'Moved a, b and 1 more',
    );
  });
});
