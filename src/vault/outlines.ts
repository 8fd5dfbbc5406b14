import { type ItemError, itemError, ToolFailure } from '../errors';
import { excerpt, numberedLines } from '../markdown/excerpt';
import { Lines } from '../markdown/lines';
import { scanStructure } from '../markdown/structure/scan-structure';
import { outline, type Outline, type OutlineHeading } from '../markdown/targets';
import { leadingThatFit } from '../utils/json-size';
import { propertiesOf } from './note-reader';
import type { Notes, NoteText } from './notes';

export interface NoteOutline extends Omit<Outline, 'headings' | 'blocks'> {
  headings: OutlineHeading[];
  blocks: { id: string; startLine: number; endLine: number }[];
  path: string;
  versionId: string;
  totalLines: number;
  frontmatterKeys: string[];
}

export interface ManyQuery {
  readonly paths: readonly string[];
  /** Over all notes together, in UTF-16 units. */
  readonly maxChars: number;
  readonly withLineNumbers: boolean;
}

export interface ReadRow {
  path: string;
  content?: string;
  outline?: { heading: string; level: number; startLine: number; endLine: number }[];
  /** Headings that the outline has no room for. */
  headingsOmitted?: number;
  totalLines?: number;
  /** Bytes. */
  size?: number;
  versionId?: string;
  /** Left out because the budget was used up. */
  omitted?: boolean;
  error?: ItemError;
}

/** Bytes of JSON for the outlines of the notes that did not fit, which share it. */
const roomForOutlines = 20_000;

interface RowRoom extends Pick<ManyQuery, 'withLineNumbers'> {
  /** Characters of the budget that earlier notes left. */
  readonly left: number;
  readonly roomForOutline: number;
}

/** Overviews of notes, and several notes under one budget. */
export class Outlines {
  constructor(private readonly notes: Notes) {}

  async of(reference: string): Promise<NoteOutline> {
    const note = await this.notes.read(reference);
    const { headings, blocks, ...counts } = outline(note.text, scanStructure(note.text));
    return {
      path: note.path,
      versionId: note.versionId,
      totalLines: new Lines(note.text).count,
      headings: [...headings],
      blocks: [...blocks],
      ...counts,
      frontmatterKeys: Object.keys(propertiesOf(note.text) ?? {}),
    };
  }

  /** Notes in the order asked; those beyond the budget come as outlines. Never fails for one of them. */
  async readMany({
    paths,
    maxChars,
    withLineNumbers,
  }: ManyQuery): Promise<{ notes: ReadRow[]; omittedCount: number }> {
    const rows: ReadRow[] = [];
    let left = maxChars;
    for (const path of paths) {
      const row = await this.row(path, {
        left,
        withLineNumbers,
        roomForOutline: Math.floor(roomForOutlines / paths.length),
      });
      left -= row.content?.length ?? 0;
      rows.push(row);
    }
    return { notes: rows, omittedCount: rows.filter(row => row.omitted === true).length };
  }

  private async row(path: string, { left, withLineNumbers, roomForOutline }: RowRoom): Promise<ReadRow> {
    try {
      const note = await this.notes.read(path);
      const lines = new Lines(note.text);
      const facts = { path: note.path, totalLines: lines.count, size: note.size, versionId: note.versionId };
      const whole = excerpt(lines, { startLine: 1, endLine: lines.count, maxChars: note.text.length });
      const content = withLineNumbers ? numberedLines(lines, whole) : note.text;
      if (content.length <= left) return { ...facts, content };
      return { ...facts, ...outlineWithin(roomForOutline, headingsOf(note)), omitted: true };
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      return { path, error: itemError(error) };
    }
  }
}

function headingsOf({ text }: NoteText): NonNullable<ReadRow['outline']> {
  const { headings } = outline(text, scanStructure(text));
  return headings.map(({ heading, level, startLine, endLine }) => ({ heading, level, startLine, endLine }));
}

function outlineWithin(
  room: number,
  headings: NonNullable<ReadRow['outline']>,
): Pick<ReadRow, 'outline' | 'headingsOmitted'> {
  const shown = leadingThatFit(headings, room);
  if (shown === headings.length) return { outline: headings };
  return { outline: headings.slice(0, shown), headingsOmitted: headings.length - shown };
}
