import type { TFile } from 'obsidian';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { CallerContext } from '../caller-context';
import type { ResolvedOccurrence } from './links';
import { isLinkingFile } from './linking-files';

/** A link with the file that it points to, and the text around it where that is known already. */
export type FoundOccurrence = ResolvedOccurrence & { readonly text?: string };

/** The places of a note, canvas or base that point somewhere, as one caller has them resolved; none of other files. */
export async function occurrencesIn(
  file: TFile,
  { app, files, linkingFiles, links, notes }: CallerContext,
  turn: SliceTurn,
): Promise<Iterable<FoundOccurrence>> {
  if (!isLinkingFile(file)) return links.occurrences(file);
  const found = await linkingFiles.linksOf(file, notes, turn);
  return found.map(({ isPath, ...link }) => {
    const exact = isPath ? app.vault.getFileByPath(link.linkpath) : null;
    const target = exact !== null && files.canSee(exact) ? exact : undefined;
    return { ...link, target: isPath ? target : links.resolve(link.linkpath, file) };
  });
}
