import type { TAbstractFile, TFile } from 'obsidian';
import { after, type Cancellable } from '../../platform';
import type { NearNote } from '../../search/search';
import { type NearOptions, packed, passagesOf, VectorTable } from './vector-table';
import { isRefusedAddress } from '../../utils/urls';
import { forEachInTurn } from '../../utils/slicing/time-slicer';
import { Access, type VaultRules, type Grant } from '../access/access';
import { isNote } from '../access/visible-files';
import type { BackgroundSource } from '../index/derived';
import { type EmbeddingSettings, EmbeddingServer, GrowingRest } from './embedding-server';
import { VectorFile } from './vector-file';
import { noRules } from '../../utils/rights';

interface MeaningDependencies extends Omit<BackgroundSource, 'slicer'> {
  readonly rules: () => VaultRules & EmbeddingSettings;
  /** Vault path of the folder for the vectors, in the plugin's folder. */
  readonly folder: string;
}

/** Passages sent in one request. */
const maxAtOnce = 16;
/** Larger notes are left out, bytes. */
const maxNoteBytes = 1_000_000;
/** Notes after which the vectors are saved. */
const saveEvery = 500;
/** Milliseconds to wait for the vector of a question. */
const questionTimeout = 3000;
/** Milliseconds to wait for the vectors of passages. */
const passageTimeout = 120_000;
/** Milliseconds from a change of notes until they are sent again. */
const changeDelay = 2000;
/** The same after a failure, at least. */
const failureDelay = 60_000;
const maxQuestions = 50;

/** Files that are hidden from all callers are hidden from the server. */
const everyNote: Grant = { token: 'embeddings', rights: 'read', ...noRules };

/** A note that was read, with the passages to send. */
interface Read {
  readonly file: TFile;
  readonly modified: number;
  readonly size: number;
  readonly passages: readonly string[];
}

/** Keeps notes as vectors from a server on this computer, if one is set; updated in the background, and nothing waits for it. */
export class MeaningIndex {
  readonly #file: VectorFile;
  #table: VectorTable | undefined;
  /** The server and the hidden files for which the index was last made. */
  #madeFor: string | undefined;
  #server: EmbeddingServer | undefined;
  #access: Access | undefined;
  readonly #waiting = new Set<string>();
  readonly #questions = new Map<string, Float32Array>();
  #running: Promise<void> | undefined;
  #timer: Cancellable | undefined;
  #isChanged = false;
  #isListening = false;
  #isEnded = false;
  #hasFailed = false;
  /** Whether this server's vectors have had another length before. */
  #hasChangedLength = false;
  readonly #rest = new GrowingRest();

  constructor(private readonly dependencies: MeaningDependencies) {
    this.#file = new VectorFile(dependencies.app.vault.adapter, dependencies.folder);
  }

  get isOn(): boolean {
    return this.#server !== undefined;
  }

  /** Whether the settings name a server that is not used, since its address is not a plain one of this computer. */
  get isRefused(): boolean {
    return isRefusedAddress(this.dependencies.rules().embeddingsServer);
  }

