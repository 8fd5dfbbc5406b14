import { headingSections } from '../../../src/markdown/structure/heading-sections';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';

/** The heading, its parent's position, and its content. */
function shown(text: string): [string, number, string][] {
  const structure = scanStructure(text);
  return headingSections(structure).map(({ parent, contentStart, contentEnd }, index) => {
    const heading = structure.headings[index];
    return [text.slice(heading?.textStart, heading?.textEnd), parent, text.slice(contentStart, contentEnd)];
  });
}

test('a section reaches to the next heading of its own or a higher level', () => {
  expect(shown('# A\na\n## B\nb\n### C\n## D\n# E\ne\n')).toEqual([
    ['A', -1, 'a\n## B\nb\n### C\n## D\n'],
    ['B', 0, 'b\n### C\n'],
    ['C', 1, ''],
    ['D', 0, ''],
    ['E', -1, 'e\n'],
  ]);
});

test('a level left out still encloses, and a lower first heading does not', () => {
  expect(shown('### A\n# B\n### C\n## D\n').map(([heading, parent]) => [heading, parent])).toEqual([
    ['A', -1],
    ['B', -1],
    ['C', 1],
    ['D', 1],
  ]);
});

test.each([
  [
    'underlined headings',
    'A\n===\na\n\nB\n===\n',
    [
      ['A', -1, 'a\n\n'],
      ['B', -1, ''],
    ],
  ],
  [
    'CRLF',
    '# A\r\na\r\n# B',
    [
      ['A', -1, 'a\r\n'],
      ['B', -1, ''],
    ],
  ],
  ['a heading on the last line', '# A', [['A', -1, '']]],
  ['no headings', 'a\n', []],
])('with %s', (_name, text, expected) => expect(shown(text)).toEqual(expected));
