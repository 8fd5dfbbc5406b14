/** Which notes link to which, and which to parts of notes. */

import { KeysOfValues } from '../../utils/collections';
import { Derived, type IndexSource } from '../index/derived';
import type { CachedMetadata, TFile } from 'obsidian';

/** Which paths link to which, by target. */
type BacklinkTable = KeysOfValues<string, string>;

/** The app's resolved links, also from target to source; linear in the number of links. */
export class LinkGraph {
  /** Paths of the notes that link to each path. */
  readonly backlinks: Pick<Derived<Pick<BacklinkTable, 'of'>>, 'get'>;

  constructor(private readonly source: IndexSource) {
    this.backlinks = new Derived<BacklinkTable>(
      source,
      async forEach => {
        const table: BacklinkTable = new KeysOfValues();
        const paths = Object.keys(source.app.metadataCache.resolvedLinks);
        await forEach(paths, path => table.enter(path, this.targetsOf(path)));
        return table;
      },
      ({ patch, forget }) => ({
        linksResolved: ({ path }) => patch(table => table.enter(path, this.targetsOf(path))),
        metadataDeleted: ({ path }) => patch(table => table.leave(path)),
        // A rename changes keys on both sides.
        renamed: forget,
      }),
    );
  }

  targetsOf(path: string): string[] {
    return Object.keys(this.source.app.metadataCache.resolvedLinks[path] ?? {});
  }
}

/**
 * The notes with links to a part of a note, such as a heading or block, among those that the metadata cache has read;
 * these are few.
 */
export function partLinksIn(source: IndexSource): Pick<Derived<ReadonlySet<TFile>>, 'get'> {
  const { vault, metadataCache } = source.app;
  const enter = (note: TFile, linking: Set<TFile>): void => {
    if (namesParts(metadataCache.getFileCache(note))) linking.add(note);
    else linking.delete(note);
  };
  return new Derived<Set<TFile>>(
    source,
    async forEach => {
      const linking = new Set<TFile>();
      await forEach(vault.getMarkdownFiles(), note => enter(note, linking));
      return linking;
    },
    ({ patch }) => ({
      metadataChanged: note => patch(linking => enter(note, linking)),
      metadataDeleted: note => patch(linking => linking.delete(note)),
    }),
  );
}

function namesParts(cache: CachedMetadata | null): boolean {
  const { frontmatterLinks = [], links = [], embeds = [] } = cache ?? {};
  return [frontmatterLinks, links, embeds].some(some => some.some(({ link }) => link.includes('#')));
}