  /** Applies the settings. Cheap if they are unchanged: call it with each request. */
  wake(): void {
    const rules = this.dependencies.rules();
    const server = rules.embeddingsServer === '' ? undefined : EmbeddingServer.of(rules);
    const wanted = JSON.stringify([server?.key, rules.hidden]);
    if (wanted === this.#madeFor || this.#isEnded) return;
    const isOther = server?.key !== this.#server?.key;
    this.#madeFor = wanted;
    this.#server = server;
    this.#access = new Access(everyNote, rules, true);
    if (isOther) {
      this.#table = undefined;
      this.#hasChangedLength = false;
      this.#rest.end();
    }
    this.#questions.clear();
    this.#waiting.clear();
    if (server !== undefined) this.#listen();
    this.#schedule(0);
  }

  /** Brings all vectors up to date now. Resolves when they are, or the server has failed again. */
  async settled(): Promise<void> {
    this.#rest.end();
    do {
      this.#start();
      await this.#running;
    } while (this.#timer !== undefined && !this.#hasFailed);
  }

  end(): void {
    this.#isEnded = true;
    this.#stopTimer();
    this.#rest.stop();
  }

  /**
   * The notes nearest to a question.
   * @returns undefined if there are no vectors yet @throws Error if the server fails, or has just failed
   */
  async nearText(text: string, options: NearOptions): Promise<readonly NearNote[] | undefined> {
    const table = this.#table;
    const server = this.#server;
    if (table === undefined || server === undefined || table.rows.size === 0) return undefined;
    const vector = this.#questions.get(text) ?? (await this.#ask(server, text));
    if (this.#table !== table) return undefined;
    const comparable = this.#tableFor(vector.length);
    if (this.#questions.size >= maxQuestions) this.#questions.clear();
    this.#questions.set(text, vector);
    return comparable.near(vector, options);
  }

  /**
   * The table for vectors of one length. A server may have another model under the same name: then all are made again.
   * @throws Error if the length changes again, which would never end if two models answered in turn
   */
  #tableFor(dimension: number): VectorTable {
    if (this.#table?.dimension === dimension) return this.#table;
    if (this.#table !== undefined) {
      if (this.#hasChangedLength) {
        this.#rest.begin();
        throw new Error('The embeddings server returns vectors of changing lengths.');
      }
      this.#hasChangedLength = true;
      this.#questions.clear();
      this.#schedule(0);
    }
    return (this.#table = new VectorTable(dimension));
  }

  async #ask(server: EmbeddingServer, text: string): Promise<Float32Array> {
    const [numbers = []] = await this.#vectors(server, [text], questionTimeout);
    return Float32Array.from(numbers);
  }

  /** @throws Error if the server fails, which is then left alone for a while, or has just failed */
  async #vectors(
    server: EmbeddingServer,
    texts: readonly string[],
    timeout: number,
  ): Promise<(readonly number[])[]> {
    if (!this.#rest.isOver) throw new Error('The embeddings server failed; it will be tried again later.');
    try {
      const vectors = await server.vectorsOf(texts, timeout);
      if (server.key === this.#server?.key) this.#rest.end();
      return vectors;
    } catch (error) {
      if (server.key === this.#server?.key) this.#rest.begin();
      throw error;
    }
  }

  /** The notes nearest to another; none if it has no vectors. */
  async nearNote(path: string, options: NearOptions): Promise<readonly NearNote[]> {
    const middle = this.#table?.middleOf(path);
    return middle === undefined ? [] : ((await this.#table?.near(middle, options)) ?? []);
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.dependencies.events.listen({
      created: file => this.#expect(file),
      modified: file => this.#expect(file),
      deleted: file => this.#forget(file.path),
      renamed: (file, oldPath) => {
        this.#forget(oldPath);
        this.#expect(file);
      },
    });
  }

  #expect(file: TAbstractFile): void {
    if (!isNote(file)) return;
    this.#forget(file.path);
    this.#waiting.add(file.path);
  }

  #forget(path: string): void {
    this.#waiting.delete(path);
    if (this.#table?.rows.delete(path) === true) this.#isChanged = true;
    this.#schedule(changeDelay);
  }

  /** New changes after a failure do not wait as long as the next attempt. */
  #schedule(delay: number): void {
    if (this.#hasFailed) this.#stopTimer();
    this.#hasFailed = false;
    if (!this.#isEnded) this.#timer ??= after(delay, () => this.#start());
  }

  #stopTimer(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #start(): void {
    this.#stopTimer();
    if (this.#running !== undefined) this.#schedule(changeDelay);
    this.#running ??= this.#update()
      .then(
        () => (this.#hasFailed = false),
        () => {
          this.#schedule(Math.max(failureDelay, this.#rest.length));
          this.#hasFailed = true;
        },
      )
      .then(() => (this.#running = undefined));
  }

  async #update(): Promise<void> {
    const server = this.#server;
    const madeFor = this.#madeFor;
    if (server === undefined) {
      await this.#file.remove();
      return;
    }
    this.#table ??= await this.#file.read(server.key);
    await this.#compare();
    let unsaved = 0;
    try {
      while (this.#waiting.size > 0 && this.#madeFor === madeFor && !this.#isEnded) {
        unsaved += await this.#sendSome(server);
        if (unsaved >= saveEvery) await this.#save(server);
        if (unsaved >= saveEvery) unsaved = 0;
      }
    } finally {
      if (this.#madeFor === madeFor) await this.#save(server);
    }
  }

  /** Finds the notes that need vectors, and drops those of notes that were changed, or are gone or hidden. */
  async #compare(): Promise<void> {
    const { app, background: slicer } = this.dependencies;
    await forEachInTurn([...(this.#table?.rows ?? [])], { slicer }, ([path, row]) => {
      const file = app.vault.getFileByPath(path);
      const isCurrent = file?.stat.mtime === row.modified && file.stat.size === row.size;
      if (isCurrent && this.#mayBeSent(file)) return;
      this.#table?.rows.delete(path);
      this.#isChanged = true;
    });
    await forEachInTurn(app.vault.getMarkdownFiles(), { slicer }, file => {
      if (this.#table?.rows.has(file.path) !== true && this.#mayBeSent(file)) this.#waiting.add(file.path);
    });
  }

  #mayBeSent(file: TFile | null): boolean {
    return file !== null && file.stat.size <= maxNoteBytes && this.#access?.canRead(file.path) === true;
  }

  /** @returns how many notes were sent */
  async #sendSome(server: EmbeddingServer): Promise<number> {
    const batch: Read[] = [];
    for (const path of [...this.#waiting].slice(0, maxAtOnce)) {
      const read = await this.#read(path);
      if (read === undefined) this.#waiting.delete(path);
      else batch.push(read);
      if (batch.reduce((sum, { passages }) => sum + passages.length, 0) >= maxAtOnce) break;
    }
    if (batch.length === 0) return 0;
    const texts = batch.flatMap(({ passages }) => passages);
    const vectors = await this.#vectors(server, texts, passageTimeout);
    if (server === this.#server) this.#keep(batch, vectors);
    return batch.length;
  }

  async #read(path: string): Promise<Read | undefined> {
    const { vault } = this.dependencies.app;
    const file = vault.getFileByPath(path);
    if (file === null || !this.#mayBeSent(file)) return undefined;
    const { mtime: modified, size } = file.stat;
    const text = await vault.read(file).catch(() => undefined);
    return text === undefined
      ? undefined
      : { file, modified, size, passages: passagesOf(file.basename, text) };
  }

  /** Vectors of notes that were changed, hidden or removed meanwhile are dropped. */
  #keep(batch: readonly Read[], vectors: readonly (readonly number[])[]): void {
    const dimension = vectors[0]?.length ?? 0;
    const table = this.#tableFor(dimension);
    let at = 0;
    for (const { file, modified, size, passages } of batch) {
      const own = vectors.slice(at, at + passages.length);
      at += passages.length;
      const isThere = this.dependencies.app.vault.getFileByPath(file.path) === file && this.#mayBeSent(file);
      if (isThere && file.stat.mtime === modified && file.stat.size === size) {
        const numbers = new Int8Array(own.length * dimension);
        for (const [place, vector] of own.entries()) numbers.set(packed(vector), place * dimension);
        table.rows.set(file.path, { modified, size, numbers });
        this.#isChanged = true;
      }
      if (!isThere || file.stat.mtime === modified) this.#waiting.delete(file.path);
    }
  }

  async #save(server: EmbeddingServer): Promise<void> {
    if (!this.#isChanged || this.#table === undefined) return;
    this.#isChanged = false;
    await this.#file.write(this.#table, server.key);
  }
}
