/** Headings and thematic breaks. */
import { HASH, isBlank, skipBlanks, trimEnd } from '../../characters';
import { scanRangeInline } from '../../inline/leaf-scan';
import type { Block, BlockRule, Container, Scan } from '../../scan';
import { hashLevel, isThematicBreak, underlineBelow } from '../openers';

export const hashHeading: BlockRule = (scan, line, _to, container) => {
  const level = hashLevel(scan, line);
  if (level === 0) return undefined;
  const { text, lines } = scan;
  const end = lines.end(line);
  const textStart = skipBlanks(text, lines.text(line) + level, end);
  return heading(scan, container, level, line, line, textStart, withoutClosingHashes(text, textStart, end));
};

/** One line of text over `===` or `---`. A paragraph of several lines does not become a heading. */
export const underlinedHeading: BlockRule = (scan, line, to, container) => {
  const underline = underlineBelow(scan, line, to);
  if (!underline) return undefined;
  const { text, lines } = scan;
  const textStart = lines.text(line);
  const textEnd = trimEnd(text, textStart, lines.end(line));
  return heading(scan, container, underline.level, line, underline.line, textStart, textEnd);
};

export const thematicBreak: BlockRule = (scan, line) => {
  if (!isThematicBreak(scan, line)) return undefined;
  return {
    type: 'thematicBreak',
    start: scan.lines.content(line),
    end: scan.lines.end(line),
    next: line + 1,
  };
};

function heading(
  scan: Scan,
  container: Container,
  level: number,
  line: number,
  last: number,
  textStart: number,
  textEnd: number,
): Block {
  const start = scan.lines.content(line);
  const end = scan.lines.end(last);
  if (container.depth === 0 || scan.rules.headingsInContainersCount) {
    scan.found.headings.push({ start, end, level, textStart, textEnd });
  }
  scanRangeInline(scan, textStart, textEnd);
  return { type: 'heading', start, end, next: last + 1 };
}

/** Trailing hashes belong to the mark if a space precedes them: `# C#` keeps its own. */
function withoutClosingHashes(text: string, from: number, to: number): number {
  const end = trimEnd(text, from, to);
  let hashes = end;
  while (hashes > from && text.charCodeAt(hashes - 1) === HASH) hashes--;
  if (hashes === end) return end;
  return isBlank(text.charCodeAt(hashes - 1)) ? trimEnd(text, from, hashes) : end;
}
