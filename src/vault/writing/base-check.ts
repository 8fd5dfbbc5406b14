/** Bases as the note tools write them: text that is checked. */
import { readBase } from '../../bases/document/base-document';

/** Whether a path is that of a base. */
export function isBasePath(path: string): boolean {
  return /\.base$/iu.test(path);
}

/** What is wrong with the text of a base: one that is no YAML has that alone. */
export function baseWarnings(text: string): readonly string[] {
  const read = readBase(text);
  return read.ok ? read.base.warnings : [read.message];
}
