import { ToolFailure } from '../../errors';
import { isUrl, spellingHint } from './path-spelling';
import { folderOf, lastName } from '../../utils/text/pieces';

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
    if (path.trim() === '' || path === '.') throw invalid('The vault itself cannot be named here.');
    const problem = escapeProblem(path);
    if (problem !== undefined) throw invalid(problem, spellingHint(path));
    return new VaultPath(path, text.endsWith('/'));
  }

  /** Like `parse`, but '', '/' and '.' are the root. */
  static parseFolder(text: string): VaultPath {
    return text === '' || text === '/' || text === '.' ? VaultPath.root : VaultPath.parse(text);
  }

  get name(): string {
    return lastName(this.value);
  }

  /** Whether the last segment is the name of a file, with or without its ending. */
  fits(file: { readonly name: string }): boolean {
    return isNameOf(this.name, file);
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

/** Whether a file has this name, with or without its ending, in any letter case. */
export function isNameOf(wanted: string, file: { readonly name: string }): boolean {
  const [folded, name] = [wanted.toLowerCase(), file.name.toLowerCase()];
  return name === folded || name.slice(0, Math.max(0, name.lastIndexOf('.'))) === folded;
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
  if (path.startsWith('/')) return 'The path is absolute; paths start at the root of the vault, without "/".';
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
  if (/^[a-z]:/i.test(path)) return 'The path names a drive.';
  if (/^(\$\{?[A-Z_]+\}?|%[A-Z_]+%)$/.test(first) && segments.length > 1)
    return 'Variables are not expanded in paths.';
  for (const segment of segments) {
    if (/\p{Cc}/u.test(segment)) return 'A name has control characters.';
    if (/[<>:"|?*]/.test(segment))
      return 'A name has one of the characters < > : " | ? *, which some systems cannot hold.';
    if (/[. ]$/.test(segment) || segment.startsWith(' '))
      return 'A name starts or ends with a space or ends with a dot.';
    if (reservedName.test(segment)) return 'A name is reserved on Windows.';
    if (/[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/.test(segment))
      return 'A name has invisible characters.';
    if (new TextEncoder().encode(segment).length > 255) return 'A name is longer than 255 bytes.';
  }
  return undefined;
}
