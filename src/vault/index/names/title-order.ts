import type { TFile } from 'obsidian';
import { compareKeys, nameKey } from '../../../utils/text/folding';
import { Derived, type ForEach, type IndexSource } from '../derived';
import type { NoteFactsIndex } from '../metadata/note-metadata';

/** All notes sorted by title; notes with equal titles by path. */
export class TitleOrder {
  private readonly sorted: Derived<readonly TFile[]>;

  constructor(
    private readonly source: IndexSource,
    private readonly facts: NoteFactsIndex,
  ) {
    this.sorted = new Derived(
      source,
      forEach => this.sort(forEach),
      ({ forget }) => {
        // The facts must be notified of a changed note first.
        facts.watch();
        return {
          created: forget,
          deleted: forget,
          renamed: forget,
          metadataChanged: forget,
          metadataDeleted: forget,
        };
      },
    );
  }

  notes(signal: AbortSignal): Promise<readonly TFile[]> {
    return this.sorted.get(signal);
  }

  private async sort(forEach: ForEach): Promise<readonly TFile[]> {
    const keyed: { note: TFile; key: string }[] = [];
    await forEach(this.source.app.vault.getMarkdownFiles(), note =>
      keyed.push({ note, key: nameKey(this.facts.titleOf(note)) }),
    );
    const byTitle = keyed.sort(
      (a, b) => compareKeys(a.key, b.key) || compareKeys(nameKey(a.note.path), nameKey(b.note.path)),
    );
    return byTitle.map(({ note }) => note);
  }
}
