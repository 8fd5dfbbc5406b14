/** Units that are processed without a pause: some tenths of a millisecond, even if each is a line. */
const portion = 16_384;

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

/** Where the portions of something begin. */
export function* startsOf(length: number, size: number): Generator<number> {
  for (let start = 0; start < length; start += size) yield start;
}

/** Whether it may belong together with the next unit. */
function isBeforeOther(unit: number): boolean {
  return unit === 13 || (unit >= 0xd800 && unit <= 0xdbff);
}
