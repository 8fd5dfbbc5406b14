import { finish } from '../../../src/utils/slicing/steps';
import { NoteStructures } from '../../../src/vault/reading/note-structures';

const large = (word: string): string => `# ${word}\n`.repeat(12_000);

test('the structure of a large note is found once for a version', () => {
  const structures = new NoteStructures();
  const first = finish(structures.of({ text: large('one'), versionId: 'a' }));
  expect(finish(structures.of({ text: large('one'), versionId: 'a' }))).toBe(first);
  expect(finish(structures.of({ text: large('two'), versionId: 'b' }))).not.toBe(first);
});

test('structures that were not used for long make way', () => {
  const structures = new NoteStructures();
  const note = (index: number): { text: string; versionId: string } => ({
    text: large(`note ${index}`),
    versionId: String(index),
  });
  const kept = finish(structures.of(note(0)));
  const gone = finish(structures.of(note(1)));
  for (let index = 2; index < 40; index += 1) {
    finish(structures.of(note(index)));
    finish(structures.of(note(0)));
  }
  expect(finish(structures.of(note(0)))).toBe(kept);
  expect(finish(structures.of(note(1)))).not.toBe(gone);
});
