import { countOfNotes } from '../../../pkg/headless/command/ready-line';

test.each([
  [0, '0 notes'],
  [1, '1 note'],
  [2, '2 notes'],
  [999, '999 notes'],
  [1000, '1,000 notes'],
  [12_345, '12,345 notes'],
  [999_999, '999,999 notes'],
  [1_234_567, '1,234,567 notes'],
])('%d is counted as "%s", as in English', (notes, text) => {
  expect(countOfNotes(notes)).toBe(text);
});
