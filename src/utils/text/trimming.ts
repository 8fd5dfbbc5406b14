/**
 * Cuts characters off the ends of a text in linear time. A pattern such as `/x+$/` takes quadratic time for a long run
 * that does not end the text: it tries the run from each of its places.
 */

import { contains } from './text-search';

/** @param characters each of them is cut, in any order and number */
export function trimmedStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && contains(characters, text.charAt(start))) start += 1;
  return text.slice(start);
}

/** @param characters each of them is cut, in any order and number */
export function trimmedEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && contains(characters, text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** `Folder` for `/Folder/`. */
export function withoutOuterSlashes(path: string): string {
  return trimmedEnd(trimmedStart(path, '/'), '/');
}

/** The first `most` UTF-16 units; halves of characters, such as one at the cut, become U+FFFD. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}
