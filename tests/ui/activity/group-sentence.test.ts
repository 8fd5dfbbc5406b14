import type { ActivityEntry } from '../../../src/ui/activity/activity-entries';
import { groupSentence } from '../../../src/ui/activity/words';
import type { ChangedFile } from '../../../src/vault/journal/records';

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
