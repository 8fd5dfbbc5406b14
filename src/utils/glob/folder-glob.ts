/** Characters with a meaning in a glob. */
const special = /[*?[\]{}()!@+|\\]/g;

/**
 * The folder rule for one folder and everything in it, whatever characters its name has.
 * @param path a vault path, not the root
 */
export function folderGlob(path: string): string {
  const literal = path.replace(special, character => `\\${character}`);
  // Rules are trimmed when they are parsed.
  return `${literal.replace(/^\s/u, space => `\\${space}`)}/**`;
}
