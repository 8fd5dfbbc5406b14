import type { App, TFile } from 'obsidian';
import { ToolFailure } from '../errors';
import { sha256 } from '../platform';
import { saveOpenEditors } from './open-editors';
import { storageFailure } from './storage-failure';
import type { VisibleFiles } from './visible-files';

const maxNoteBytes = 20 * 1024 * 1024;

/** A note's text as it stands on disk, byte order mark and line endings included. */
export interface NoteText {
  readonly path: string;
  readonly text: string;
  readonly versionId: string;
  /** Bytes. */
  readonly size: number;
}

/** Hex digits. */
const versionLength = 20;

/** A hash of a file's exact bytes. */
export function versionOf(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, versionLength);
}

/** Whether a version is that of bytes with this SHA-256, in hex. */
export function isVersion(hash: string, versionId: string): boolean {
  return hash.slice(0, versionLength) === versionId;
}

/** The texts of the notes that one caller may read. */
export class Notes {
  constructor(
    private readonly app: App,
    private readonly files: VisibleFiles,
  ) {}

  /** @throws ToolFailure `invalid_path`, `not_found`, `unsupported_file`, `too_large`, `storage_error` */
  read(reference: string): Promise<NoteText> {
    return this.readFile(this.files.note(reference));
  }

  async readFile(file: TFile): Promise<NoteText> {
    const bytes = await this.bytesOf(file);
    return { path: file.path, text: decodeStrictly(bytes), versionId: versionOf(bytes), size: bytes.length };
  }

  /** The note, seen to be text: what the app knows of other bytes is not to be told as if it were true. */
  async textFile(reference: string): Promise<TFile> {
    const file = this.files.note(reference);
    await this.readFile(file);
    return file;
  }

  /** Undefined where `readFile` would fail. */
  async readIfPossible(file: TFile): Promise<NoteText | undefined> {
    return ifPossible(() => this.readFile(file));
  }

  /** The version of a note whose bytes can be read, whether or not they are text. */
  async versionIfPossible(file: TFile): Promise<string | undefined> {
    return ifPossible(async () => versionOf(await this.bytesOf(file)));
  }

  /**
   * As they stand on disk, once what was typed in the app is saved, if it can be.
   * @throws ToolFailure `not_found`, `too_large`, `storage_error`
   */
  async bytesOf(file: TFile): Promise<Uint8Array> {
    await saveOpenEditors(this.app, file.path);
    if (file.stat.size > maxNoteBytes) throw new ToolFailure('too_large', 'The note is larger than 20 MB.');
    try {
      return new Uint8Array(await this.app.vault.readBinary(file));
    } catch (error) {
      throw storageFailure(error);
    }
  }
}

async function ifPossible<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
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
