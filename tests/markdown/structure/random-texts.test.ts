import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import remarkParse from 'remark-parse';
import unified from 'unified';
import { z } from 'zod';
import type { Span } from '../../../src/markdown/structure/note-structure';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';

/** Random texts, however odd: what is found lies in the text, in order, and is what it is said to be. */
describe('what holds of any text', () => {
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
  const settings = { seed: 42, numRuns: 500 };

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
});

/**
 * Random small documents against the legacy `remark-parse`, whose block rules these are. Only blocks are
 * compared: the dialect's inline constructs, comments, formulas and footnotes are not its own.
 */
describe('differences', () => {
  const DOCUMENTS = 2500;
  const SEED = 20_240_501;
  const EQUAL_SHARE = 0.999;

  /** Where the two are known to differ. */
  const exceptions: Record<string, (text: string) => boolean> = {
    'frontmatter is not part of the legacy rules': text => /^---[ \t]*\n/.test(text),
    'white space behind the last line break belongs to the block before it there': text =>
      /\n[ \t]+$/.test(text),
    'a line of tabs does not end a paragraph there': text => /^[> \t]*\t[> \t]*$/m.test(text),
  };

  interface Blocks {
    readonly sections: (readonly [type: string, start: number, end: number])[];
    readonly headings: (readonly [level: number, start: number])[];
    readonly items: (readonly [start: number, end: number, parent: number])[];
  }

  const point = z.object({ line: z.number(), offset: z.number() });

  interface Node {
    readonly type: string;
    readonly depth?: number | undefined;
    readonly position: { readonly start: z.infer<typeof point>; readonly end: z.infer<typeof point> };
    readonly children?: readonly Node[] | undefined;
  }

  const node: z.ZodType<Node> = z.object({
    type: z.string(),
    depth: z.number().optional(),
    position: z.object({ start: point, end: point }),
    get children() {
      return z.array(node).optional();
    },
  });

  const processor = unified().use(remarkParse, { commonmark: true });

  function oracle(text: string): Blocks {
    const root = node.parse(processor.parse(text));
    const blocks: Blocks = { sections: [], headings: [], items: [] };
    for (const child of root.children ?? []) {
      const { start, end } = child.position;
      blocks.sections.push([child.type, start.offset, end.offset]);
      if (child.type === 'heading') blocks.headings.push([child.depth ?? 0, start.offset]);
    }
    collectItems(root, -1, blocks);
    return blocks;
  }

  function collectItems(parent: Node, itemLine: number, blocks: Blocks): void {
    for (const child of parent.children ?? []) {
      if (child.type !== 'list') {
        collectItems(child, itemLine, blocks);
        continue;
      }
      const listParent = itemLine === -1 ? Math.min(1 - child.position.start.line, -1) : itemLine;
      for (const item of child.children ?? []) {
        blocks.items.push([item.position.start.offset, endOfItem(item), listParent]);
        collectItems(item, item.position.start.line - 1, blocks);
      }
    }
  }

  /** The app's rule over the legacy tree: an item ends before the list nested in it. */
  function endOfItem(item: Node): number {
    const children = item.children ?? [];
    const before = children[children.findIndex(child => child.type === 'list') - 1];
    return (before ?? item).position.end.offset;
  }

  /** Without empty lines at the ends: there they belong to code or HTML that is never closed, here they do not. */
  function trimmed(text: string, { sections, items, headings }: Blocks): Blocks {
    const endOf = (start: number, end: number): number =>
      start + text.slice(start, end).replace(/(?:\n[> \t]*)+$/u, '').length;
    return {
      sections: sections.map(([type, start, end]) => [type, start, endOf(start, end)]),
      items: items.map(([start, end, parent]) => [start, endOf(start, end), parent]),
      headings,
    };
  }

  function ours(text: string): Blocks {
    const { sections, headings, listItems } = scanStructure(text);
    return {
      sections: sections.map(({ type, start, end }) => [
        type === 'callout' ? 'blockquote' : type,
        start,
        end,
      ]),
      headings: headings.map(({ level, start }) => [level, start]),
      items: listItems.map(({ start, end, parent }) => [start, end, parent]),
    };
  }

  const indents = [
    '',
    '',
    '',
    '',
    '',
    ' ',
    '  ',
    '   ',
    '    ',
    '     ',
    '      ',
    '\t',
    '\t\t',
    ' \t',
    '  \t',
  ];
  const starts = [
    ...[
      '',
      '',
      '',
      '- ',
      '- ',
      '- ',
      '* ',
      '+ ',
      '1. ',
      '2. ',
      '1) ',
      '10. ',
      '-   ',
      '-     ',
      '1.  ',
      '-\t',
      '-',
      '1.',
    ],
    ...['- [ ] ', '- [x] ', '    - ', '  - ', '   1. ', '- - ', '1. - ', '> ', '> ', '> - ', '> > ', '- > '],
    ...[
      '# ',
      '## ',
      '#',
      '---',
      '===',
      '***',
      '- - -',
      '```',
      '~~~',
      '    ',
      '\t',
      '<div>',
      '<b>',
      '<!-- c -->',
    ],
    ...['a | b', '--- | ---', '| - |', '|-|:-:|', '|', 'a |', '[a]: /x', "[a]: <x> 'y' ", 'Text\\', '** b'],
    ...[
      '0. ',
      '09. ',
      '1234567890. ',
      '1.\t',
      '_ _ _',
      '+',
      '> # ',
      '## a ##',
      '-- -',
      '````',
      '~~~ x',
      '``` x`',
    ],
    ...[
      '<script>',
      '</pre>',
      '</div>',
      '<?x',
      '<!X',
      '<![CDATA[',
      "<a href='x'>",
      '</a >',
      '<p/>',
      '<!--',
      '-->',
      '=',
      '- #',
    ],
  ];
  const ends = ['a', 'b', 'a', 'text here', 'b  ', ''];
  const blanks = ['', '', '', '', ' ', '  ', '    ', '\t'];

  /** A fixed sequence: the same documents on every run. */
  function* documents(): Generator<string> {
    let state = SEED;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const pick = (from: readonly string[]): string => from[random(from.length)] ?? '';
    const line = (): string => {
      if (random(100) < 18) return pick(blanks);
      return pick(indents) + pick(starts) + (random(10) < 3 ? pick(starts) : '') + pick(ends);
    };
    for (;;) {
      const lines = Array.from({ length: 2 + random(7) }, line);
      yield lines.join('\n') + pick(['\n', '']);
    }
  }

  test('random documents split into the same blocks', () => {
    const different: string[] = [];
    let compared = 0;
    for (const text of documents()) {
      if (compared === DOCUMENTS) break;
      if (Object.values(exceptions).some(applies => applies(text))) continue;
      compared++;
      if (!isDeepStrictEqual(trimmed(text, ours(text)), trimmed(text, oracle(text))))
        different.push(JSON.stringify(text));
    }
    if (different.length > 0)
      console.warn(`Different in ${different.length} of ${compared}:\n${different.join('\n')}`);
    expect(1 - different.length / compared).toBeGreaterThanOrEqual(EQUAL_SHARE);
  });
});
