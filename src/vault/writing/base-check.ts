/** Checks the text of bases that note tools write. */
import { readBase } from '../../bases/document/base-document';

/** Whether a path is that of a base. */
export function isBasePath(path: string): boolean {
  return /\.base$/iu.test(path);
}

/** Problems in the text of a base; for invalid YAML, only that. */
export function baseWarnings(text: string): readonly string[] {
  const read = readBase(text);
  return read.ok ? read.base.warnings : [read.message];
}
