import { BYTE_ORDER_MARK, DASH, skipBlanks } from './characters';
import type { FrontmatterBlock } from './note-structure';
import type { Scan } from './scan';

export interface FrontmatterLines {
  readonly block: FrontmatterBlock;
  /** The first line behind it. */
  readonly next: number;
}

/** The block between `---` on the first line and the next such line; none without the latter. */
export function findFrontmatter(scan: Scan): FrontmatterLines | undefined {
  if (!isFence(scan, 0)) return undefined;
  for (let line = 1; line < scan.lines.count; line++) {
    if (!isFence(scan, line)) continue;
    const { lines } = scan;
    const block = {
      start: lines.content(0),
      end: lines.start(line) + 3,
      bodyStart: lines.start(1),
      bodyEnd: lines.start(line),
    };
    return { block, next: line + 1 };
  }
  return undefined;
}

function isFence(scan: Scan, line: number): boolean {
  const { text, lines } = scan;
  const at =
    text.charCodeAt(lines.start(line)) === BYTE_ORDER_MARK ? lines.start(line) + 1 : lines.start(line);
  const end = lines.end(line);
  for (let dash = at; dash < at + 3; dash++) if (text.charCodeAt(dash) !== DASH) return false;
  return (
    at + 3 === end || (scan.rules.frontmatterFenceMayTrailSpaces && skipBlanks(text, at + 3, end) === end)
  );
}
