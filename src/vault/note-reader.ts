import { ToolFailure } from '../errors';
import { type Excerpt, excerpt } from '../markdown/excerpt';
import { Lines } from '../markdown/lines';
import type { Notes, NoteText } from './notes';

export interface ReadOptions {
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly maxChars: number;
}

export interface NoteExcerpt extends NoteText, Omit<Excerpt, 'text'> {
  readonly totalLines: number;
  readonly excerpt: string;
}

/** Reads parts of the notes that one caller may see. */
export class NoteReader {
  constructor(private readonly notes: Notes) {}

  /** @throws ToolFailure `invalid_argument`, and as for any note reference */
  async excerpt(reference: string, options: ReadOptions): Promise<NoteExcerpt> {
    const note = await this.notes.read(reference);
    const lines = new Lines(note.text);
    const startLine = options.startLine ?? 1;
    const endLine = options.endLine ?? lines.count;
    if (options.startLine !== undefined && startLine > lines.count) {
      throw new ToolFailure(
        'invalid_argument',
        `\`startLine\` is past the end: the note has ${lines.count} lines.`,
      );
    }
    if (options.endLine !== undefined && endLine < startLine) {
      throw new ToolFailure('invalid_argument', '`endLine` is before `startLine`.');
    }
    const { text, ...part } = excerpt(lines, { startLine, endLine, maxChars: options.maxChars });
    return { ...note, ...part, totalLines: lines.count, excerpt: text };
  }
}
