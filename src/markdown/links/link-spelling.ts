import { folderOf, lastName } from '../../utils/text/pieces';

/** The style in which a link writes its target's path, and how to write another path in it. */

/**
 * - `bare`: a name alone; `path`: from the root of the vault, or the last part of such a path
 * - `rooted`: from the root with a slash before it
 * - `dotted`: against the note's own folder with `./` or `../`; `beside`: against it without
 */
type LinkStyle = 'bare' | 'path' | 'rooted' | 'dotted' | 'beside';

interface LinkEnds {
  readonly source: string;
  readonly target: string;
}

interface Respelling {
  readonly before: LinkEnds;
  readonly now: LinkEnds;
  /** Whether the target's name alone may be written; otherwise its path is. */
  readonly mayBeBare: boolean;
  /** Whether a path would lead to the target from the link's new place. */
  readonly leads: (path: string) => boolean;
}

/** The link's path to its target's new place, in the link's style; unchanged while it leads there and is as precise as before. */
export function respelled(
  { path, form }: { readonly path: string; readonly form: string },
  { before, now, mayBeBare, leads }: Respelling,
): string {
  if (form === 'canvas') return now.target;
  if (leads(path) && (spells(path, now) || !spells(path, before))) return path;
  const style = styleOf(path, before);
  const ways = [
    ...(style === 'bare' && mayBeBare ? [lastName(now.target)] : []),
    spelled(style, now),
    now.target,
    spelled('dotted', now),
  ].map(way => (isNote(path) || !isNote(way) ? way : way.slice(0, -'.md'.length)));
  return ways.find(leads) ?? now.target;
}

/** The same, and if it changes the path for a Markdown link in place of a wikilink, with the note's ending. */
export function respelledForms(
  link: { readonly path: string; readonly form: string },
  respelling: Respelling,
): { readonly path: string; readonly markdownPath?: string } {
  const path = respelled(link, respelling);
  if (path === link.path) return { path };
  const ended = isNote(respelling.now.target) ? withNoteEnding(link.path) : link.path;
  return { path, markdownPath: respelled({ ...link, path: ended }, respelling) };
}

/** A link's path to a note, with the ending that a Markdown link needs. */
export function withNoteEnding(path: string): string {
  return isNote(path) ? path : `${path}.md`;
}

function isNote(path: string): boolean {
  return /\.md$/iu.test(path);
}

/** @param linkpath decoded, without subpath, not empty */
function styleOf(linkpath: string, { source, target }: LinkEnds): LinkStyle {
  if (linkpath.startsWith('/')) return 'rooted';
  if (isDotted(linkpath)) return 'dotted';
  if (!linkpath.includes('/')) return 'bare';
  if (isSame(linkpath, target)) return 'path';
  return isSame([...namesOf(folderOf(source)), linkpath].join('/'), target) ? 'beside' : 'path';
}

/** Whether the link contains the target's path, or its last part, exactly. */
function spells(linkpath: string, { source, target }: LinkEnds): boolean {
  const said = isDotted(linkpath) ? resolved(linkpath, source) : linkpath.replace(/^\//u, () => '');
  return [said, `${said}.md`].some(path => `/${target}`.endsWith(`/${path}`));
}

/** The target's full path, written in a style other than `bare`. */
function spelled(style: LinkStyle, { source, target }: LinkEnds): string {
  if (style === 'rooted') return `/${target}`;
  if (style !== 'dotted' && style !== 'beside') return target;
  const path = relativePath(folderOf(source), target);
  return style === 'beside' || path.startsWith('../') ? path : `./${path}`;
}

/** The relative path from a folder, with `../` as needed. */
export function relativePath(folder: string, path: string): string {
  const from = namesOf(folder);
  const to = namesOf(path);
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

function isDotted(linkpath: string): boolean {
  return linkpath.startsWith('./') || linkpath.startsWith('../');
}

function resolved(linkpath: string, source: string): string {
  const names = namesOf(folderOf(source));
  for (const name of linkpath.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}

function isSame(linkpath: string, path: string): boolean {
  const said = linkpath.toLowerCase();
  const wanted = path.toLowerCase();
  return said === wanted || `${said}.md` === wanted;
}

/** The segments of a folder's path; the root is empty, or a slash. */
function namesOf(path: string): string[] {
  return path.split('/').filter(name => name !== '');
}
