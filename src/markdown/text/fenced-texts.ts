/** Returns the texts of fenced code blocks of one language. */
import { matchOf } from '../../utils/text/pieces';
import type { NoteStructure } from '../structure/note-structure';

const opening = /^(?:`{3,}|~{3,})/u;

export interface FencedText {
  /** Without the quote marks and indentation before each line. */
  readonly text: string;
  /** The line of the note in which the text begins, 1-based. */
  readonly line: number;
}

/** The content of each such block, in order. */
export function fencedTexts(
  text: string,
  { enclosures }: Pick<NoteStructure, 'enclosures'>,
  language: string,
): FencedText[] {
  let [line, counted] = [1, 0];
  return enclosures.flatMap(({ kind, start, end }) => {
    if (kind !== 'code') return [];
    const [first = '', ...lines] = text.slice(start, end).split('\n');
    const opened = first.trim();
    const [fence] = matchOf(opening, opened);
    if (fence === undefined || firstWord(opened.slice(fence.length)) !== language) return [];
    const last = lines.at(-1)?.replace(/^[\s>]*/u, () => '');
    const inner = last?.startsWith(fence) === true ? lines.slice(0, -1) : lines;
    const fenceStart = start + first.length - first.trimStart().length;
    const prefix = text.slice(text.lastIndexOf('\n', start - 1) + 1, fenceStart);
    line += text.slice(counted, start).split('\n').length - 1;
    counted = start;
    return [{ text: inner.map(one => withoutPrefix(one, prefix)).join('\n'), line: line + 1 }];
  });
}

function firstWord(text: string): string {
  const [word = ''] = text.trimStart().split(/\s/u, 1);
  return word.toLowerCase();
}

/** Quote marks are removed with any space between them; indentation up to that of the fence. */
function withoutPrefix(line: string, prefix: string): string {
  const quotes = prefix.split('>').length - 1;
  let rest = line.endsWith('\r') ? line.slice(0, -1) : line;
  for (let quote = 0; quote < quotes; quote += 1) rest = rest.replace(/^[ \t]{0,3}>[ \t]?/u, () => '');
  const indent = quotes === 0 ? prefix.length : 0;
  return rest.slice(Math.min(indent, rest.length - rest.trimStart().length));
}
