import { portionsOf } from '../../utils/bytes';

export type Newline = '\n' | '\r\n';

/** UTF-16 units in which the usual line break of a text is looked for: ten million breaks take a tenth of a second. */
const looked = 524_288;

/** How many lines of a text end with each break; `first` is the first one, LF if there is none. */
export interface LineBreaks {
  readonly lf: number;
  readonly crlf: number;
  readonly first: Newline;
}

export function lineBreaks(text: string): LineBreaks {
  let count = 0;
  let crlf = 0;
  const start = text.indexOf('\n');
  for (let at = start; at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') crlf += 1;
    count += 1;
  }
  return { lf: count - crlf, crlf, first: text[start - 1] === '\r' ? '\r\n' : '\n' };
}

/** The most frequent line break at the beginning of `text`; LF if there is none, the first one on a tie. */
export function detectNewline(text: string): Newline {
  const { lf, crlf, first } = lineBreaks(text.slice(0, looked));
  if (crlf === lf) return first;
  return crlf > lf ? '\r\n' : '\n';
}

/** `text` with every LF and CRLF written as `newline`; a lone CR stays unchanged. */
export function withNewline(text: string, newline: Newline): string {
  if (newline === '\n' && !text.includes('\r\n')) return text;
  const parts: string[] = [];
  for (const part of portionsOf(text)) {
    const lf = part.split('\r\n').join('\n');
    parts.push(newline === '\n' ? lf : lf.split('\n').join('\r\n'));
  }
  return parts.join('');
}
