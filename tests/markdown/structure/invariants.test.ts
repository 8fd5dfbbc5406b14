/** Random texts, however odd: what is found lies in the text, in order, and is what it is said to be. */
import fc from 'fast-check';
import type { Span } from '../../../src/markdown/structure/note-structure';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';

const pieces = [
  ...[
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    ' ',
    '  ',
    '    ',
    '\t',
    'a',
    'b ',
    'é',
    '🎉',
    '\u200b',
    '\ufeff',
    '\\',
    '\0',
  ],
  ...[
    '#',
    '# ',
    '#tag',
    '---',
    '===',
    '***',
    '- ',
    '1. ',
    '1) ',
    '* ',
    '[ ] ',
    '[x]',
    '> ',
    '>',
    '|',
    '|-|',
    '%%',
    '$$',
    '$',
  ],
  ...[
    '`',
    '``',
    '```',
    '~~~',
    '[[',
    ']]',
    '[',
    ']',
    '(',
    ')',
    '![[',
    '](',
    '[^1]',
    '[^1]: ',
    '^id',
    ' ^id',
    '*',
    '**',
    '==',
  ],
  ...[
    '<',
    '>',
    '<!--',
    '-->',
    '<div>',
    '</a>',
    '<a b="',
    '"',
    "'",
    '<https://a.b>',
    'a.md',
    '%20',
    'https://',
  ],
];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map(parts => parts.join(''));
const settings = { seed: 42, numRuns: 3000 };

function isOrdered(spans: readonly Span[], length: number): boolean {
  return spans.every(
    ({ start, end }, index) => (spans[index - 1]?.start ?? 0) <= start && start <= end && end <= length,
  );
}

test('every place lies in the text, in the order of the text', () => {
  fc.assert(
    fc.property(texts, text => {
      const found = scanStructure(text);
      for (const spans of [
        ...[found.sections, found.headings, found.listItems, found.links, found.embeds, found.tags],
        ...[found.blockIds, found.footnotes, found.footnoteReferences, found.definitions, found.enclosures],
      ]) {
        expect(isOrdered(spans, text.length)).toBe(true);
      }
    }),
    settings,
  );
});

test('sections hold all text and do not overlap', () => {
  fc.assert(
    fc.property(texts, text => {
      let end = 0;
      for (const section of scanStructure(text).sections) {
        expect(text.slice(end, section.start)).toMatch(/^[\s\ufeff]*$/);
        expect(section.start).toBeGreaterThanOrEqual(end);
        end = section.end;
      }
      expect(text.slice(end)).toMatch(/^\s*$/);
    }),
    settings,
  );
});

test('what is found begins and ends with its marks', () => {
  fc.assert(
    fc.property(texts, text => {
      const found = scanStructure(text);
      const slice = ({ start, end }: Span): string => text.slice(start, end);
      for (const tag of found.tags) expect(slice(tag)).toMatch(/^#[^\s#]+$/);
      for (const id of found.blockIds) expect(slice(id)).toMatch(/^\^[A-Za-z0-9-]+$/);
      for (const link of found.links) expect(slice(link)).toMatch(/^\[[^]*[\])]$/);
      for (const embed of found.embeds) expect(slice(embed)).toMatch(/^!\[[^]*[\])]$/);
      for (const reference of found.footnoteReferences) expect(slice(reference)).toMatch(/^\[\^\S+\]$/);
      for (const link of [...found.links, ...found.embeds]) {
        expect(link.targetStart).toBeLessThan(link.targetEnd);
        expect(link.start).toBeLessThan(link.targetStart);
        expect(link.targetEnd).toBeLessThan(link.end);
      }
      for (const item of found.listItems) {
        if (item.task !== -1) expect(text.charAt(item.task - 1) + text.charAt(item.task + 1)).toBe('[]');
      }
    }),
    settings,
  );
});

test('no tag or link begins in code, formulas or HTML', () => {
  fc.assert(
    fc.property(texts, text => {
      const { enclosures, tags, links, embeds } = scanStructure(text);
      const closed = enclosures.filter(({ kind }) => kind !== 'comment');
      for (const { start } of [...tags, ...links, ...embeds]) {
        expect(closed.some(span => span.start <= start && start < span.end)).toBe(false);
      }
    }),
    settings,
  );
});
