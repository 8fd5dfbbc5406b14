import type { App, CachedMetadata, TFile } from 'obsidian';
import { sliced, type SliceTurn } from '../../utils/slicing/time-slicer';
import { Derived } from './derived';
import type { VaultEvents } from './vault-events';

/** The notes with links to a part of a note, such as a heading or block; these are few. */
export class PartLinks {
  private readonly linking: Derived<Set<TFile>>;

  constructor(
    private readonly app: App,
    events: VaultEvents,
  ) {
    this.linking = new Derived(
      events,
      turn => this.build(turn),
      ({ patch }) => ({
        metadataChanged: note => patch(linking => this.enter(note, linking)),
        metadataDeleted: note => patch(linking => linking.delete(note)),
      }),
    );
  }

  /** Those of the notes that the metadata cache has read. */
  notes(turn: SliceTurn): Promise<ReadonlySet<TFile>> {
    return this.linking.get(turn);
  }

  private async build(turn: SliceTurn): Promise<Set<TFile>> {
    const linking = new Set<TFile>();
    for await (const note of sliced(this.app.vault.getMarkdownFiles(), turn)) this.enter(note, linking);
    return linking;
  }

  private enter(note: TFile, linking: Set<TFile>): void {
    if (namesParts(this.app.metadataCache.getFileCache(note))) linking.add(note);
    else linking.delete(note);
  }
}

function namesParts(cache: CachedMetadata | null): boolean {
  const { frontmatterLinks = [], links = [], embeds = [] } = cache ?? {};
  return [frontmatterLinks, links, embeds].some(some => some.some(({ link }) => link.includes('#')));
}
