import type { TFile } from 'obsidian';
import type { RedirectableLink } from '../../markdown/edits/links/redirection';
import { linkKey, linkTarget, type PathsNamed } from '../../markdown/links/link-target';
import { getOrInsert } from '../../utils/collections';
import { foldPath } from '../../utils/text/folding';
import { filtered, type SlicedLoop } from '../../utils/slicing/time-slicer';
import type { CallerContext } from '../caller-context';
import type { NameIndex } from '../index/names/name-index';
import { isLinkingFile } from './link-occurrences';
import { lastName, noteName } from '../../utils/text/pieces';

/**
 * The files whose text may link to one of these paths: notes that link to a file of the same name as far as
 * the app knows, notes that the app has not read yet, and every canvas and base. Links are looked up by the
 * last name of a path first, so another file of that name may be the target.
 */
export async function pointingFiles(
  { app, unreadableNotes }: Pick<CallerContext, 'app' | 'unreadableNotes'>,
  paths: readonly string[],
  loop: SlicedLoop,
  isAlways: (path: string) => boolean = path => paths.includes(path),
): Promise<TFile[]> {
  const concerned = new Set(paths.map(foldedName));
  // A target has many links, and folding its name is slow.
  const known = new Map<string, boolean>();
  const isConcerned = (target: string): boolean =>
    getOrInsert(known, target, () => isAlways(target) || concerned.has(foldedName(target)));
  const unknown = unreadableNotes.notScanned();
  const mayPoint = (file: TFile): boolean => {
    if (file.extension !== 'md') return isLinkingFile(file);
    const targets = app.metadataCache.resolvedLinks[file.path];
    // A note that the app has not read yet may link to anything.
    if (targets === undefined || unknown.has(file) || isAlways(file.path)) return true;
    return Object.keys(targets).some(isConcerned);
  };
  return filtered(app.vault.getFiles(), mayPoint, loop);
}

/** The path that a link leads to among the files that count; a canvas uses full paths. */
export function targetOf(
  { path, form }: Pick<RedirectableLink, 'path' | 'form'>,
  source: string,
  named: PathsNamed,
): string | undefined {
  if (path === '') return source;
  if (form !== 'canvas') return linkTarget(path, source, named);
  for (const one of named(linkKey(lastName(path)))) if (one === path) return one;
  return undefined;
}

export function pathsNamedAmong(
  names: NameIndex,
  counts: (file: TFile) => boolean,
): (name: string) => string[] {
  return name =>
    names
      .withName(name)
      .filter(counts)
      .map(file => file.path);
}

/** Links are resolved by the last name of a path first, and may lead to a file `name` or to a note `name.md`. */
function foldedName(path: string): string {
  return foldPath(noteName(path));
}
