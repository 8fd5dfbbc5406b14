/** HTML blocks: nothing inside is indexed. */
import { GREATER_THAN, LESS_THAN, SLASH } from '../../characters';
import { tagNameEnd } from '../../html-tag';
import type { BlockRule, Scan } from '../../scan';
import { htmlOpening, rawElements, type HtmlOpening } from './html-opener';

const closers: Partial<Record<HtmlOpening, string>> = {
  comment: '-->',
  instruction: '?>',
  declaration: '>',
  cdata: ']]>',
};

export const html: BlockRule = (scan, line, to) => {
  const opening = htmlOpening(scan, line);
  if (!opening) return undefined;
  const { lines, found } = scan;
  const start = lines.content(line);
  const last =
    opening === 'element' || opening === 'lone-tag'
      ? lineBeforeEmpty(scan, line, to)
      : closingLine(scan, opening, line, to);
  const end = lines.end(last);
  found.enclosures.push({ kind: 'html', start, end });
  return { type: 'html', start, end, next: last + 1 };
};

/** The line with the closing mark; without one, the last of the container. */
function closingLine(scan: Scan, opening: HtmlOpening, line: number, to: number): number {
  const { lines, counter, rules } = scan;
  for (let next = line; next < to; next++) {
    const from = next === line ? lines.text(next) : lines.content(next);
    counter.steps += lines.end(next) - from;
    if (closes(scan, opening, from, lines.end(next))) return next;
  }
  return rules.unclosedBlockEndsWithText ? lines.lastWithText(line, to) : to - 1;
}

/** In the legacy rules only an empty line ends such a block, not one of spaces. */
function lineBeforeEmpty(scan: Scan, line: number, to: number): number {
  while (line + 1 < to && scan.lines.content(line + 1) < scan.lines.end(line + 1)) line++;
  return line;
}

function closes(scan: Scan, opening: HtmlOpening, from: number, to: number): boolean {
  const closer = closers[opening];
  for (let at = from; at < to; at++) {
    if (closer === undefined ? closesRawElement(scan.text, at, to) : scan.text.startsWith(closer, at)) {
      return true;
    }
  }
  return false;
}

function closesRawElement(text: string, at: number, to: number): boolean {
  if (text.charCodeAt(at) !== LESS_THAN || text.charCodeAt(at + 1) !== SLASH) return false;
  const nameEnd = tagNameEnd(text, at + 2, Math.min(to, at + 9));
  return (
    text.charCodeAt(nameEnd) === GREATER_THAN && rawElements.has(text.slice(at + 2, nameEnd).toLowerCase())
  );
}
