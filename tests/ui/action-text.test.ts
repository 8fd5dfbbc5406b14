import { actionText } from '../../src/ui/action-text';
import { type ChangeAction, changeAction } from '../../src/vault/journal/records';
import { withAppLanguage } from '../support/language';
import { callerText } from '../../src/ui/plain-words';
import { requesterOf } from '../../src/ui/approval/approval-words';
import { approvalText } from '../../src/vault/approval/approval-text';
import { busyTurn } from '../support/time/busy-turn';

interface Sample {
  readonly action: ChangeAction;
  readonly en: string;
  readonly de: string;
}

const canvas = { kind: 'editCanvas', added: { cards: 0, arrows: 0 } } as const;
const samples: readonly Sample[] = [
  {
    action: { kind: 'renameProperty', from: 'due', to: 'until', notes: 1 },
    en: 'Rename the property “due” to “until” in 1 note',
    de: 'In 1 Notiz die Eigenschaft „due“ in „until“ umbenennen',
  },
  {
    action: { kind: 'renameTag', from: 'meeting', to: 'work/meeting', notes: 14 },
    en: 'Rename #meeting to #work/meeting in 14 notes',
    de: 'In 14 Notizen #meeting in #work/meeting umbenennen',
  },
  {
    action: { kind: 'renameHeading', path: 'Plan.md', from: 'Aim', to: 'Aims', links: 1, otherFiles: 0 },
    en: 'Rename the heading “Aim” of Plan.md to “Aims”, update 1 link in it and in 0 other files',
    de: 'Die Überschrift „Aim“ von Plan.md in „Aims“ umbenennen, 1 Link darin und in 0 anderen Dateien anpassen',
  },
  {
    action: { kind: 'renameHeading', path: 'Plan.md', from: 'Aim', to: 'Aims', links: 2, otherFiles: 1 },
    en: 'Rename the heading “Aim” of Plan.md to “Aims”, update 2 links in it and in 1 other file',
    de: 'Die Überschrift „Aim“ von Plan.md in „Aims“ umbenennen, 2 Links darin und in 1 anderen Datei anpassen',
  },
  {
    action: { kind: 'mergeNotes', from: 'A.md', into: 'B.md', otherFiles: 1, isPermanent: false },
    en: 'Merge A.md into B.md, update links in 1 other file, move A.md to the trash',
    de: 'A.md an B.md anfügen, Links in 1 anderen Datei anpassen, A.md in den Papierkorb legen',
  },
  {
    action: { kind: 'mergeNotes', from: 'A.md', into: 'B.md', otherFiles: 2, isPermanent: true },
    en: 'Merge A.md into B.md, update links in 2 other files, permanently delete A.md',
    de: 'A.md an B.md anfügen, Links in 2 anderen Dateien anpassen, A.md endgültig löschen',
  },
  {
    action: { kind: 'replaceText', find: 'lamp', replacement: '', places: 3, notes: 1 },
    en: 'Replace “lamp” with “” in 1 note, 3 times',
    de: '„lamp“ durch „“ ersetzen: 3-mal in 1 Notiz',
  },
  {
    action: { ...canvas, changed: { cards: 0, arrows: 1 }, removed: { cards: 2, arrows: 3 } },
    en: 'Change 1 arrow. Remove 2 cards and 3 arrows.',
    de: '1 Pfeil ändern. 2 Karten und 3 Pfeile entfernen.',
  },
  {
    action: { kind: 'addAttachment', path: 'f.png', mediaType: 'image/png', bytes: 67 },
    en: 'Add f.png (image/png, 67 bytes)',
    de: 'f.png hinzufügen (image/png, 67 Bytes)',
  },
  {
    action: { kind: 'addAttachment', path: 'f.png', mediaType: 'image/png', bytes: 1, note: 'A.md' },
    en: 'Add f.png (image/png, 1 byte) and embed it in A.md',
    de: 'f.png hinzufügen (image/png, 1 Byte) und in A.md einbetten',
  },
];

test('there is a sample of every kind of change', () => {
  const kinds = changeAction.options.map(({ shape }) => shape.kind.value);
  expect([...new Set(samples.map(({ action }) => action.kind))].sort()).toEqual([...kinds].sort());
});

test.each(samples)('a change is told in English: $en', ({ action, en }) => {
  expect(actionText(action)).toBe(en);
});

describe('in German', () => {
  withAppLanguage('de');

  test.each(samples)('a change is told: $de', ({ action, de }) => {
    expect(actionText(action)).toBe(de);
  });
});

test('what names hide is shown, and no name begins another line', () => {
  const action = { kind: 'mergeNotes', from: 'a\u202e\nb.md', into: 'B.md' } as const;
  expect(actionText({ ...action, otherFiles: 0, isPermanent: false })).toMatch(
    /^Merge a‹U\+202E›␊b\.md into/,
  );
});

const hidden = { token: 'default', client: 'a\u202eb\u001b[2J\nyou' };
const seen = 'a‹U+202E›b‹U+001B›[2J␊you';

describe('a client that hides something in its name', () => {
  test('is told by its connection, whose name the user chose', () => {
    expect(callerText(hidden)).toBe('default');
    expect(callerText({ ...hidden, token: hidden.client })).toBe(seen);
    expect(requesterOf(hidden)).toBe('Requested by default.');
    expect(requesterOf({ token: hidden.client })).toBe(`Requested by ${seen}.`);
  });

  test('is shown with it before the user decides on a terminal', async () => {
    const change = { kind: 'edit', path: 'a\n\u001b.md', before: 'x\n', after: 'y\u{e0041}\n' } as const;
    const request = { ...hidden, id: 1, until: 0, tool: 'edit_note', risks: ['edit'] } as const;
    const text = await approvalText({ ...request, changes: [change] }, actionText, busyTurn());
    expect(text.split('\n')[0]).toBe(`"default" ("${seen}") wants to use edit_note`);
    expect(text).toContain('edit a␊‹U+001B›.md\n');
    expect(text).toContain('+y‹U+E0041›');
  });
});

test('a client cannot end the quotation of its name, nor fill the line with it', async () => {
  const client = `Claude") wants to read. Allow this? [y/N] ${'y'.repeat(60)}`;
  const request = {
    ...hidden,
    client,
    id: 1,
    until: 0,
    tool: 'delete',
    risks: ['delete'],
    changes: [],
  } as const;
  const shown = `Claude') wants to read. Allow this? [y/N…`;
  expect(await approvalText(request, actionText, busyTurn())).toBe(
    `"default" ("${shown}") wants to use delete`,
  );
});

test('the user is called You, and a client whose token has that name is not', () => {
  expect(callerText({ token: 'you' })).toBe('You');
  expect(callerText({ token: 'you', client: 'x' })).toBe('you');
});
