/** Splits the lines of a container into blocks. */
import { isLetter } from '../characters';
import type { Block, BlockRule, Container, Scan } from '../scan';
import { fencedCode, indentedCode } from './leaves/code';
import { definition } from './leaves/definitions';
import { comment, math } from './delimited';
import { footnote } from './containers/footnotes';
import { hashHeading, thematicBreak, underlinedHeading } from './leaves/headings';
import { html } from './leaves/html';
import { list } from './containers/lists';
import { paragraph } from './leaves/paragraphs';
import { quote } from './containers/quotes';
import { table } from './leaves/tables';

/** In the order of precedence: a line of `- - -` is a thematic break before it is a list. */
const rules: readonly BlockRule[] = [
  indentedCode,
  comment,
  math,
  fencedCode,
  quote,
  hashHeading,
  thematicBreak,
  list,
  underlinedHeading,
  html,
  footnote,
  definition,
  table,
];

/** Those that can begin with a letter, as most blocks do. */
const letterRules: readonly BlockRule[] = [indentedCode, underlinedHeading, table];

export function scanBlocks(scan: Scan, from: number, to: number, container: Container): Block[] {
  const blocks: Block[] = [];
  /** Ids whose blocks become findings at the end. */
  let ids = 0;
  for (let line = from; line < to;) {
    const first = line;
    if (scan.lines.isBlank(line)) line++;
    else {
      const block = blockAt(scan, line, to, container);
      blocks.push(block);
      if (block.id) ids++;
      line = block.next;
    }
    scan.counter.steps += line - first;
    scan.limitParts(ids);
  }
  return blocks;
}

function blockAt(scan: Scan, line: number, to: number, container: Container): Block {
  if (!scan.isTooDeep(container)) {
    for (const rule of isLetter(scan.codeAt(line)) ? letterRules : rules) {
      const block = rule(scan, line, to, container);
      if (block) return block;
    }
  }
  return paragraph(scan, line, to, container);
}
