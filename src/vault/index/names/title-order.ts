import type { App, TFile } from 'obsidian';
import { compareKeys, nameKey } from '../../../utils/text/folding';
import { sliced, type SliceTurn, type TimeSlicer } from '../../../utils/slicing/time-slicer';
import { Derived } from '../derived';
import type { NoteFactsIndex } from '../metadata/note-metadata';
import type { VaultEvents } from '../vault-events';

/** All notes sorted by title; notes with equal titles by path. */
export class TitleOrder {
  private readonly sorted: Derived<readonly TFile[]>;

  constructor(
    private readonly app: App,
    events: VaultEvents,
    private readonly facts: NoteFactsIndex,
    private readonly slicer: TimeSlicer,
  ) {
    this.sorted = new Derived(
      events,
      turn => this.sort(turn),
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
    return this.sorted.get(this.slicer.slice({ signal }));
  }

  private async sort(turn: SliceTurn): Promise<readonly TFile[]> {
    const keyed: { note: TFile; key: string }[] = [];
    for await (const note of sliced(this.app.vault.getMarkdownFiles(), turn))
      keyed.push({ note, key: nameKey(this.facts.titleOf(note)) });
    const byTitle = keyed.sort(
      (a, b) => compareKeys(a.key, b.key) || compareKeys(nameKey(a.note.path), nameKey(b.note.path)),
    );
    return byTitle.map(({ note }) => note);
  }
}
