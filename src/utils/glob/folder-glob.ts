/** Characters that mean something in a glob. */
const special = /[*?[\]{}()!@+|\\]/g;

/**
 * The folder rule that covers one folder and everything in it, whatever characters its name has.
 * @param path a vault path, not the root
 */
export function folderGlob(path: string): string {
  const literal = path.replace(special, character => `\\${character}`);
  // Rules are read without the white space around them.
  return `${literal.replace(/^\s/u, space => `\\${space}`)}/**`;
}
