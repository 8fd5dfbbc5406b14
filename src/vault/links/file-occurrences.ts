import type { TFile } from 'obsidian';
import { ValuesByKey } from '../../utils/collections';
import { forEachInTurn } from '../../utils/slicing/time-slicer';
import type { VisibleVault } from '../index/indexes';
import type { Notes } from '../reading/notes';
import type { Links, ResolvedOccurrence } from './links';
import { isLinkingFile } from './link-occurrences';

/** A link with its target file, and the text around it if known; `isPath` for one that is a whole path. */
export type FoundOccurrence = ResolvedOccurrence & { readonly text?: string; readonly isPath?: boolean };

export interface LinkingContext extends VisibleVault {
  readonly links: Links;
  readonly notes: Notes;
}

/**
 * The paths of the notes, canvases and bases that link to a path, perhaps from the file itself, among those that the
 * caller sees. The app only knows links in notes.
 */
export async function linkingPaths(
  context: LinkingContext,
  signal: AbortSignal,
): Promise<(path: string) => readonly string[]> {
  const { files, linkingFiles, links, slicer } = context;
  const graph = await links.whole(signal);
  const found = new ValuesByKey<string, string>();
  await forEachInTurn(linkingFiles.all(), { slicer, signal }, async file => {
    if (!files.canSee(file)) return;
    for (const { target } of await occurrencesIn(file, context))
      if (target !== undefined) found.add(target.path, file.path);
  });
  return path => [...graph.incoming(path), ...found.of(path)];
}

/** The links of a note, canvas or base, as resolved for one caller; none for other files. */
export async function occurrencesIn(
  file: TFile,
  { app, files, linkingFiles, links, notes }: LinkingContext,
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
