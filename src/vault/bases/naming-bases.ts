/** Finds bases that use a renamed name: neither the app nor Lectern changes names in filters and formulas. */
import { readBase } from '../../bases/document/base-document';
import { namesIn, type NamesUsed } from '../../bases/view/needs';
import type { CallerContext } from '../caller-context';
import { foldTag } from '../../utils/properties/property-names';
import { forEachInTurn } from '../../utils/slicing/time-slicer';
import { withoutOuterSlashes } from '../../utils/text/pieces';
import { someOf } from '../hints/missing-names';

/** The old name, without slash or `#` at its ends. */
interface OldName {
  readonly kind: keyof NamesUsed;
  readonly name: string;
  /** The new name of a tag or property, which bases find in any letter case. */
  readonly newName?: string;
}

/**
 * A hint with the bases of the caller that name one of these; none if there are none.
 * @param moved new paths of files by their old ones
 */
export async function namingBaseHints(
  old: readonly OldName[],
  { files, linkingFiles, notes, slicer }: CallerContext,
  signal: AbortSignal,
  moved: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const found: string[] = [];
  await forEachInTurn(linkingFiles.all(), { slicer, signal }, async file => {
    if (file.extension !== 'base' || !files.canSee(file)) return;
    const content = await notes.readIfPossible(file, signal);
    const read = content && readBase(content.text);
    if (read?.ok !== true) return;
    const names = namesIn(read.base);
    if (old.some(one => isNamed(one, names[one.kind]))) found.push(moved.get(file.path) ?? file.path);
  });
  return found.length === 0 ? [] : [`Bases still use the old name: ${someOf(found.sort())}.`];
}

/** Names of all kinds are compared like tags. Folders and tags are also named by those nested in them. */
function isNamed({ kind, name, newName }: OldName, names: readonly string[]): boolean {
  const wanted = foldTag(name);
  if (newName !== undefined && foldTag(newName) === wanted) return false;
  return names.some(given => {
    const folded = foldTag(withoutOuterSlashes(given));
    return folded === wanted || (kind !== 'properties' && folded.startsWith(`${wanted}/`));
  });
}
