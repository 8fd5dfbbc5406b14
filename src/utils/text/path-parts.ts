/** The two parts of a vault path. `/` separates folders; there is none at either end. */

/** The path of the folder; '' for a file of the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The name of the file or folder, with its extension. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
