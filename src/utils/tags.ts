/** The rule by which tags match: with or without `#`, in any letter case, nested ones with their parent. */

import { foldPath } from './fold-path';

/** A key that is equal for equal tags. */
export function foldTag(tag: string): string {
  const text = tag.trim();
  return foldPath(text.startsWith('#') ? text.slice(1) : text);
}

/** @param wanted and @param tag keys of `foldTag`; true for the tag itself and tags nested in it. */
export function tagCovers(wanted: string, tag: string): boolean {
  return wanted !== '' && (tag === wanted || tag.startsWith(`${wanted}/`));
}
