import type { App, TFile } from 'obsidian';
import type { Row } from '../search/structured-query';
import { toIso } from '../utils/dates';
import type { TimeSlicer } from '../utils/time-slicer';
import type { Links } from './links';
import type { NoteFactsReader } from './note-facts';
import type { NoteTexts } from './note-texts';

export interface NoteRowParts {
  readonly app: App;
  readonly facts: NoteFactsReader;
  readonly links: Links;
  readonly texts: NoteTexts;
  readonly slicer: TimeSlicer;
}

/** Makes notes into rows with the fields that a query reads, and no others: some cost a look at every note. */
export class NoteRows {
  constructor(private readonly parts: NoteRowParts) {}

  /** @param fields names of `noteFields`; `path` is always there */
  async of(notes: readonly TFile[], fields: ReadonlySet<string>, signal: AbortSignal): Promise<Row[]> {
    const { texts, slicer } = this.parts;
    const store = fields.has('wordCount') ? await texts.read(notes, signal) : undefined;
    const turn = slicer.slice({ signal });
    const rows: Row[] = [];
    for (const note of notes) {
      const row: Record<string, unknown> = { __proto__: null, path: note.path };
      this.addFacts(row, note, fields);
      if (fields.has('wordCount')) row['wordCount'] = store?.get(note.path)?.wordCount ?? null;
      if (fields.has('links')) row['links'] = await this.parts.links.outgoing(note.path, signal);
      if (fields.has('backlinks')) row['backlinks'] = await this.parts.links.incoming(note.path, signal);
      rows.push(row);
      if (turn.due()) await turn.pause();
    }
    return rows;
  }

  private addFacts(row: Record<string, unknown>, note: TFile, fields: ReadonlySet<string>): void {
    const makers: Readonly<Record<string, () => unknown>> = {
      name: () => note.basename,
      folder: () => note.path.slice(0, Math.max(0, note.path.lastIndexOf('/'))),
      title: () => this.parts.facts.titleOf(note),
      tags: () => this.parts.facts.of(note).tags,
      aliases: () => this.parts.facts.of(note).aliases,
      frontmatter: () => this.parts.facts.of(note).frontmatter ?? {},
      size: () => note.stat.size,
      created: () => toIso(note.stat.ctime),
      modified: () => toIso(note.stat.mtime),
      tasks: () => this.tasksOf(note),
    };
    for (const [field, make] of Object.entries(makers)) if (fields.has(field)) row[field] = make();
  }

  private tasksOf(note: TFile): { open: number; done: number } {
    const items = this.parts.app.metadataCache.getFileCache(note)?.listItems ?? [];
    const tasks = items.filter(item => item.task !== undefined);
    const open = tasks.filter(item => item.task === ' ').length;
    return { open, done: tasks.length - open };
  }
}
