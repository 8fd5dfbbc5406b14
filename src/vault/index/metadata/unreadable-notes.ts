import { mapDefined } from '../../../utils/collections';
import { type TAbstractFile, TFile } from 'obsidian';
import { frontmatterIn } from '../../../markdown/frontmatter/frontmatter';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';
import type { IndexSource } from '../derived';
import type { NoteFactsIndex } from './note-metadata';

/** Finds notes whose YAML does not parse: all of them at the first call, later only changed ones. */
export class UnreadableNotes {
  private readonly found = new Set<TFile>();
  /** Notes to check; undefined before the first call. */
  private changed: Set<TFile> | undefined;

  constructor(
    private readonly source: IndexSource,
    private readonly facts: NoteFactsIndex,
    private readonly pathsNotScanned: () => readonly string[],
  ) {}

  /** Those whose metadata a host could not read at all, for now. */
  notScanned(): ReadonlySet<TFile> {
    const { vault } = this.source.app;
    return new Set(mapDefined(this.pathsNotScanned(), path => vault.getFileByPath(path)));
  }

  async all(signal: AbortSignal): Promise<ReadonlySet<TFile>> {
    this.changed ??= this.watch();
    const { slicer } = this.source;
    await forEachInTurn([...this.changed], { slicer, signal }, note => this.look(note));
    return this.found;
  }

  private watch(): Set<TFile> {
    this.facts.watch();
    const forget = (file: TAbstractFile): void => {
      if (!(file instanceof TFile)) return;
      this.found.delete(file);
      this.changed?.delete(file);
    };
    const changed = (note: TFile): unknown => this.changed?.add(note);
    this.source.events.listen({ metadataChanged: changed, metadataDeleted: forget, deleted: forget });
    return new Set(this.source.app.vault.getMarkdownFiles());
  }

  private async look(note: TFile): Promise<void> {
    const { frontmatter } = this.facts.of(note);
    const cache = frontmatter === undefined ? this.source.app.metadataCache.getFileCache(note) : undefined;
    // A note that is not read yet is checked again later.
    if (cache === null) return;
    this.changed?.delete(note);
    const isUnreadable = cache?.sections?.[0]?.type === 'yaml' && (await this.failsToParse(note));
    if (this.changed?.has(note) === true) return;
    if (isUnreadable) this.found.add(note);
    else this.found.delete(note);
  }

  private async failsToParse(note: TFile): Promise<boolean> {
    const parsed = frontmatterIn(await this.source.app.vault.read(note).catch(() => ''));
    return parsed !== undefined && !parsed.ok && parsed.problem.kind !== 'empty';
  }
}
