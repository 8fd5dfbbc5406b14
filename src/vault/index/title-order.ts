import type { App, EventRef, TFile } from 'obsidian';
import { sortSliced } from '../../utils/slicing/sorting';
import { compareKeys, nameKey } from '../../utils/text/folding';
import type { TimeSlicer } from '../../utils/slicing/time-slicer';
import type { NoteFactsIndex } from './note-metadata';

export interface TitleOrderParts {
  readonly app: App;
  readonly listen: (ref: EventRef) => void;
  readonly facts: NoteFactsIndex;
  readonly slicer: TimeSlicer;
}

/** All notes by their titles, those with the same one by path: sorted at the first question after a change. */
export class TitleOrder {
  private sorted: readonly TFile[] | undefined;
  private changes = 0;
  private isWatching = false;

  constructor(private readonly parts: TitleOrderParts) {}

  async notes(signal: AbortSignal): Promise<readonly TFile[]> {
    this.watch();
    return this.sorted ?? (await this.sort(signal));
  }

  private async sort(signal: AbortSignal): Promise<readonly TFile[]> {
    const { app, facts, slicer } = this.parts;
    const { changes } = this;
    const turn = slicer.slice({ signal });
    const keyed: { note: TFile; key: string }[] = [];
    for (const note of app.vault.getMarkdownFiles()) {
      keyed.push({ note, key: nameKey(facts.titleOf(note)) });
      if (turn.due()) await turn.pause();
    }
    const byTitle = await sortSliced(
      keyed,
      (a, b) => compareKeys(a.key, b.key) || compareKeys(nameKey(a.note.path), nameKey(b.note.path)),
      turn,
    );
    const notes = byTitle.map(({ note }) => note);
    if (changes === this.changes) this.sorted = notes;
    return notes;
  }

  private watch(): void {
    if (this.isWatching) return;
    this.isWatching = true;
    const { app, listen, facts } = this.parts;
    facts.watch();
    const forget = (): void => {
      this.changes += 1;
      this.sorted = undefined;
    };
    listen(app.vault.on('create', forget));
    listen(app.vault.on('delete', forget));
    listen(app.vault.on('rename', forget));
    listen(app.metadataCache.on('changed', forget));
    listen(app.metadataCache.on('deleted', forget));
  }
}
