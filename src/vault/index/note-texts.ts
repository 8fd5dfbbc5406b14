import { type TAbstractFile, TFile } from 'obsidian';
import { now } from '../../platform';
import { isCanvasPath } from '../../markdown/canvas/canvas-file';
import { searchedCanvas, cardAt, type CardLine, type CardStart } from '../../markdown/canvas/canvas-text';
import { isDrawing, searchedDrawing } from '../../markdown/drawing/drawing-texts';
import { TextStore } from '../../search/index/text-store';
import type { BackgroundSource } from './derived';
import type { MetadataReadiness } from './metadata/metadata-readiness';
import { isNote } from '../access/visible-files';

interface NoteTextsDependencies extends BackgroundSource {
  readonly maxBytes: () => number;
  readonly readiness: Pick<MetadataReadiness, 'wait'>;
  /** Monotonic milliseconds; the machine's by default. */
  readonly now?: () => number;
}

/** A note that takes longer to read comes from a cloud, or the app is busy; milliseconds. */
const slowRead = 500;
/** After this many slow reads in the background, other notes are read only when a search needs them. */
const maxSlowReads = 64;
/** After this many slow reads in one search, it continues with the notes read so far. */
const maxSlowReadsOfSearch = 16;

/** How often to wait: a hundred thousand notes take the app two of these. */
const maxWaits = 15;

/** Background work before and after the reading of the texts. */
export interface WarmUp {
  readonly before?: () => Promise<void>;
  readonly after?: () => Promise<void>;
}

/** The folded texts of all notes and canvases, kept current by the vault's events, and read in slices on first use. */
export class NoteTexts {
  private readonly store: TextStore;
  private readonly cards = new Map<string, readonly CardStart[]>();
  private isStarted = false;
  private readonly ahead = new AbortController();
  private slowReads = 0;

  constructor(private readonly dependencies: NoteTextsDependencies) {
    const { events, maxBytes } = dependencies;
    this.store = new TextStore({
      readText: path => this.readText(path),
      maxBytes,
    });
    events.listen({
      created: file => this.expect(file),
      modified: file => this.expect(file),
      deleted: file => this.remove(file.path),
      renamed: (file, oldPath) => this.rename(file, oldPath),
    });
  }

  /** The store, with an entry for every note; a search reads the missing texts. */
  open(): TextStore {
    this.enterAll();
    return this.store;
  }

  /**
   * Starts to read all notes in the background: call it once. Calls meanwhile read what they need themselves.
   * @param around other work to do after the vault has opened
   */
  warmUp(around: WarmUp): void {
    void this.prepare(around).catch(() => undefined);
  }

  /** For one search: returns whether it has read enough notes that are slow to read. */
  slowReadLimit(): () => boolean {
    const begun = this.slowReads;
    return () => this.slowReads - begun >= maxSlowReadsOfSearch;
  }

  /** Reads the texts of these notes that are not known yet. */
  async read(notes: readonly TFile[], signal: AbortSignal): Promise<TextStore> {
    const store = this.open();
    if (store.isComplete) return store;
    const wanted = new Set(notes.map(note => note.path));
    const { slicer } = this.dependencies;
    await store.fill({ slicer, signal, wants: path => wanted.has(path) });
    return store;
  }

  /** Waits until the app has read the vault: both at once take longer than one after the other. */
  private async prepare({ before, after }: WarmUp): Promise<void> {
    const { background: slicer } = this.dependencies;
    for (let waits = 0; waits < maxWaits && !(await this.isOpened()); waits += 1);
    this.enterAll();
    await before?.();
    await this.store.fill({ slicer, signal: this.ahead.signal }).catch(() => undefined);
    await this.store.prepare({ slicer });
    await after?.();
  }

  /** False after waiting as long as a call would. */
  private isOpened(): Promise<boolean> {
    const { signal } = new AbortController();
    return this.dependencies.readiness.wait(signal).then(
      () => true,
      () => false,
    );
  }

  canvases(): TFile[] {
    return this.dependencies.app.vault.getFiles().filter(isCanvas);
  }

  /** The card that a line of the searched text of a canvas belongs to; undefined for a note. */
  cardAt(path: string, line: number): CardLine | undefined {
    const cards = this.cards.get(path);
    return cards && cardAt(cards, line);
  }

  /** Makes an entry for every note, once; from then on events make those of new ones. */
  private enterAll(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    for (const file of this.dependencies.app.vault.getMarkdownFiles()) this.enter(file);
    for (const file of this.canvases()) this.enter(file);
  }

  private expect(file: TAbstractFile): void {
    if (this.isStarted && (isNote(file) || isCanvas(file))) this.enter(file);
  }

  private enter({ path, stat }: TFile): void {
    this.store.expect(path, { modified: stat.mtime, size: stat.size });
  }

  private remove(path: string): void {
    this.store.remove(path);
    this.cards.delete(path);
  }

  private rename(file: TAbstractFile, oldPath: string): void {
    const isSameKind = isCanvas(file) ? isCanvasPath(oldPath) : isNote(file) && !isCanvasPath(oldPath);
    const cards = this.cards.get(oldPath);
    if (isSameKind) this.store.rename(oldPath, file.path);
    if (isSameKind && cards !== undefined) this.cards.set(file.path, cards);
    this.remove(oldPath);
    if (this.store.get(file.path) === undefined) this.expect(file);
  }

  /** Not by `cachedRead`, which would have the app hold every text a second time. */
  private async readText(path: string): Promise<string> {
    const { app, now: clock = now } = this.dependencies;
    const file = app.vault.getFileByPath(path);
    if (file === null) throw new Error('The note is gone.');
    const begun = clock();
    const text = await app.vault.read(file);
    if (clock() - begun >= slowRead) this.slowReads += 1;
    if (this.slowReads >= maxSlowReads) this.ahead.abort();
    if (isCanvas(file)) return this.readCanvas(path, text);
    return isDrawing(text) ? searchedDrawing(text) : text;
  }

  private readCanvas(path: string, json: string): string {
    const { text, cards } = searchedCanvas(json);
    this.cards.set(path, cards);
    return text;
  }
}

/** Whether its texts are searched as those of a canvas. */
export function isCanvas(file: TAbstractFile): file is TFile {
  return file instanceof TFile && isCanvasPath(file.path);
}
