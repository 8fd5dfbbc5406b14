import { beyondAscii } from '../../utils/text/folding';
import { folderOf, lastName } from '../../utils/text/pieces';

/** Resolves links to files. The rules were observed in 1.13.7 and match 149 recorded links. */

/** The vault's paths whose last segment has this `linkKey`. */
export type PathsNamed = (key: string) => Iterable<string>;

/**
 * The path that a link points to: an exact vault path first, else a file in the source's own folder, else the
 * shortest path that ends in the link's. With or without `.md`, in any letter case and Unicode form; aliases never count.
 * @param linkpath the part of a link before `#`, decoded and trimmed; not empty
 * @param sourcePath the note that holds the link; '' for none
 */
export function linkTarget(linkpath: string, sourcePath: string, pathsNamed: PathsNamed): string | undefined {
  const folder = folderOf(sourcePath);
  if (linkpath.startsWith('./') || linkpath.startsWith('../')) {
    const wanted = relativeTo(folder, linkpath);
    if (wanted === undefined) return undefined;
    const key = linkKey(wanted);
    return shortest(pathsEndingIn(key, pathsNamed).filter(path => isExactly(path, key)));
  }
  const wanted = linkKey(linkpath.startsWith('/') ? linkpath.slice(1) : linkpath);
  const candidates = pathsEndingIn(wanted, pathsNamed);
  return (
    shortest(candidates.filter(path => isExactly(path, wanted))) ??
    shortest(candidates.filter(path => folderOf(path) === folder)) ??
    shortest(candidates)
  );
}

/** A name or path as links are compared with it: the letter case and the Unicode form make no difference. */
export function linkKey(text: string): string {
  return (beyondAscii.test(text) ? text.normalize('NFC') : text).toLowerCase();
}

/**
 * The part of a link before its subpath, trimmed: `[[Note | shown]]` leads to `Note`. A link of only spaces keeps them: it
 * leads nowhere, while an empty linkpath means the note itself.
 */
export function linkpathOf(link: string): string {
  const hash = link.indexOf('#');
  const linkpath = hash === -1 ? link.trim() || link : link.slice(0, hash).trim();
  return beyondAscii.test(linkpath) ? linkpath.normalize('NFC').replaceAll('\u00a0', ' ') : linkpath;
}

/** The paths that end in these segments, with or without `.md`. @param wanted a `linkKey` */
export function pathsEndingIn(wanted: string, pathsNamed: PathsNamed): string[] {
  const found: string[] = [];
  for (const ending of [wanted, `${wanted}.md`]) {
    for (const path of pathsNamed(lastName(ending))) {
      if (`/${linkKey(path)}`.endsWith(`/${ending}`)) found.push(path);
    }
  }
  return found;
}

function isExactly(path: string, wanted: string): boolean {
  const key = linkKey(path);
  return key === wanted || key === `${wanted}.md`;
}

/** By number of characters; the app defines no order for equal lengths, so they are sorted alphabetically. */
function shortest(paths: readonly string[]): string | undefined {
  return paths.reduce<string | undefined>((best, path) => {
    if (best === undefined || path.length < best.length) return path;
    return path.length === best.length && path < best ? path : best;
  }, undefined);
}

/** Relative to the source's folder only; undefined if it leaves the vault. */
function relativeTo(folder: string, linkpath: string): string | undefined {
  const names = folder === '' ? [] : folder.split('/');
  for (const name of linkpath.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return undefined;
    } else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}
