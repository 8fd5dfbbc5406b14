import { ToolFailure, errorCode } from '../../errors';
import type { App, TFile } from 'obsidian';
import { MAX_PARSED_LENGTH } from '../../markdown/structure/limits';
import { tooLongToParse } from '../../markdown/structure/scan-structure';
import { sha256 } from '../../platform';
import type { SlicedLoop, TimeSlicer } from '../../utils/slicing/time-slicer';
import { type LineWindow, readWindow, type WindowRange } from './line-window';
import { saveOpenEditors } from '../app/open-editors';
import type { VisibleFiles } from '../access/visible-files';
import { hashOf, decodedInTurns } from '../../utils/bytes';

/** Bytes. Smaller files are read at once: their texts are freed soon. */
const largeFile = 1_000_000;
/** Bytes of large files in work at once, for all callers: each takes up to ten times its size. */
const maxBytes = 24_000_000;

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Lets calls work on large files in order, as many at once as fit into memory; a larger one is worked on alone. */
export class ReadBudget {
  private bytes = 0;
  private readonly waiting: Waiting[] = [];

  /**
   * Runs work that holds files in memory. It must not run other such work, which could cause a deadlock.
   * @param bytes of the files
   * @throws what the work throws; the signal's reason
   */
  async run<T>(bytes: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (bytes < largeFile) return work();
    await this.enter(bytes, signal);
    try {
      return await work();
    } finally {
      this.bytes -= bytes;
      this.beginNext();
    }
  }

  private async enter(bytes: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        const reason: unknown = signal?.reason;
        reject(
          reason instanceof Error ? reason : new ToolFailure('budget_exceeded', 'The client disconnected.'),
        );
        this.beginNext();
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const entry: Waiting = { bytes, begin };
      this.waiting.push(entry);
      signal?.addEventListener('abort', leave);
      this.beginNext();
    });
  }

  private beginNext(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (this.bytes > 0 && this.bytes + next.bytes > maxBytes) return;
      this.bytes += next.bytes;
      this.waiting.shift();
      next.begin();
    }
  }
}

/** Converts an error of the app's storage; drops its message, which may hold paths of the machine. */
export function storageFailure(error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ToolFailure('not_found', 'The file is no longer there.');
    case 'ENOSPC':
    case 'EDQUOT':
      return Object.assign(new ToolFailure('storage_error', 'The disk is full.'), { cause: 'ENOSPC' });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ToolFailure('storage_error', 'This account may not read or write the file or its folder.');
    default:
      return new ToolFailure('storage_error', 'The vault could not be read or written.');
  }
}

/** The same with the file at which it was, for a caller who may know of that. */
export function atFile(path: string, error: unknown): ToolFailure {
  const { code, message, details } = storageFailure(error);
  return new ToolFailure(code, `${JSON.stringify(path)}: ${message}`, details);
}

const maxNoteBytes = 20 * 1024 * 1024;
/** Notes up to this size are read by lines. */
const maxBytesByLines = 200 * 1024 * 1024;

/** Bytes of a UTF-16 unit in UTF-8. */
const maxUnitBytes = 3;

/** A note's text as it is on disk, byte order mark and line endings included. */
export interface NoteContent {
  readonly path: string;
  readonly text: string;
  readonly versionId: string;
  /** Bytes. */
  readonly size: number;
}

/** Hex digits. */
const versionLength = 20;

export function versionOf(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, versionLength);
}

/** @param hash SHA-256 of a file's exact bytes, in hex */
export function versionFromHash(hash: string): string {
  return hash.slice(0, versionLength);
}

/** Whether a version belongs to bytes with this SHA-256, in hex. */
export function isVersion(hash: string, versionId: string): boolean {
  return versionFromHash(hash) === versionId;
}

export class Notes {
  constructor(
    private readonly app: App,
    readonly files: VisibleFiles,
    private readonly reads: ReadBudget,
    private readonly slicer: TimeSlicer,
  ) {}

  /** @throws ToolFailure `invalid_path`, `not_found`, `unsupported_file`, `too_large`, `storage_error` */
  read(reference: string, signal?: AbortSignal): Promise<NoteContent> {
    return this.readFile(this.files.note(reference), signal);
  }

  readFile(file: TFile, signal?: AbortSignal): Promise<NoteContent> {
    return this.whileHeld(file, signal, note => Promise.resolve(note));
  }

  /**
   * Runs work on a note; large notes wait until there is memory for them. The work must read no other note.
   * @throws like `readFile`, and what the work throws
   */
  whileHeld<T>(
    file: TFile,
    signal: AbortSignal | undefined,
    work: (note: NoteContent) => Promise<T>,
  ): Promise<T> {
    return this.reads.run(file.stat.size, signal, async () => work(await this.content(file, signal)));
  }

