/** Texts of notes with everything that writers have been seen to damage elsewhere. */
import fc from 'fast-check';

/** Each stands alone between blank lines, so that none swallows what follows. */
const pieces = [
  'plain text',
  'two lines\nof one paragraph',
  'emoji 😀👩‍👩‍👧 and 🇩🇪',
  'combining e\u0301 a\u0308, separators \u2028 \u2029 \u0085, \uFEFF inside',
  'Кириллица 漢字 عربى',
  'NUL \u0000 and \u0001',
  '$& $1 $` $$ \\n \\r\\n \\1 %s {{x}}',
  '```md\n# no heading\n#target #gone ^blk\n```',
  '~~~\n## Target\n````\n~~~',
  '    # indented code',
  '<!--\n## Target\n-->',
  '%%\ncomment\n%%',
  '> [!note] Callout\n> # in a callout\n> - item',
  '$$\n# math\n$$',
  '## Twice',
  'Setext\n---',
  '- item\n  - nested\n\n  loose\n- [ ] task',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  'trailing spaces   \nand\ttabs\t',
  '[[Other|alias]] ![[Other#H]] [md](Other.md) `[[Other]]`',
  'x'.repeat(70_000),
  '[^1]: footnote',
  '***',
];

const breaks = fc.constantFrom('\n', '\r\n', 'mixed');

const heads = fc.constantFrom(
  '',
  '',
  '---\ntitle: "A" # why\ndate: 2026-11-21\nid: 007\n---\n',
  '---\n# only a comment\nlist: [one,  two]\nlong: >-\n  folded\n  text\n---\n',
);

export interface SampleText {
  /** With a byte order mark and properties, or without. */
  readonly head: string;
  /** Ends in a line break, unless it is empty. */
  readonly above: string;
  readonly below: string;
}

const bodies = fc.array(fc.constantFrom(...pieces), { maxLength: 4 });

/** `above` and `below` hold no heading named `Target`, no tag `gone` and no block `blk` outside of code. */
export const sampleTexts: fc.Arbitrary<SampleText> = fc
  .record({
    bom: fc.boolean(),
    head: heads,
    above: bodies,
    below: bodies,
    newline: breaks,
    end: fc.constantFrom('', '\n', '\n\n\n'),
  })
  .map(({ bom, head, above, below, newline, end }) => {
    let count = 0;
    const broken = (text: string): string =>
      text.split('\n').reduce((whole, line) => {
        count += 1;
        return whole + (newline === 'mixed' ? (count % 2 === 0 ? '\r\n' : '\n') : newline) + line;
      });
    const paragraphs = (parts: readonly string[]): string => parts.map(part => `${part}\n\n`).join('');
    const tail = paragraphs(below).trimEnd();
    return {
      head: (bom ? '\uFEFF' : '') + broken(head),
      above: broken(paragraphs(above)),
      below: below.length === 0 ? '' : broken(tail + end),
    };
  });

/** What is put in, with all that a careless replacement would expand. */
export const givenTexts = fc.constantFrom(
  'one',
  '$& $1 $`',
  'a\\nb \\r',
  '😀 e\u0301',
  'two\n\nlines',
  '\u2028',
);
