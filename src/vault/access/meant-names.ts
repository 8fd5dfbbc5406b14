/** Which note a name means that no note has. */

import { foldPath } from '../../utils/text/folding';
import { textBefore } from '../../utils/text/pieces';
import { lastName } from '../../utils/text/path-parts';
import { contains } from '../../utils/text/text-search';
import { dayOf } from './absent-files';
import { parseReference } from './note-reference';

/** The name in a reference without the heading or block behind it, and these; no name in one like `@daily`. */
export function namedIn(reference: string): readonly [name: string | undefined, subpath: string | undefined] {
  const parsed = parseReference(reference);
  if (parsed.kind === 'link') return [parsed.linkpath, parsed.subpath];
  if (parsed.kind !== 'path' || dayOf(parsed.path) !== undefined) return [undefined, undefined];
  const name = textBefore(parsed.path, '#');
  return [name, name.length < parsed.path.length ? parsed.path.slice(name.length + 1) : undefined];
}

/**
 * Whether a name may mean a note with a near one: it is a part of that, or has its numbers and a letter or two
 * wrong. A name with more in it than the note's is that of another note, and so is one of another day.
 */
export function mayMean(name: string, path: string): boolean {
  const [asked, own] = [bareName(name), bareName(path)];
  if (contains(own, asked)) return true;
  return !contains(asked, own) && numbersIn(asked) === numbersIn(own);
}

function bareName(path: string): string {
  return foldPath(lastName(path)).replace(/\.md$/u, () => '');
}

function numbersIn(name: string): string {
  return (name.match(/\d+/gu) ?? []).join(' ');
}
