import { actionText } from '../../src/ui/action-text';
import { type ChangeAction, changeAction } from '../../src/vault/journal/records';
import { withAppLanguage } from '../support/language';

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
