import type { Steps } from '../../utils/slicing/steps';
import { portionsOf } from '../../utils/text/text-portions';

export type Newline = '\n' | '\r\n';

/** Breaks that are counted without a pause. */
const portion = 4096;

/** The break that most lines of `text` end with; LF when there is none, the first one found on a tie. */
export function* detectNewline(text: string): Steps<Newline> {
  let crlf = 0;
  let lf = 0;
  let first: Newline = '\n';
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    const style = text[at - 1] === '\r' ? '\r\n' : '\n';
    if (crlf + lf === 0) first = style;
    if (style === '\n') lf += 1;
    else crlf += 1;
    if ((crlf + lf) % portion === 0) yield;
  }
  if (crlf === lf) return first;
  return crlf > lf ? '\r\n' : '\n';
}

/** `text` with every LF and CRLF written as `newline`; a lone CR is left as it is. */
export function* withNewline(text: string, newline: Newline): Steps<string> {
  if (newline === '\n' && !text.includes('\r\n')) return text;
  const parts: string[] = [];
  for (const part of portionsOf(text)) {
    const lf = part.split('\r\n').join('\n');
    parts.push(newline === '\n' ? lf : lf.split('\n').join('\r\n'));
    yield;
  }
  return parts.join('');
}
