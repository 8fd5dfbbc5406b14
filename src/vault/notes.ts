import type { App, TFile } from 'obsidian';
import { ToolFailure } from '../errors';
import { type Excerpt, excerpt } from '../markdown/excerpt';
import { Lines } from '../markdown/lines';
import { sha256 } from '../platform';
import { storageFailure } from './storage-failure';
import type { VisibleFiles } from './visible-files';

const maxNoteBytes = 20 * 1024 * 1024;

/** A note's text as it stands on disk, byte order mark and line endings included. */
export interface NoteText {
  readonly path: string;
  readonly text: string;
  readonly versionId: string;
}

export interface ReadOptions {
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly maxChars: number;
}

export interface NoteExcerpt extends NoteText, Omit<Excerpt, 'text'> {
  readonly totalLines: number;
  readonly excerpt: string;
}

/** A hash of a file's exact bytes. */
export function versionOf(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, 20);
}

/** The notes that one caller may read. */
export class Notes {
  constructor(
    private readonly app: App,
    private readonly files: VisibleFiles,
  ) {}

  /** @throws ToolFailure `invalid_path`, `not_found`, `unsupported_file`, `too_large`, `invalid_argument` */
  async excerpt(reference: string, options: ReadOptions): Promise<NoteExcerpt> {
    const note = await this.read(reference);
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

  async read(reference: string): Promise<NoteText> {
    return this.readFile(this.files.note(reference));
  }

  private async readFile(file: TFile): Promise<NoteText> {
    if (file.stat.size > maxNoteBytes) throw new ToolFailure('too_large', 'The note is larger than 20 MB.');
    const bytes = await this.app.vault.readBinary(file).catch((error: unknown) => {
      throw storageFailure(error);
    });
    const view = new Uint8Array(bytes);
    return { path: file.path, text: decodeStrictly(view), versionId: versionOf(view) };
  }
}

/** UTF-8 with its byte order mark kept; anything else would come back changed from an edit. */
function decodeStrictly(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolFailure('unsupported_file', 'The file is not text in UTF-8.', {
      hint: 'Convert the file to UTF-8 first.',
    });
  }
}
