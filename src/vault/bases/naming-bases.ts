/** Bases that name what is renamed: neither the app nor Lectern changes the names in filters and formulas. */
import type { TFile } from 'obsidian';
import { readBase } from '../../bases/document/base-document';
import { namesIn, type NamesUsed } from '../../bases/view/needs';
import type { CallerContext } from '../caller-context';
import { foldTag } from '../../utils/properties/property-names';
import { filtered, forEachInTurn } from '../../utils/slicing/time-slicer';
import { withoutOuterSlashes } from '../../utils/text/pieces';
import { parseNote } from '../../markdown/structure/scan-structure';
import { fencedTexts } from '../../markdown/text/fenced-texts';
import { isNote } from '../access/visible-files';
import { someOf } from '../hints/missing-names';

/** A name as it was, without slash or `#` at its ends. */
export interface OldName {
  readonly kind: keyof NamesUsed;
  readonly name: string;
}

/**
 * A hint with the bases of the caller that name one of these; none if there are none.
 * @param moved new paths of files by their old ones
 */
export async function namingBaseHints(
  old: readonly OldName[],
  { app, files, linkingFiles, notes, slicer }: CallerContext,
  signal: AbortSignal,
  moved: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const found: string[] = [];
  const loop = { slicer, signal };
  const hasCode = (note: TFile): boolean =>
    app.metadataCache.getFileCache(note)?.sections?.some(({ type }) => type === 'code') === true;
  const coded = await filtered(await files.notesSliced(loop), hasCode, loop);
  await forEachInTurn([...(await linkingFiles.all(signal)), ...coded], loop, async file => {
    if (file.extension === 'canvas' || !files.canSee(file)) return;
    const text = (await notes.readIfPossible(file, signal))?.text ?? '';
    const isNamedIn = (yaml: string): boolean => {
      const read = readBase(yaml);
      const names = read.ok ? namesIn(read.base) : undefined;
      return names !== undefined && old.some(one => isNamed(one, names[one.kind]));
    };
    const hasBlock = isNote(file) && /^[ \t>]*(?:`{3,}|~{3,})[ \t]*base\b/imu.test(text);
    const yamls = hasBlock ? fencedTexts(text, parseNote(text), 'base') : isNote(file) ? [] : [text];
    if (yamls.some(isNamedIn)) found.push(moved.get(file.path) ?? file.path);
  });
  return found.length === 0 ? [] : [`Bases still use the old name: ${someOf(found.sort())}.`];
}

/** Names of all kinds are compared as tags are. Folders and tags are also named by those inside them. */
function isNamed({ kind, name }: OldName, names: readonly string[]): boolean {
  const wanted = foldTag(name);
  return names.some(given => {
    const folded = foldTag(withoutOuterSlashes(given));
    return folded === wanted || (kind !== 'properties' && folded.startsWith(`${wanted}/`));
  });
}
