import type { CallerContext } from '../caller-context';
import type { TFile } from 'obsidian';
import type { Row } from '../../search/structured/structured-query';
import type { NoteField } from '../../utils/properties/note-field-names';
import type { Progress } from '../../utils/call-hooks';

export interface RowOptions {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Makes notes into rows with the fields that a query reads, and no others: some cost a look at every note. */
export class NoteRows {
  constructor(private readonly context: CallerContext) {}

  /**
   * One row after another: a hundred thousand of them kept at once are a burden to the engine.
   * @param names `path` is always there
   */
  async each(
    notes: readonly TFile[],
    names: ReadonlySet<NoteField>,
    visit: (row: Row, note: TFile) => void,
    { signal, progress }: RowOptions,
  ): Promise<void> {
    const { fields, slicer } = this.context;
    const wanted = [...(await fields.readers(names, notes, signal))];
    const turn = slicer.slice({ signal });
    for (const [index, note] of notes.entries()) {
      const row: Record<string, unknown> = { __proto__: null, path: note.path };
      for (const [field, read] of wanted) row[field] = read(note);
      visit(row, note);
      if (turn.due()) {
        progress(index, notes.length, 'Looking at notes.');
        await turn.pause();
      }
    }
  }
}
