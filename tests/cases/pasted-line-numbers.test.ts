/** The numbers that a read shows before lines, pasted into the text of an edit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, type TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const text = 'one\ntwo words\n\nfour\n1: five\nfour\n30 at noon\n';
let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files: { 'a.md': text } });
  client = await lectern.connect();
});
afterEach(() => lectern.close());
const read = (): string => readFileSync(join(lectern.folder.path, 'a.md'), 'utf8');
const edited = async (
  oldText: string,
  newText: string,
  more: Record<string, unknown> = {},
): Promise<unknown> => {
  const code = codeOf(
    await client.call('edit_note', { path: 'a.md', edits: [{ oldText, newText, ...more }] }),
  );
  return code === 'ok' ? read() : code;
};

test.each([
  ['1→one', '1→ONE', text.replace('one', () => 'ONE')],
  ['1→one', 'ONE', text.replace('one', () => 'ONE')],
  ['9→two words', 'TWO', text.replace('two words', () => 'TWO')],
  ['1→one\n2→two words\n3→\n4→four', '1→one\n2→2\n3→3', text.replace('two words\n\nfour', () => '2\n3')],
  ['1→one\n2→two words\n', '1→a\n2→b\n', text.replace('one\ntwo words', () => 'a\nb')],
  ['  1→one\n  2→two', 'ONE', text.replace('one\ntwo', () => 'ONE')],
  ['1: one\n2: two words\n3:\n4: four', '1: x', text.replace('one\ntwo words\n\nfour', () => 'x')],
  ['2\ttwo words', '2\tTWO', text.replace('two words', () => 'TWO')],
  ['1: five', '1: six', text.replace('five', () => 'six')],
  ['2→two words', 'costs 5→6', text.replace('two words', () => 'costs 5→6')],
])('%j is replaced by %j', async (oldText, newText, expected) => {
  expect(await edited(oldText, newText)).toBe(expected);
});

test.each([
  ['4→four', 'x', 'not every place is one'],
  ['1→one\ntwo words', 'x', 'not every line has a number'],
  ['1→one\n3→two words', 'x', 'the numbers do not follow each other'],
  ['1→one\n2→two words', '1→one\nsecond\n2→two', 'only some lines of the new text have numbers'],
  ['5→two', '6→three', 'the new text has other numbers'],
  ['2: one', 'x', 'the line is another'],
  ['12:30 at noon', 'x', 'a time is no number of a line'],
  ['7→absent', 'x', 'the text is not there'],
  ['1→', 'x', 'no text is left'],
])('%j with %j is refused: %s', async (oldText, newText) => {
  expect(await edited(oldText, newText)).toBe('target_not_found');
  expect(read()).toBe(text);
});
