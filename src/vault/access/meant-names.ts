/** Which note a name means that no note has. */

import { editsWithin, toleranceFor } from '../../utils/text/edit-distance';
import { foldPath } from '../../utils/text/folding';
import { textBefore, folderOf, lastName } from '../../utils/text/pieces';
import { contains, TextNeedle } from '../../utils/text/text-search';
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
 * Whether a name may mean a note with a near one: it consists of words of that, or has a letter or two wrong. A
 * name with other numbers is that of another note (`Chapter 1` is not `Chapter 10`), and so is a longer name.
 */
export function mayMean(name: string, path: string): boolean {
  const [asked, own] = [bareName(name), bareName(path)];
  const [folder, ownFolder] = [numbersIn(folderOf(name)), numbersIn(folderOf(path))];
  if (folder !== '' && folder !== ownFolder) return false;
  const numbers = numbersIn(asked);
  if (hasWords(own, asked)) return numbers === '' || numbers === numbersIn(own);
  const isLonger = contains(asked, own);
  return (
    !isLonger && numbers === numbersIn(own) && editsWithin(own, asked, toleranceFor(asked)) !== undefined
  );
}

function bareName(path: string): string {
  return foldPath(lastName(path)).replace(/\.md$/u, () => '');
}

/** Whether whole words of a name are those that are asked for. */
function hasWords(own: string, asked: string): boolean {
  const isWithin = (at: number): boolean => /^[\p{L}\p{M}\p{N}]{2}/u.test(own.slice(at - 1, at + 1));
  const needle = new TextNeedle(asked);
  for (let at = needle.indexIn(own, 0); at >= 0; at = needle.indexIn(own, at + 1))
    if (!isWithin(at) && !isWithin(at + asked.length)) return true;
  return false;
}

/** The numbers of a name, and what numbers parts as they do: `iv`, and single letters as in `Appendix B`. */
function numbersIn(name: string): string {
  const words = name.toLowerCase().match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? [];
  return words
    .filter(word => /^(?:\p{N}+|[ivxl]+|\p{L}\p{M}*)$/u.test(word))
    .map(word => word.replace(/^0+(?=\p{N})/u, () => ''))
    .join(' ');
}
