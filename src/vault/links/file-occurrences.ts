import type { TFile } from 'obsidian';
import type { CallerContext } from '../caller-context';
import type { ResolvedOccurrence } from './links';
import { isLinkingFile } from './linking-files';

/** A link with its target file, and the text around it if known. */
export type FoundOccurrence = ResolvedOccurrence & { readonly text?: string };

/** The links of a note, canvas or base, as resolved for one caller; none for other files. */
export async function occurrencesIn(
  file: TFile,
  { app, files, linkingFiles, links, notes }: CallerContext,
): Promise<Iterable<FoundOccurrence>> {
  if (!isLinkingFile(file)) return links.occurrences(file);
  const found = await linkingFiles.linksOf(file, notes);
  return found.map(({ isPath, ...link }) => {
    const exact = isPath ? app.vault.getFileByPath(link.linkpath) : null;
    const target = exact !== null && files.canSee(exact) ? exact : undefined;
    return { ...link, target: isPath ? target : links.resolve(link.linkpath, file) };
  });
}
