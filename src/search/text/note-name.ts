/** The name that a note's path ends with, without `.md`. */
export function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /\.md$/iu.test(name) ? name.slice(0, -3) : name;
}
