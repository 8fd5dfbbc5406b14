import { locateFrontmatter } from '../../markdown/frontmatter/frontmatter';

/** Small models read about this many characters at once. */
const passageLength = 1200;
/** The beginning of a long note says what it is about. */
const maxPassages = 4;

/** The parts of a note that a model reads: its name with each of its first passages, without frontmatter. */
export function passagesOf(title: string, text: string): string[] {
  const body = text.slice(locateFrontmatter(text)?.end ?? 0).trim();
  const passages: string[] = [];
  for (let at = 0; passages.length < maxPassages && (at < body.length || at === 0);) {
    const end = endOfPassage(body, at);
    passages.push(`${title}\n\n${body.slice(at, end).trim()}`.trim().toWellFormed());
    at = Math.max(end, at + 1);
  }
  return passages;
}

/** After a paragraph, or at least a word, if one ends in the second half. */
function endOfPassage(body: string, start: number): number {
  const last = start + passageLength;
  if (last >= body.length) return body.length;
  for (const gap of ['\n\n', '\n', ' '] as const) {
    const at = body.lastIndexOf(gap, last);
    if (at > start + passageLength / 2) return at;
  }
  return last;
}
