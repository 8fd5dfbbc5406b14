/** Paths and references: what a caller's text names, and how to correct one in another form. */

import { folderOf, lastName, matchOf, percentDecoded, quoted, textBefore } from '../../utils/text/pieces';
import { mapDefined } from '../../utils/collections';
import { ToolFailure } from '../../errors';

const maxShownLength = 200;
/** In characters. Longer texts get no hint: they are not paths, and patterns over megabytes take long or fail. */
export const maxReadLength = 4096;
const scheme = /^[a-z][a-z0-9+.-]{1,30}:\/\//iu;

/** Whether a text is a URL, such as `obsidian://open?vault=Home&file=Plan`. */
function isUrl(text: string): boolean {
  return scheme.test(text);
}

/** A hint with the path that a text means; undefined if that is not clear. */
function spellingHint(text: string): string | undefined {
  if (text.length > maxReadLength) return undefined;
  if (isUrl(text)) return wayOfUrl(text);
  if (isOfSystem(text)) return wayOfSystem(text);
  const path = text
    .replaceAll('\\', () => '/')
    .replace(/^(?:\.?\/)+/u, () => '')
    .replaceAll(/\/{2,}/gu, () => '/');
  return path === text || path === '' ? undefined : `Write ${shown(percentDecoded(path))}.`;
}

/** Folders at the root of a file system; a vault may have others of its own. */
const rootFolders: ReadonlySet<string> = new Set(
  'Users root home tmp var etc opt usr mnt srv Volumes sdcard'.split(' '),
);

/** Whether a path begins at a drive, a home folder or the root of the file system. */
function isOfSystem(text: string): boolean {
  if (/^(?:[a-z]:[\\/]|~[\\/]|\\\\)/iu.test(text)) return true;
  const [before, first = '', second] = text.split('/', 3);
  return before === '' && second !== undefined && rootFolders.has(first);
}

function wayOfSystem(text: string): string {
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  const example = name === '' || name.includes(':') ? '' : `, such as ${shown(name)}`;
  return `Paths are relative to the vault: write only what follows its folder${example}.`;
}

/** The hint for a name that some system could not store. @param isNew whether it is for a new file, never a pattern */
export function nameHint(text: string, isNew = false): string | undefined {
  if (text.length > maxReadLength) return undefined;
  if (isOfSystem(text)) return wayOfSystem(text);
  if (!isNew && text.includes('*'))
    return 'A path holds no patterns: `list` takes them in `includes`, with `recursive: true`.';
  const name = text.split('/').map(holdable).join('/');
  const isPossible = name !== text && isVaultPath(name) && portabilityProblem(name) === undefined;
  return isPossible && !hasDotSegment(name) ? `Write ${shown(name)}.` : undefined;
}

