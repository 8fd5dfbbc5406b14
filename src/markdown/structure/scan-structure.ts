/** The structure of one note in Obsidian's dialect of Markdown. */
import { scanBlocks } from './blocks/block-scan';
import { findFrontmatter } from './frontmatter-block';
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
  const frontmatter = findFrontmatter(scan);
  if (frontmatter) {
    scan.found.frontmatter = frontmatter.block;
    scan.found.sections.push({ type: 'yaml', start: frontmatter.block.start, end: frontmatter.block.end });
  }
  const blocks = scanBlocks(scan, frontmatter?.next ?? 0, scan.lines.count, { depth: 0, itemLine: -1 });
  for (const block of blocks) addSection(scan, block);
  scan.found.blockIds.sort((left, right) => left.start - right.start);
  return scan.found;
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
