/** The structure of one note in Obsidian's dialect of Markdown. */
import { locateFrontmatter } from '../frontmatter';
import { scanBlocks } from './blocks/block-scan';
import type { StepCounter } from './limits';
import type { NoteStructure } from './note-structure';
import { openRules, type OpenRules } from './open-rules';
import { Scan, type Block } from './scan';

export interface ScanOptions {
  /** Told how much work the scan was. */
  readonly counter?: StepCounter;
  /** Other answers to what no recording settles. */
  readonly rules?: Partial<OpenRules>;
}

/** Finds everything in one pass; never throws, in time proportional to the text's length. */
export function scanStructure(text: string, options: ScanOptions = {}): NoteStructure {
  const rules = { ...openRules, ...options.rules };
  const scan = new Scan(text, rules, options.counter ?? { steps: 0 }, scanBlocks);
  const firstLine = takeFrontmatter(scan);
  const blocks = scanBlocks(scan, firstLine, scan.lines.count, { depth: 0, itemLine: -1 });
  for (const block of blocks) addSection(scan, block);
  scan.found.blockIds.sort((left, right) => left.start - right.start);
  return scan.found;
}

/** The first line behind the frontmatter. */
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
  const namesBefore = block.id.alone && before !== 'yaml' && scan.rules.loneIdNamesBlockBefore;
  blockIds.push({
    start: block.id.start,
    end: block.id.end,
    names: 'section',
    index: namesBefore ? index - 1 : index,
  });
}