  /** A separate function, so that nothing holds the bytes while the text is processed. */
  private async content(file: TFile, signal: AbortSignal | undefined): Promise<NoteContent> {
    const bytes = await this.bytesOf(file);
    const text = await decodedInTurns(bytes, { slicer: this.slicer, signal });
    // Anything but UTF-8 would be changed by an edit.
    if (text === undefined) throw notText();
    return { path: file.path, text, versionId: versionFromHash(await hashOf(bytes)), size: bytes.length };
  }

  /** Runs work on one note; see `whileHeld`. */
  work<T>(reference: string, signal: AbortSignal, use: (note: NoteContent) => T | Promise<T>): Promise<T> {
    return this.whileHeld(this.files.note(reference), signal, async note => use(note));
  }

  /** Whether a note may have more text than is parsed: its lines are then read without holding the whole text. */
  isLarge({ stat }: TFile): boolean {
    return stat.size > MAX_PARSED_LENGTH;
  }

  /** @throws ToolFailure `too_large` for a note that has more text than is parsed, whatever characters it has */
  requireParts({ stat }: TFile): void {
    if (stat.size > maxUnitBytes * MAX_PARSED_LENGTH) throw tooLongToParse();
  }

  /** Some lines of a note of up to 200 MB, which is never held as one text. @throws ToolFailure like `read` */
  readWindow(
    file: TFile,
    range: WindowRange,
    signal: AbortSignal,
  ): Promise<LineWindow & { readonly versionId: string }> {
    return this.reads.run(file.stat.size, signal, async () => {
      const bytes = await this.bytesOf(file, maxBytesByLines);
      const versionId = versionFromHash(await hashOf(bytes));
      const window = await readWindow(bytes, range, this.slicer.slice({ signal }));
      if (window === undefined) throw notText();
      return { ...window, versionId };
    });
  }

  /** The note, checked to be text: metadata of other bytes must not be returned. */
  async textFile(reference: string): Promise<TFile> {
    const file = this.files.note(reference);
    await this.readFile(file);
    return file;
  }

  /** Undefined if `readFile` would fail. */
  readIfPossible(file: TFile, signal?: AbortSignal): Promise<NoteContent | undefined> {
    return ifPossible(() => this.readFile(file, signal));
  }

  /** The version of a note whose bytes can be read, whether or not they are text. */
  versionIfPossible(file: TFile, signal?: AbortSignal): Promise<string | undefined> {
    const version = async (): Promise<string> => versionOf(await this.bytesOf(file));
    return ifPossible(() => this.reads.run(file.stat.size, signal, version));
  }

  /**
   * The bytes on disk, after saving text typed in the app if possible.
   * @throws ToolFailure `not_found`, `too_large`, `storage_error`
   */
  async bytesOf(file: TFile, most = maxNoteBytes): Promise<Uint8Array> {
    return this.savedBytes(file, most).catch((error: unknown) => Promise.reject(storageFailure(error)));
  }

  private async savedBytes(file: TFile, most: number): Promise<Uint8Array> {
    await saveOpenEditors(this.app, file.path);
    if (file.stat.size > most) throw tooLarge(most);
    return new Uint8Array(await this.app.vault.readBinary(file));
  }

  /**
   * What a file whose links may change holds; undefined if it has none that can be changed: if it is gone, too large, no
   * text, or this account may not read it. What the caller does not see never fails: that would tell of it.
   * @throws ToolFailure `storage_error`, because then the links in it are unknown
   */
  async linkingText(
    file: TFile,
    loop: SlicedLoop,
  ): Promise<{ readonly bytes: Uint8Array; readonly before: string } | undefined> {
    const bytes = await this.savedBytes(file, maxNoteBytes).catch((error: unknown) => {
      const { code } = storageFailure(error);
      const cause = errorCode(error);
      if (code !== 'storage_error' || cause === 'EACCES' || cause === 'EPERM') return undefined;
      if (!this.files.canSee(file)) return undefined;
      throw atFile(file.path, error);
    });
    const before = bytes === undefined ? undefined : await decodedInTurns(bytes, loop);
    return bytes === undefined || before === undefined ? undefined : { bytes, before };
  }
}

/** Undefined if reading fails because of the note itself. */
export async function ifPossible<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

function tooLarge(most: number): ToolFailure {
  const isReadByLines = most < maxBytesByLines;
  const hint = { hint: 'Read its lines with `read_note`, `startLine` and `endLine`.' };
  return new ToolFailure(
    'too_large',
    `The note is larger than ${most / 1024 / 1024} MB.`,
    isReadByLines ? hint : {},
  );
}

function notText(): ToolFailure {
  return new ToolFailure('unsupported_file', 'The file is not text in UTF-8.', {
    hint: 'Convert the file to UTF-8 first.',
  });
}
