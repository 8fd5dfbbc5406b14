import type { CallerContext } from '../caller-context';
import type { TFile } from 'obsidian';
import type { Row } from '../../search/structured/structured-query';
import type { NoteField } from '../../utils/properties/note-field-names';
import type { Progress } from '../../utils/call-hooks';

export interface RowOptions {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Turns notes into rows with only the fields that a query reads: some fields require reading every note. */
export class NoteRows {
  constructor(private readonly context: CallerContext) {}

  /**
   * Rows one by one: a hundred thousand of them at once would burden the engine.
   * @param names `path` is always included
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
