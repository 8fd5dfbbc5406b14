/**
 * The metadata of every note, kept equal to the vault some time after it changed, never at once: in the app a
 * write is over before its note is read again, and plugins must not rely on less.
 *
 * Order, as observed: at the start `changed` for each note that had to be read, `resolved`, then `resolve` for
 * each note, `resolved`; later `deleted` and `changed`, `resolve` for each note concerned, `resolved`.
 */
import { type TAbstractFile, TFile } from '../files';
import type { Vault } from '../vault';
import type { LinkGraph } from './link-graph';
import { NoteEntry } from './note-entry';
import { NoteReader } from './note-reader';
import { emptyRecord, linkpathsOf, NoteRecorder } from './note-record';
import { Slices } from './slices';

export interface NoteEvents {
  changed(file: TFile, text: string, entry: NoteEntry): void;
  deleted(file: TFile, previous: NoteEntry | undefined): void;
  resolve(file: TFile): void;
  resolved(): void;
}

interface Gone {
  readonly file: TFile;
  readonly previous: NoteEntry | undefined;
}

const noLinks: ReadonlyMap<string, number> = new Map();

export class NoteIndex {
  private readonly entries = new Map<TFile, NoteEntry>();
  private readonly recorder = new NoteRecorder();
  private readonly reader: NoteReader;
  /** Notes to read, with the time at which they are due; earlier ones come first. */
  private readonly waiting = new Map<TFile, number>();
  private gone: Gone[] = [];
  /** Paths at which a file appeared or vanished. */
  private touched = new Set<string>();
  private concerned = new Set<TFile>();
  /** When `gone`, `touched` and `concerned` are looked at. */
  private due = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private state: 'new' | 'open' | 'closed' = 'new';

  constructor(
    private readonly vault: Vault,
    private readonly links: LinkGraph,
    private readonly events: NoteEvents,
    /** From a change to its reading, milliseconds. */
    private readonly delay: number,
  ) {
    this.reader = new NoteReader(vault.adapter.confinement);
  }

  get(file: TFile): NoteEntry | undefined {
    return this.entries.get(file);
  }

  all(): IterableIterator<[TFile, NoteEntry]> {
    return this.entries.entries();
  }

  /** Begins to read all notes and to listen for changes. Does nothing the second time. */
  begin(): void {
    if (this.state !== 'new') return;
    this.state = 'open';
    this.vault.on('create', file => this.created(file));
    this.vault.on('modify', file => this.modified(file));
    this.vault.on('delete', file => this.deleted(file));
    this.vault.on('rename', (file, oldPath) => this.renamed(file, oldPath));
    this.run(() => this.readAll());
  }

  /** Resolves when everything that changed so far is read and resolved; at once when nothing ever began. */
  async settled(): Promise<void> {
    while (this.state === 'open' && this.isBehind) {
      if (this.working === undefined) await setTimeout(pollInterval);
      else await this.working;
    }
  }

  close(): void {
    this.state = 'closed';
    clearTimeout(this.timer);
  }

  private created(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    if (isNote(file)) this.await(file);
    this.touch(file.path);
  }

  private modified(file: TAbstractFile): void {
    if (file instanceof TFile && isNote(file)) this.await(file);
    this.arm();
  }

  private deleted(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    this.gone.push({ file, previous: this.entries.get(file) });
    this.drop(file, file.path);
    this.touch(file.path);
  }

  private renamed(file: TAbstractFile, oldPath: string): void {
    if (!(file instanceof TFile)) return;
    if (this.entries.has(file) && isNote(file)) {
      this.links.move(oldPath, file.path);
      this.concerned.add(file);
    } else if (isNote(file)) {
      this.await(file);
    } else {
      this.drop(file, oldPath);
    }
    this.touch(oldPath);
    this.touch(file.path);
  }

  private drop(file: TFile, path: string): void {
    this.waiting.delete(file);
    this.concerned.delete(file);
    const entry = this.entries.get(file);
    if (entry === undefined) return;
    this.entries.delete(file);
    this.links.enter(file, linkpathsOf(entry.record), noLinks);
    this.links.forget(path);
  }

  private await(file: TFile): void {
    if (!this.waiting.has(file)) this.waiting.set(file, performance.now() + this.delay);
  }

  private touch(path: string): void {
    this.touched.add(path);
    this.due = Math.min(this.due, performance.now() + this.delay);
    this.arm();
  }

  private arm(): void {
    const next = this.nextDue();
    if (this.state !== 'open' || this.working !== undefined || next === Infinity) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(() => this.catchUp()), Math.max(0, next - performance.now()));
    this.timer.unref();
  }

  private nextDue(): number {
    const [first = Infinity] = this.waiting.values();
    return Math.min(first, this.due);
  }

  private run(work: () => Promise<void>): void {
    if (this.working !== undefined) return;
    this.working = work()
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        this.working = undefined;
        this.arm();
      });
  }

  private async readAll(): Promise<void> {
    // Calls that wait already come first.
    const slices = new Slices();
    await slices.pause();
    for (const file of this.vault.getMarkdownFiles()) this.waiting.set(file, 0);
    await this.readDue(slices);
    if (this.isClosed) return;
    this.events.resolved();
    await this.resolveConcerned(slices);
    this.events.resolved();
  }

  private async catchUp(): Promise<void> {
    const slices = new Slices();
    if (this.due <= performance.now()) {
      this.due = Infinity;
      const { gone, touched } = this;
      this.gone = [];
      this.touched = new Set();
      for (const { file, previous } of gone) this.events.deleted(file, previous);
      for (const path of touched) {
        for (const source of this.links.concernedBy(path)) this.concerned.add(source);
        if (slices.isOver) await slices.pause();
      }
    }
    await this.readDue(slices);
    await this.resolveConcerned(slices);
    if (!this.isClosed) this.events.resolved();
  }

  private async readDue(slices: Slices): Promise<void> {
    const now = performance.now();
    for (const [file, due] of this.waiting) {
      if (due > now || this.isClosed) return;
      this.waiting.delete(file);
      this.read(file);
      if (slices.isOver) await slices.pause();
    }
  }

  private async resolveConcerned(slices: Slices): Promise<void> {
    const sources = this.concerned;
    this.concerned = new Set();
    for (const source of sources) {
      if (this.isClosed) return;
      const entry = this.entries.get(source);
      if (entry === undefined) continue;
      this.links.resolve(source, linkpathsOf(entry.record));
      this.events.resolve(source);
      if (slices.isOver) await slices.pause();
    }
  }

  private read(file: TFile): void {
    if (this.vault.getFileByPath(file.path) !== file) return;
    try {
      const { text, stamp } = this.reader.read(file);
      this.enter(file, text, new NoteEntry(this.recorder.record(text), stamp));
    } catch {
      // It vanished, or may not be read: it is there, and nothing is known of it.
      this.enter(file, '', new NoteEntry(emptyRecord, undefined));
    }
  }

  private enter(file: TFile, text: string, entry: NoteEntry): void {
    const before = this.entries.get(file);
    const linksBefore = before === undefined ? noLinks : linkpathsOf(before.record);
    this.entries.set(file, entry);
    this.links.enter(file, linksBefore, linkpathsOf(entry.record));
    this.concerned.add(file);
    this.events.changed(file, text, entry);
  }

  private get isBehind(): boolean {
    return this.working !== undefined || this.nextDue() < Infinity;
  }

  private get isClosed(): boolean {
    return this.state === 'closed';
  }
}

export function isNote(file: TFile): boolean {
  return file.extension === 'md';
}
