import { mapDefined } from '../../../utils/collections';
import { type TAbstractFile, TFile } from 'obsidian';
import { frontmatterIn } from '../../../markdown/frontmatter/frontmatter';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';
import type { IndexSource } from '../derived';
import type { NoteFactsIndex } from './note-metadata';

/** Why the properties of a note are unknown: no parser could read its YAML, or it is too long or nested too deep. */
type Unreadable = 'broken' | 'beyondCaps';

/** Finds notes whose YAML is not read: all of them at the first call, later only changed ones. */
export class UnreadableNotes {
  private readonly found = new Map<TFile, Unreadable>();
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

  async all(signal: AbortSignal): Promise<ReadonlyMap<TFile, Unreadable>> {
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
    const why = cache?.sections?.[0]?.type === 'yaml' ? await this.problemOf(note) : undefined;
    if (this.changed?.has(note) === true) return;
    if (why === undefined) this.found.delete(note);
    else this.found.set(note, why);
  }

  private async problemOf(note: TFile): Promise<Unreadable | undefined> {
    const parsed = frontmatterIn(await this.source.app.vault.read(note).catch(() => ''));
    if (parsed === undefined || parsed.ok || parsed.problem.kind === 'empty') return undefined;
    return ['too_large', 'too_deep'].includes(parsed.problem.kind) ? 'beyondCaps' : 'broken';
  }
}
