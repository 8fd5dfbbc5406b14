/** Scans the structure of one note in Obsidian's dialect of Markdown. */
import { ToolFailure } from '../../errors';
import { locateFrontmatter } from '../frontmatter/frontmatter';
import { footnote, list, quote } from './blocks/containers';
import {
  fencedCode,
  indentedCode,
  definition,
  comment,
  math,
  hashHeading,
  thematicBreak,
  underlinedHeading,
  html,
  paragraph,
  table,
} from './blocks/leaves';
import { isLetter } from './characters';
import { readLines } from './content-lines';
import { MAX_PARSED_LENGTH, type StepCounter } from './limits';
import type { NoteStructure } from './note-structure';
import { Scan, type Block, type BlockRule, type Container } from './scan';

interface ScanOptions {
  /** Receives the amount of work. */
  readonly counter?: StepCounter;
  /** Whether more lines or parts than `limits.ts` allows are refused. */
  readonly isLimited?: boolean;
}

/**
 * The structure of a note for reading and changing its parts.
 * @throws ToolFailure `too_large` for a text of more than `MAX_PARSED_LENGTH`, and as a limited scan
 */
export function parseNote(text: string): NoteStructure {
  if (text.length > MAX_PARSED_LENGTH) throw tooLongToParse();
  return scanStructure(text, { isLimited: true });
}

/** The failure for a part of a note of more than `MAX_PARSED_LENGTH`. */
export function tooLongToParse(): ToolFailure {
  return new ToolFailure(
    'too_large',
    'The note has more than 2 MB of text, so its parts cannot be addressed.',
    {
      hint: [
        'Read its lines with `read_note`. Change it with `edit_note`, or append with `update_note`.',
        'Read its lines with `read_note`.',
      ],
    },
  );
}

/**
 * Finds everything in one pass, in time proportional to the text's length.
 * @throws ToolFailure `too_large` if the scan is limited
 */
export function scanStructure(text: string, options: ScanOptions = {}): NoteStructure {
  const { counter = { steps: 0 }, isLimited = false } = options;
  const lines = readLines(text, isLimited, counter);
  const scan = new Scan(text, lines, counter, scanBlocks, isLimited);
  const firstLine = takeFrontmatter(scan);
  const add = (block: Block): void => addSection(scan, block);
  scanBlocks(scan, firstLine, scan.lines.count, { depth: 0, itemLine: -1, add });
  scan.found.blockIds.sort((left, right) => left.start - right.start);
  return scan.found;
}

/** The first line after the frontmatter. */
function takeFrontmatter(scan: Scan): number {
  const block = locateFrontmatter(scan.text);
  if (!block) return 0;
  const { start, end, bodyStart, bodyEnd } = block;
  scan.found.frontmatter = { start, end, bodyStart, bodyEnd };
  scan.found.sections.push({ type: 'yaml', start, end });
  return scan.lines.lineOf(end, 0) + 1;
}

function addSection(scan: Scan, block: Block): void {
  const { sections, blockIds } = scan.found;
  const index = sections.push({ type: block.type, start: block.start, end: block.end }) - 1;
  if (!block.id) return;
  const before = sections[index - 1]?.type ?? 'yaml';
  const namesBefore = block.id.alone && before !== 'yaml';
  blockIds.push({
    start: block.id.start,
    end: block.id.end,
    names: 'section',
    index: namesBefore ? index - 1 : index,
  });
}

/** In the order of precedence: a line of `- - -` is a thematic break before it is a list. */
const blockRules: readonly BlockRule[] = [
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

/** The rules for blocks that can begin with a letter, as most do. */
const letterRules: readonly BlockRule[] = [indentedCode, underlinedHeading, table];

function scanBlocks(scan: Scan, from: number, to: number, container: Container): void {
  for (let line = from; line < to;) {
    const first = line;
    if (scan.lines.isBlank(line)) line++;
    else {
      const block = blockAt(scan, line, to, container);
      container.add(block);
      line = block.next;
    }
    scan.counter.steps += line - first;
    scan.limitParts();
  }
}

function blockAt(scan: Scan, line: number, to: number, container: Container): Block {
  if (!scan.isTooDeep(container)) {
    for (const rule of isLetter(scan.codeAt(line)) ? letterRules : blockRules) {
      const block = rule(scan, line, to, container);
      if (block) return block;
    }
  }
  return paragraph(scan, line, to, container);
}
