import type { App, TFile } from 'obsidian';
import { parseFrontmatter, splitFrontmatter } from '../markdown/frontmatter';
import type { SliceTurn } from '../utils/time-slicer';
import type { NoteFacts, NoteFactsReader } from './note-facts';

/** Tells which notes have properties that nobody can read, since their YAML does not parse. */
export class UnreadableNotes {
  /** Kept as long as the facts of a note, which are made anew when it changes. */
  private readonly known = new WeakMap<NoteFacts, boolean>();

  constructor(
    private readonly app: App,
    private readonly facts: NoteFactsReader,
  ) {}

  async among(notes: readonly TFile[], turn: SliceTurn): Promise<TFile[]> {
    const unreadable: TFile[] = [];
    for (const note of notes) {
      const facts = this.facts.of(note);
      if (facts.frontmatter === undefined && (await this.isUnreadable(note, facts))) unreadable.push(note);
      if (turn.due()) await turn.pause();
    }
    return unreadable;
  }

  private async isUnreadable(note: TFile, facts: NoteFacts): Promise<boolean> {
    const known = this.known.get(facts);
    if (known !== undefined) return known;
    const cache = this.app.metadataCache.getFileCache(note);
    if (cache === null) return false;
    const isUnreadable = cache.sections?.[0]?.type === 'yaml' && (await this.failsToParse(note));
    this.known.set(facts, isUnreadable);
    return isUnreadable;
  }

  private async failsToParse(note: TFile): Promise<boolean> {
    const text = await this.app.vault.cachedRead(note).catch(() => '');
    const { yaml } = splitFrontmatter(text);
    const parsed = yaml === undefined ? undefined : parseFrontmatter(yaml);
    return parsed !== undefined && !parsed.ok && parsed.problem.kind !== 'empty';
  }
}
