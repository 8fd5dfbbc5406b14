import type { CachedMetadata, TFile } from 'obsidian';
import { Derived, type IndexSource } from './derived';

/** The notes with links to a part of a note, such as a heading or block; these are few. */
export class PartLinks {
  private readonly linking: Derived<Set<TFile>>;

  constructor(private readonly source: IndexSource) {
    this.linking = new Derived(
      source,
      async forEach => {
        const linking = new Set<TFile>();
        await forEach(source.app.vault.getMarkdownFiles(), note => this.enter(note, linking));
        return linking;
      },
      ({ patch }) => ({
        metadataChanged: note => patch(linking => this.enter(note, linking)),
        metadataDeleted: note => patch(linking => linking.delete(note)),
      }),
    );
  }

  /** Those of the notes that the metadata cache has read. */
  notes(signal: AbortSignal): Promise<ReadonlySet<TFile>> {
    return this.linking.get(signal);
  }

  private enter(note: TFile, linking: Set<TFile>): void {
    if (namesParts(this.source.app.metadataCache.getFileCache(note))) linking.add(note);
    else linking.delete(note);
  }
}

function namesParts(cache: CachedMetadata | null): boolean {
  const { frontmatterLinks = [], links = [], embeds = [] } = cache ?? {};
  return [frontmatterLinks, links, embeds].some(some => some.some(({ link }) => link.includes('#')));
}
