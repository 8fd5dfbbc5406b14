import { actionText } from '../../src/ui/action-text';
import { type ChangeAction, changeAction } from '../../src/vault/journal/change-action';
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
    en: 'Renames the property “due” to “until” in 1 note.',
    de: 'Benennt in 1 Notiz die Eigenschaft „due“ in „until“ um.',
  },
  {
    action: { kind: 'renameTag', from: 'meeting', to: 'work/meeting', notes: 14 },
    en: 'Renames the tag #meeting to #work/meeting in 14 notes.',
    de: 'Benennt in 14 Notizen das Tag #meeting in #work/meeting um.',
  },
  {
    action: { kind: 'renameHeading', path: 'Plan.md', from: 'Aim', to: 'Aims', links: 1, otherFiles: 0 },
    en: 'Renames the heading “Aim” of Plan.md to “Aims”. 1 link to it is updated, in this note and 0 other files.',
    de: 'Benennt die Überschrift „Aim“ von Plan.md in „Aims“ um. 1 Link darauf folgt, in dieser Notiz und in 0 anderen Dateien.',
  },
  {
    action: { kind: 'renameHeading', path: 'Plan.md', from: 'Aim', to: 'Aims', links: 2, otherFiles: 1 },
    en: 'Renames the heading “Aim” of Plan.md to “Aims”. 2 links to it are updated, in this note and 1 other file.',
    de: 'Benennt die Überschrift „Aim“ von Plan.md in „Aims“ um. 2 Links darauf folgen, in dieser Notiz und in 1 anderen Datei.',
  },
  {
    action: { kind: 'mergeNotes', from: 'A.md', into: 'B.md', otherFiles: 1, isPermanent: false },
    en: 'Merges A.md into B.md, updates links in 1 other file, and moves A.md to the trash.',
    de: 'Fügt A.md an B.md an. Links in 1 anderen Datei folgen, und A.md kommt in den Papierkorb.',
  },
  {
    action: { kind: 'mergeNotes', from: 'A.md', into: 'B.md', otherFiles: 2, isPermanent: true },
    en: 'Merges A.md into B.md, updates links in 2 other files, and permanently deletes A.md.',
    de: 'Fügt A.md an B.md an. Links in 2 anderen Dateien folgen, und A.md wird endgültig gelöscht.',
  },
  {
    action: { kind: 'replaceText', find: 'lamp', replacement: '', places: 3, notes: 1 },
    en: 'Replaces “lamp” with “”: 3 places in 1 note.',
    de: 'Ersetzt „lamp“ durch „“: 3 Stellen in 1 Notiz.',
  },
  {
    action: { ...canvas, changed: { cards: 0, arrows: 1 }, removed: { cards: 2, arrows: 3 } },
    en: 'Changes 1 arrow. Removes 2 cards and 3 arrows.',
    de: 'Ändert 1 Pfeil. Entfernt 2 Karten und 3 Pfeile.',
  },
  {
    action: { kind: 'addAttachment', path: 'f.png', mediaType: 'image/png', bytes: 67 },
    en: 'Adds f.png (image/png, 67 bytes).',
    de: 'Fügt f.png hinzu (image/png, 67 Bytes).',
  },
  {
    action: { kind: 'addAttachment', path: 'f.png', mediaType: 'image/png', bytes: 1, note: 'A.md' },
    en: 'Adds f.png (image/png, 1 byte) and embeds it in A.md.',
    de: 'Fügt f.png hinzu (image/png, 1 Byte) und bettet es in A.md ein.',
  },
];

test('there is a sample of every kind of change', () => {
  const kinds = changeAction.options.map(({ shape }) => shape.kind.value);
  expect([...new Set(samples.map(({ action }) => action.kind))].sort()).toEqual([...kinds].sort());
});

test.each(samples)('a change is a sentence in English: $en', ({ action, en }) => {
  expect(actionText(action)).toBe(en);
});

describe('in German', () => {
  withAppLanguage('de');

  test.each(samples)('a change is a sentence: $de', ({ action, de }) => {
    expect(actionText(action)).toBe(de);
  });
});

test('what names hide is shown, and no name begins another line', () => {
  const action = { kind: 'mergeNotes', from: 'a\u202e\nb.md', into: 'B.md' } as const;
  expect(actionText({ ...action, otherFiles: 0, isPermanent: false })).toMatch(
    /^Merges a‹U\+202E›␊b\.md into/,
  );
});
