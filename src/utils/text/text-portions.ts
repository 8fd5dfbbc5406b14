import type { Steps } from '../slicing/steps';

/** Units that are processed without a pause: some tenths of a millisecond, even if each is a line. */
const portion = 16_384;

/** Units that are compared without a pause: comparison is fast in the engine. */
const compared = 1_048_576;

/** A text in parts that split neither a surrogate pair nor a CRLF. */
export function* portionsOf(text: string, length = portion): Generator<string> {
  if (text.length <= length) {
    yield text;
    return;
  }
  for (let at = 0; at < text.length;) {
    let end = at + length;
    if (isBeforeOther(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(at, end);
    at = end;
  }
}

/** Whether it may belong together with the next unit. */
function isBeforeOther(unit: number): boolean {
  return unit === 13 || (unit >= 0xd800 && unit <= 0xdbff);
}

/** Whether two texts are equal, as work that can pause. */
export function* areEqualTexts(one: string, other: string): Steps<boolean> {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += compared) {
    if (one.slice(at, at + compared) !== other.slice(at, at + compared)) return false;
    yield;
  }
  return true;
}
