/** Where a text can be cut without splitting what a reader sees as one character. */

import { lazily } from '../../utils/lazily';

/** Creating it takes 7 ms, so it is created on first use. */
const segmenter = lazily(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
/** Longer sequences are not meaningful characters. */
const maxUnits = 64;
const plain = /^[ -~]$/u;

/** The first place from `at` on where the text can be cut. */
export function boundAtOrAfter(text: string, at: number): number {
  const [start, end] = characterAround(text, at);
  return start === at ? at : end;
}

/** The last place up to `at` where the text can be cut. */
export function boundAtOrBefore(text: string, at: number): number {
  return characterAround(text, at)[0];
}

/** The character that the unit at `at` belongs to; nothing at either end of the text. */
function characterAround(text: string, at: number): readonly [start: number, end: number] {
  if (at <= 0 || at >= text.length || isPlain(text, at)) return [at, at];
  let from = Math.max(0, at - maxUnits);
  // From a plain character on, the segments are those of the whole text.
  for (let near = at - 1; near > from; near -= 1) if (isPlain(text, near)) from = near;
  const segment = segmenter()
    .segment(text.slice(from, at + maxUnits))
    .containing(at - from);
  return segment === undefined
    ? [at, at]
    : [from + segment.index, from + segment.index + segment.segment.length];
}

function isPlain(text: string, at: number): boolean {
  return plain.test(text.charAt(at));
}
