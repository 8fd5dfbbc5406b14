import { summaryOf } from '../../../src/vault/queries/listings/list-files';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

test('the properties of a note are the same object where none is cut', () => {
  const shownFrontmatter = { title: 'A', tags: ['x'], text: 'y'.repeat(4000) };
  const summary = summaryOf({ shownFrontmatter }, undefined);
  expect(summary).toEqual({ frontmatterSummary: shownFrontmatter });
  expect(summary?.frontmatterSummary).toBe(shownFrontmatter);
});

test.each([
  ['a text', 'y'.repeat(1_000_000)],
  ['a list of texts', Array.from({ length: 5000 }, (_, index) => `value ${index}`)],
  ['one text, many times', Array.from({ length: 100 }, () => 'y'.repeat(10_000))],
  ['a map', Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key ${index}`, index]))],
])('of a property that is %s, up to 5 kB are in a summary, which names it', (_what, large) => {
  const summary = summaryOf({ shownFrontmatter: { title: 'A', large } }, undefined);
  expect(summary).toMatchObject({
    frontmatterSummary: { title: 'A' },
    cutProperties: ['large'],
  });
  const shown = bytesOf(summary?.frontmatterSummary['large']);
  expect(shown).toBeLessThanOrEqual(5000);
  expect(shown).toBeGreaterThan(4000);
});

test('only the properties asked for are looked at, in any letter case', () => {
  const shownFrontmatter = { Status: 'open', large: 'y'.repeat(9000) };
  expect(summaryOf({ shownFrontmatter }, ['status'])).toEqual({
    frontmatterSummary: { Status: 'open' },
  });
});

test('a long value that properties share by YAML aliases is cut once', () => {
  const shared = Array.from({ length: 2000 }, (_, index) => `item ${index}`);
  const summary = summaryOf({ shownFrontmatter: { first: shared, second: shared } }, undefined);
  expect(summary?.cutProperties).toEqual(['first', 'second']);
  expect(summary?.frontmatterSummary['second']).toBe(summary?.frontmatterSummary['first']);
});
