import type { Lines } from '../../../markdown/text/lines';
import { cutBetweenCharacters } from '../../../markdown/text/excerpt';
import { placeOf } from '../../../utils/text/text-search';

/** Longest paragraph in characters; of a longer one only the line is shown. */
const maxPerParagraph = 600;
/** Lines on either side that are read. */
const maxLinesAround = 10;
const maxPerSummary = 120;
/** Lines at the start of a note in which its first sentence is searched. */
const maxLinesOfBeginning = 100;

/** Lines that are a block by themselves: headings, list items, rows of tables, fences, and those without text. */
const ownBlock = /^\s*(?:$|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\||```|~~~|---)/u;

/**
 * The paragraph that contains a line; only the line itself if it is a list item, heading or table row.
 * @param line 1-based
 * @param shown a piece of the line that is kept if the line is cut
 */
export function paragraphAt(lines: Lines, line: number, shown: string): string {
  const own = lines.textOf(line);
  if (ownBlock.test(own)) return cutAround(own, shown);
  let [first, last] = [line, line];
  while (first > 1 && line - first < maxLinesAround && !ownBlock.test(lines.textOf(first - 1))) first -= 1;
  while (last < lines.count && last - line < maxLinesAround && !ownBlock.test(lines.textOf(last + 1)))
    last += 1;
  if (line - first === maxLinesAround || last - line === maxLinesAround) return cutAround(own, shown);
  if (lines.endOf(last) - lines.startOf(first) > maxPerParagraph) return cutAround(own, shown);
  return lines.slice(first, last).trim();
}

function cutAround(line: string, shown: string): string {
  const text = line.trim();
  if (text.length <= maxPerParagraph) return text;
  const at = placeOf(text, shown);
  const from = Math.max(0, at - maxPerParagraph / 2);
  const cut = text.slice(from, from + maxPerParagraph).toWellFormed();
  return `${from === 0 ? '' : '…'}${cut}${from + maxPerParagraph < text.length ? '…' : ''}`;
}

/**
 * The first line of text below properties and headings, cut; empty for a note without text.
 * @param start where the text below the properties begins
 */
export function firstSentence(text: string, start: number): string {
  let at = start;
  for (let line = 0; line < maxLinesOfBeginning && at < text.length; line += 1) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    const shown = text.slice(at, Math.min(end, at + maxPerSummary * 2)).trim();
    if (shown !== '' && !/^(?:#{1,6}\s|---|```|~~~|%%)/u.test(shown))
      return shown.length <= maxPerSummary ? shown : `${cutBetweenCharacters(shown, maxPerSummary)}…`;
    at = end + 1;
  }
  return '';
}
