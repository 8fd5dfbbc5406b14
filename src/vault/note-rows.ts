import type { TFile } from 'obsidian';
import type { Row } from '../search/structured-query';
import { toIso } from '../utils/dates';
import type { Progress } from '../utils/progress';
import type { TimeSlicer } from '../utils/time-slicer';
import type { Links } from './links';
import type { NoteFactsReader } from './note-facts';
import type { NoteTexts } from './note-texts';

export interface NoteRowParts {
  readonly facts: NoteFactsReader;
  readonly links: Links;
  readonly texts: NoteTexts;
  readonly slicer: TimeSlicer;
}

export interface RowOptions {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Makes notes into rows with the fields that a query reads, and no others: some cost a look at every note. */
export class NoteRows {
  constructor(private readonly parts: NoteRowParts) {}

  /**
   * One row after another: a hundred thousand of them kept at once are a burden to the engine.
   * @param fields names of `noteFields`; `path` is always there
   */
  async each(
    notes: readonly TFile[],
    fields: ReadonlySet<string>,
    visit: (row: Row) => void,
    { signal, progress }: RowOptions,
  ): Promise<void> {
    const { texts, slicer, links } = this.parts;
    const store = fields.has('wordCount') ? await texts.read(notes, signal) : undefined;
    const isLinked = fields.has('links') || fields.has('backlinks');
    const graph = isLinked ? await links.whole(signal) : undefined;
    const makers: Readonly<Record<string, (note: TFile) => unknown>> = {
      ...this.facts(),
      wordCount: note => store?.get(note.path)?.wordCount ?? null,
      links: note => graph?.outgoing(note.path),
      backlinks: note => graph?.incoming(note.path),
    };
    const wanted = Object.entries(makers).filter(([field]) => fields.has(field));
    const turn = slicer.slice({ signal });
    for (const [index, note] of notes.entries()) {
      const row: Record<string, unknown> = { __proto__: null, path: note.path };
      for (const [field, make] of wanted) row[field] = make(note);
      visit(row);
      if (turn.due()) {
        progress(index, notes.length, 'Looking at notes.');
        await turn.pause();
      }
    }
  }

  private facts(): Readonly<Record<string, (note: TFile) => unknown>> {
    const { facts } = this.parts;
    return {
      name: note => note.basename,
      folder: note => note.path.slice(0, Math.max(0, note.path.lastIndexOf('/'))),
      title: note => facts.titleOf(note),
      tags: note => facts.of(note).tags,
      aliases: note => facts.of(note).aliases,
      frontmatter: note => facts.of(note).frontmatter ?? {},
      size: note => note.stat.size,
      created: note => toIso(note.stat.ctime),
      modified: note => toIso(note.stat.mtime),
      tasks: note => facts.tasksOf(note),
    };
  }
}
