import type { TFile } from 'obsidian';
import { ValuesByKey } from '../../utils/collections';
import { forEachInTurn } from '../../utils/slicing/time-slicer';
import type { CallerContext } from '../caller-context';
import type { ResolvedOccurrence } from './links';
import { isLinkingFile } from './link-occurrences';

/** A link with its target file, and the text around it if known; `isPath` for one that is a whole path. */
export type FoundOccurrence = ResolvedOccurrence & { readonly text?: string; readonly isPath?: boolean };

/** The canvases and bases that link to a file, among those that the caller sees, by its path. The app only knows links in notes. */
export async function linksInFiles(
  context: CallerContext,
  signal: AbortSignal,
): Promise<ValuesByKey<string, string>> {
  const found = new ValuesByKey<string, string>();
  const { files, linkingFiles, slicer } = context;
  await forEachInTurn(linkingFiles.all(), { slicer, signal }, async file => {
    if (!files.canSee(file)) return;
    for (const { target } of await occurrencesIn(file, context))
      if (target !== undefined) found.add(target.path, file.path);
  });
  return found;
}

/** The links of a note, canvas or base, as resolved for one caller; none for other files. */
export async function occurrencesIn(
  file: TFile,
  { app, files, linkingFiles, links, notes }: CallerContext,
): Promise<Iterable<FoundOccurrence>> {
  if (!isLinkingFile(file)) return links.occurrences(file);
  const found = await linkingFiles.linksOf(file, notes);
  return found.map(link => {
    const { isPath } = link;
    const exact = isPath ? app.vault.getFileByPath(link.linkpath) : null;
    const target = exact !== null && files.canSee(exact) ? exact : undefined;
    return { ...link, target: isPath ? target : links.resolve(link.linkpath, file) };
  });
}
