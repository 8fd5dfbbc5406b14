import { type App, type TAbstractFile, TFile } from 'obsidian';
import { now, pause } from '../../../platform';
import { throwIfAborted } from '../../../utils/slicing/time-slicer';
import type { VaultEvents } from '../vault-events';
import { isNote } from '../../access/visible-files';

/** How long to wait for metadata after a change, milliseconds; the app needs a fraction of this. */
const timeout = 3_000;
/** After a file is created, deleted or moved, the app may have no links to resolve and send no event. */
const treeTimeout = 250;
const pollInterval = 2;
/** Without an event for this long, it is checked whether another program overwrote the text, milliseconds. */
const suspicion = 60;
/** Longer for a long text, which takes longer to read and compare: characters per millisecond. */
const charactersPerSuspicion = 20_000;

interface ExpectedText {
  /** See `markOf`: the text itself may be 20 MB. */
  readonly mark: string;
  /** Milliseconds between two checks. */
  readonly suspicion: number;
}

interface Expected {
  /** Undefined if any event for the note will do. */
  readonly text: ExpectedText | undefined;
  readonly deadline: number;
}

/**
 * Tracks what the app has still to read: changed notes, and links whose target changes because a file was
 * created, deleted or moved. The app sends the event of such a change before it has read the file.
 */
export class PendingMetadata {
  /** Oldest first. */
  private readonly expected = new Map<string, Expected>();
  /** Those whose text was read, but whose links are not resolved yet. */
  private readonly read = new Set<string>();
  /** Deleted notes that the metadata cache has not reported yet. */
  private readonly leaving = new Set<string>();
  /** Until when to wait for links whose targets change. */
  private treeDeadline = 0;
  private isFollowing = false;

  constructor(
    private readonly app: App,
    private readonly events: VaultEvents,
  ) {}

  /** Starts to listen. Call it after the vault was read; see `NoteFactsReader.watch`. */
  follow(): void {
    if (this.isFollowing) return;
    this.isFollowing = true;
    this.events.listen({
      metadataChanged: (note, text) => this.met(note.path, text),
      linksResolved: note => this.resolvedLinks(note.path),
      metadataDeleted: note => this.leaving.delete(note.path),
      allLinksResolved: () => {
        if (this.leaving.size === 0) this.treeDeadline = 0;
      },
      created: file => this.came(file),
      modified: file => this.altered(file),
      deleted: file => this.went(file),
      renamed: (file, oldPath) => this.moved(file, oldPath),
    });
  }

  /** A note is about to be written: the next `wait` waits until the app has read this text. */
  expect(path: string, text?: string): void {
    this.follow();
    const time = now();
    for (const [known, { deadline }] of this.expected) {
      if (deadline >= time) break;
      this.forget(known);
    }
    this.forget(path);
    this.expected.set(path, {
      text:
        text === undefined
          ? undefined
          : { mark: markOf(text), suspicion: suspicion + text.length / charactersPerSuspicion },
      deadline: time + timeout,
    });
  }

  /** The write did not happen. */
  forget(path: string): void {
    this.read.delete(path);
    this.expected.delete(path);
  }

  /** Waits for these notes only, not for links whose targets change. */
  async waitFor(paths: readonly string[], signal: AbortSignal): Promise<void> {
    for (const path of paths) {
      const expected = this.expected.get(path);
      if (expected === undefined) continue;
      const { deadline, text } = expected;
      const interval = text?.suspicion ?? suspicion;
      let nextLook = now() + interval;
      while (this.expected.has(path) && now() < deadline) {
        throwIfAborted(signal);
        await pause(pollInterval);
        if (now() < nextLook) continue;
        if (!(await this.isThere(path, text))) break;
        nextLook = now() + interval;
      }
      this.forget(path);
    }
  }

  /** Waits for all notes, and for links whose targets change. */
  async wait(signal: AbortSignal): Promise<void> {
    await this.waitFor([...this.expected.keys()], signal);
    while (now() < this.treeDeadline) {
      throwIfAborted(signal);
      await pause(pollInterval);
    }
  }

  private altered(file: TAbstractFile): void {
    // Lectern's own writes are expected already, with their text.
    if (!(file instanceof TFile) || !isNote(file) || this.expected.get(file.path)?.text !== undefined) return;
    this.expect(file.path);
  }

  private came(file: TAbstractFile): void {
    this.altered(file);
    this.changeTree(file);
  }

  private went(file: TAbstractFile): void {
    this.forget(file.path);
    this.changeTree(file);
    if (file instanceof TFile && isNote(file)) this.leaving.add(file.path);
  }

  private moved(file: TAbstractFile, oldPath: string): void {
    const known = this.expected.get(oldPath);
    const wasRead = this.read.has(oldPath);
    this.forget(oldPath);
    this.changeTree(file);
    if (known === undefined || this.expected.has(file.path)) return;
    this.expected.set(file.path, known);
    if (wasRead) this.read.add(file.path);
  }

  private changeTree(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    const time = now();
    if (time > this.treeDeadline) this.leaving.clear();
    this.treeDeadline = time + treeTimeout;
  }

  private met(path: string, text: string): void {
    const wanted = this.expected.get(path)?.text;
    if (wanted === undefined || wanted.mark === markOf(text)) this.read.add(path);
    else this.read.delete(path);
  }

  /** The app resolves a note's links after it reports that it read the note. */
  private resolvedLinks(path: string): void {
    if (this.read.delete(path)) this.expected.delete(path);
  }

  /** The event for a text that was overwritten would never come. */
  private async isThere(path: string, text: ExpectedText | undefined): Promise<boolean> {
    const file = this.app.vault.getFileByPath(path);
    if (file === null) return false;
    if (text === undefined) return true;
    const there = await this.app.vault.read(file).catch(() => undefined);
    return there !== undefined && markOf(there) === text.mark;
  }
}

/** The longest text that is its own mark, characters. */
const maxKeptLength = 1_000_000;
/** At most this many characters of a longer text make up its mark, which takes half a millisecond. */
const maxSamples = 65_536;
const byteOrderMark = 0xfeff;

/**
 * Identifies a text without keeping a long one alive. A text of up to a million characters is its own mark; that of a
 * longer one is its length and a hash of evenly spaced characters, so two versions of equal length that differ in a few
 * characters may share it. Ignores a byte order mark, which the app drops in some places.
 */
export function markOf(text: string): string {
  const start = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  const length = text.length - start;
  if (length <= maxKeptLength) return start === 0 ? text : text.slice(start);
  const distance = Math.floor(length / maxSamples);
  let hash = 0;
  for (let at = start; at < text.length; at += distance)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995) + 0x1b873593;
  return `${length} ${hash}`;
}
