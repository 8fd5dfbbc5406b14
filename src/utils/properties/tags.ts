/** The rule for matching tags: with or without `#`, ignoring case, nested ones with their parent. */

import { foldPath } from '../text/fold-path';
import { trimmedEnd } from '../text/trimming';

/** A key that is equal for equal tags. */
export function foldTag(tag: string): string {
  const text = tag.trim();
  return foldPath(text.startsWith('#') ? text.slice(1) : text);
}

/** The same for a tag that is asked for: nested ones always count, whether `a`, `a/` or `a/*` is written. */
export function wantedTag(tag: string): string {
  const folded = foldTag(tag);
  const parent = trimmedEnd(folded, '*');
  return parent.endsWith('/') ? trimmedEnd(parent, '/') : folded;
}

/** @param wanted and @param tag keys of `foldTag`; true for the tag itself and tags nested in it. */
export function tagCovers(wanted: string, tag: string): boolean {
  return wanted !== '' && (tag === wanted || tag.startsWith(`${wanted}/`));
}

/** If a tag is nested deeper, only its outermost parents count. */
const maxLevels = 100;

/** A tag and its parents: `a/b/c`, `a`, `a/b`. At most a hundred. */
export function withParents(tag: string): string[] {
  const all = [tag];
  for (let slash = tag.indexOf('/', 1); slash > 0; slash = tag.indexOf('/', slash + 1)) {
    if (all.length === maxLevels) break;
    all.push(tag.slice(0, slash));
  }
  return all;
}

/** A tag without its `#`. */
export function bareTag(tag: string): string {
  return tag.startsWith('#') ? tag.slice(1) : tag;
}
