/** How to write a path that was given in another form. Only the caller's own text is read. */

import { oneLine, cutText } from '../../utils/text/pieces';

const maxShownLength = 200;
/** Of longer texts nothing is said: they are no path, and patterns over megabytes take long or fail. */
const maxReadLength = 4096;
const scheme = /^[a-z][a-z0-9+.-]{1,30}:\/\//iu;

/** Whether a text is a URL, such as `obsidian://open?vault=Home&file=Plan`. */
export function isUrl(text: string): boolean {
  return scheme.test(text);
}

/** A hint with the path that a text means; undefined where nothing is known. */
export function spellingHint(text: string): string | undefined {
  if (text.length > maxReadLength) return undefined;
  if (isUrl(text)) return wayOfUrl(text);
  if (isOfSystem(text)) return wayOfSystem(text);
  const path = text
    .replaceAll('\\', () => '/')
    .replace(/^(?:\.?\/)+/u, () => '')
    .replaceAll(/\/{2,}/gu, () => '/');
  return path === text || path === '' ? undefined : `Write ${shown(path)}.`;
}

/** Folders at the root of a file system; a vault may have others of its own. */
const rootFolders: ReadonlySet<string> = new Set(
  'Users root home tmp var etc opt usr mnt srv Volumes sdcard'.split(' '),
);

/** Whether a path begins at a drive, a home folder or the root of the file system. */
function isOfSystem(text: string): boolean {
  if (/^(?:[a-z]:|~[\\/]|\\\\)/iu.test(text)) return true;
  const [before, first = '', second] = text.split('/', 3);
  return before === '' && second !== undefined && rootFolders.has(first);
}

function wayOfSystem(text: string): string {
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  const example = name === '' || name.includes(':') ? '' : `, such as ${shown(name)}`;
  return `Paths are relative to the vault: write only what follows its folder${example}.`;
}

/** The same for a name that some system could not hold, which is not in the vault either. */
export function nameHint(text: string): string | undefined {
  if (text.length > maxReadLength) return undefined;
  if (isOfSystem(text)) return wayOfSystem(text);
  if (/[*?]/u.test(text)) return 'Patterns go into `includes`, with `recursive: true`.';
  const bare = text.trim().replace(/^(["'`])(.+)\1$/u, (_quoted, _quote, inner: string) => inner.trim());
  return bare === text || bare === '' ? undefined : `Write ${shown(bare)}.`;
}

function wayOfUrl(text: string): string {
  const inner = URL.canParse(text) ? fileOf(new URL(text)) : undefined;
  return inner === undefined || inner === ''
    ? 'Give a path inside the vault, such as "Folder/Note.md", or find the note with `search`.'
    : `If it is in this vault, write ${shown(inner)}.`;
}

/** What a URL of the app names: `open?vault=…&file=…`, or `vault/Name/Path`. */
function fileOf({ protocol, host, pathname, searchParams }: URL): string | undefined {
  if (protocol !== 'obsidian:') return undefined;
  const file = searchParams.get('file');
  if (file !== null) return file;
  return host === 'vault' ? decoded(pathname).split('/').slice(2).join('/') : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function shown(path: string): string {
  return `"${oneLine(cutText(path, maxShownLength))}"`;
}