/** A name without anything that some system could not store. */
function holdable(name: string): string {
  const [, stem = name, ending = ''] = matchOf(/^(.*)(\.md)\s*$/iu, name);
  const parts = stem
    .replaceAll(/[<>"?*]/gu, '')
    .replaceAll(/ {2,}/gu, ' ')
    .split(/[:|]/u);
  return mapDefined(parts, part => part.trim() || undefined).join(' - ') + ending;
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
  return host === 'vault' ? percentDecoded(pathname).split('/').slice(2).join('/') : undefined;
}

function shown(path: string): string {
  return quoted(path, maxShownLength);
}

const maxLength = 1024;

/**
 * A path that stays inside the vault: segments joined by `/`, no leading or trailing slash, '' for the root.
 * Parsing only refuses: it never decodes, trims or repairs, so what was checked is what is used.
 */
export class VaultPath {
  private constructor(
    readonly value: string,
    /** Whether the text ended in a slash, so that it can only name a folder. */
    readonly isFolderOnly = false,
  ) {}

  static readonly root = new VaultPath('');

  /**
   * Parses a path of a file or folder. One trailing slash is allowed and marks a folder.
   * @throws ToolFailure `invalid_path`
   */
  static parse(text: string): VaultPath {
    const path = text.endsWith('/') ? text.slice(0, -1) : text;
    if (path === '' || path === '.') throw invalid('The vault itself cannot be named here.');
    if (path.trim() === '') throw invalid('A path cannot consist of spaces.');
    const problem = escapeProblem(path);
    if (problem !== undefined) throw invalid(problem, spellingHint(path));
    return new VaultPath(path, text.endsWith('/'));
  }

  /** Like `parse`, but '', '/', '.' and './' are the root. */
  static parseFolder(text: string): VaultPath {
    return /^\.?\/?$/u.test(text) ? VaultPath.root : VaultPath.parse(text);
  }

  get name(): string {
    return lastName(this.value);
  }

  /** Whether the last segment is the name of a file, with or without its extension, in any letter case. */
  fits(file: { readonly name: string }): boolean {
    const wanted = this.name.toLowerCase();
    const name = file.name.toLowerCase();
    return name === wanted || name.slice(0, Math.max(0, name.lastIndexOf('.'))) === wanted;
  }

  /** The folder that contains it; '' for the root. */
  get folder(): string {
    return folderOf(this.value);
  }

  /** Whether a segment starts with a dot, so that the app keeps it out of the vault (`.obsidian`, `.trash`). */
  get isHidden(): boolean {
    return hasDotSegment(this.value);
  }

  withExtension(extension: string): VaultPath {
    return this.value.endsWith(extension) ? this : new VaultPath(this.value + extension);
  }
}

/** Whether any segment of a vault path starts with a dot. */
export function hasDotSegment(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

/** Whether `VaultPath.parse` accepts a text unchanged. */
export function isVaultPath(path: string): boolean {
  return path.trim() !== '' && escapeProblem(path) === undefined;
}

function invalid(message: string, hint?: string): ToolFailure {
  return new ToolFailure('invalid_path', message, hint === undefined ? {} : { hint });
}

/** Why a path leaves the vault or is invalid, whatever is on disk. */
function escapeProblem(path: string): string | undefined {
  if (path.length > maxLength) return `The path has more than ${maxLength} characters.`;
  if (!path.isWellFormed()) return 'The path has an unpaired surrogate.';
  if (path.includes('\0')) return 'The path has a NUL character.';
  if (isUrl(path)) return 'The path is a URL.';
  if (path.includes('\\')) return 'The path has a backslash; folders are separated by "/".';
  if (path.startsWith('/')) return 'The path is absolute.';
  if (/^~(\/|$)/.test(path)) return 'The path names a home folder.';
  const segments = path.split('/');
  if (segments.includes('..')) return 'The path leaves its folder with "..".';
  if (segments.includes('.') || segments.includes('')) return 'The path has an empty or "." segment.';
  return undefined;
}

const reservedName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * Why some desktop system could not store this path, or why it looks like another one. Checked before a file
 * is created, and if none was found: vaults are synced between systems.
 */
export function portabilityProblem(path: string): string | undefined {
  const segments = path.split('/');
  const [first = ''] = segments;
  if (/^[a-z]:\//i.test(path)) return 'The path names a drive.';
  if (/^(\$\{?[A-Z_]+\}?|%[A-Z_]+%)$/.test(first) && segments.length > 1)
    return 'Variables are not expanded in paths.';
  for (const segment of segments) {
    if (/\p{Cc}/u.test(segment)) return 'A name has control characters.';
    const [forbidden] = matchOf(/[<>:"|?*]/u, segment);
    if (forbidden !== undefined)
      return `A name has the character \`${forbidden}\`, which some systems cannot hold.`;
    // A title may end in a dot, but not in a space, which links could not hold.
    if (/[. ]$| \.md$/iu.test(segment) || segment.startsWith(' '))
      return 'A name starts or ends with a space or ends with a dot.';
    if (reservedName.test(segment)) return 'A name is reserved on Windows.';
    if (/[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/.test(segment))
      return 'A name has invisible characters.';
    if (new TextEncoder().encode(segment).length > 255) return 'A name is longer than 255 bytes.';
  }
  return undefined;
}

/** The kinds of periodic notes, as references and the Periodic Notes plugin name them. */
export const periods = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Period = (typeof periods)[number];

/** `@weekly:last week`. */
export interface PeriodicReference {
  readonly kind: 'periodic';
  readonly period: Period;
  /** The text after the colon; undefined for the current period. */
  readonly date: string | undefined;
  /** What follows `#`. */
  readonly subpath?: string | undefined;
}

/** The ways in which a caller can name a note. */
export type NoteReference =
  | { readonly kind: 'path'; readonly path: string }
  /** `[[link#subpath]]`; the subpath without its first `#`, undefined if nothing follows it. */
  | { readonly kind: 'link'; readonly linkpath: string; readonly subpath: string | undefined }
  /** The note that is active in the app. */
  | { readonly kind: 'active'; readonly subpath: string | undefined }
  | PeriodicReference;

/** Parses a reference; an embed is read as its link. Any other word after `@` is a path: notes can have such names. */
export function parseReference(text: string): NoteReference {
  if (text.startsWith('@')) return parseAt(text);
  const opening = text.startsWith('![[') ? 3 : 2;
  if (!text.startsWith('[[', opening - 2) || !text.endsWith(']]')) return { kind: 'path', path: text };
  const target = textBefore(text.slice(opening, -2), '|');
  const linkpath = textBefore(target, '#');
  return { kind: 'link', linkpath: linkpath.trim(), subpath: target.slice(linkpath.length + 1) || undefined };
}

/** A text such as `@daily#Log.md` is the path of a note with that name. */
function parseAt(text: string): NoteReference {
  const [, given = '', date, part] = matchOf(/^@([a-z]+)(?::([^#]*))?(?:#(?!.*\.md$)(.*))?$/isu, text);
  const [word, subpath] = [given.toLowerCase(), part || undefined];
  const period = periods.find(name => name === word);
  if (period !== undefined) return { kind: 'periodic', period, date, subpath };
  return word === 'active' && date === undefined ? { kind: 'active', subpath } : { kind: 'path', path: text };
}
