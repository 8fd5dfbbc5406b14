import { BACKSLASH, CARRIAGE_RETURN, LEFT_BRACKET, LINE_FEED, PIPE, RIGHT_BRACKET } from '../characters';
import type { InlineRule, InlineScan } from './inline-scan';
import { addLink } from './links';

const MARK_LENGTH = 2;

/** `[[target|shown]]`: ends at the first `]]` of its line; of nested ones only the inner is a link. */
export const wikilink: InlineRule = (inline, at) => {
  const start = at + MARK_LENGTH;
  const close = closingBrackets(inline, at);
  if (close <= start) return -1;
  const end = close + MARK_LENGTH;
  const pipe = pipeBetween(inline, start, close);
  const target = pipe === -1 ? close : pipe;
  const escaped = inline.inTable && inline.text.charCodeAt(target - 1) === BACKSLASH;
  const splits = escaped && inline.scan.rules.escapedPipeSplitsInTable;
  addLink(inline, at, {
    form: 'wiki',
    end,
    targetStart: start,
    targetEnd: pipe !== -1 && splits ? target - 1 : target,
    textStart: pipe === -1 ? -1 : pipe + 1,
    textEnd: pipe === -1 ? -1 : close,
  });
  return end;
};

/** Searches only up to the next pair of brackets, so that no text is read twice. */
function closingBrackets({ text, to, scan }: InlineScan, at: number): number {
  let close = at + 1;
  while (close + 1 < to && !endsSearch(text, close)) close++;
  scan.counter.steps += close - at;
  return close + 1 < to && text.charCodeAt(close) === RIGHT_BRACKET ? close : -1;
}

function endsSearch(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === LINE_FEED || code === CARRIAGE_RETURN) return true;
  return (code === LEFT_BRACKET || code === RIGHT_BRACKET) && text.charCodeAt(at + 1) === code;
}

/** Observed: a pipe directly after the brackets separates nothing; `[[|shown]]` points to `|shown`. */
function pipeBetween({ text }: InlineScan, start: number, close: number): number {
  for (let at = start + 1; at < close; at++) if (text.charCodeAt(at) === PIPE) return at;
  return -1;
}
