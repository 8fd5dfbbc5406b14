import { NoteStructures } from '../../../src/vault/reading/note-structures';

const large = (word: string): string => `# ${word}\n`.repeat(12_000);

test('the structure of a large note is found once for a version', () => {
  const structures = new NoteStructures();
  const first = structures.of({ text: large('one'), versionId: 'a' });
  expect(structures.of({ text: large('one'), versionId: 'a' })).toBe(first);
  expect(structures.of({ text: large('two'), versionId: 'b' })).not.toBe(first);
});

test('structures that were not used for long make way', () => {
  const structures = new NoteStructures();
  const note = (index: number): { text: string; versionId: string } => ({
    text: large(`note ${index}`),
    versionId: String(index),
  });
  const kept = structures.of(note(0));
  const gone = structures.of(note(1));
  for (let index = 2; index < 40; index += 1) {
    structures.of(note(index));
    structures.of(note(0));
  }
  expect(structures.of(note(0))).toBe(kept);
  expect(structures.of(note(1))).not.toBe(gone);
});
