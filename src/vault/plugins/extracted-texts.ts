import type { IndexSource } from '../index/derived';
import type { DescribeOptions, NoteDetails } from '../../search/show/note-describer';
import type { Query } from '../../search/query/query';
import type { RankedNote, RankPage } from '../../search/rank/formula';
import { type FoundNotes, Search } from '../../search/search';
import { TextStore } from '../../search/index/text-store';
import { inTime, timeLimit } from '../../platform';
import type { SliceLimits } from '../../utils/slicing/time-slicer';
import { callMethod, pluginApi } from './plugin-api';
import { lastName, cutText } from '../../utils/text/pieces';
import type { TFile } from 'obsidian';

interface ExtractedTextsDependencies extends IndexSource {
  /** How long one search waits for texts to be extracted, milliseconds. */
  readonly timeout?: number | undefined;
  /** After how long one file no longer delays others, milliseconds. */
  readonly longest?: number | undefined;
}

interface AttachmentSearch extends SliceLimits {
  /** Whether the caller sees the file and the search includes it. */
  readonly accepts: (file: TFile) => boolean;
  readonly page?: RankPage | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

export const noAttachments: FoundNotes = {
  totalCount: 0,
  totalMatches: 0,
  partialCount: 0,
  notes: [],
  replaced: new Map(),
};

const kinds: ReadonlySet<string> = new Set('pdf png jpg jpeg webp gif bmp docx xlsx'.split(' '));
const defaultTimeout = 2000;
const defaultMaxTime = 120_000;
/** Reading an image uses all processors for seconds, so one search starts at most this many. */
const startsPerSearch = 20;
const atOnce = 2;
const maxFileBytes = 50 * 1024 * 1024;
const maxTextLength = 500_000;
const maxStoreBytes = 64 * 1024 * 1024;

/**
 * The text of PDFs and images as read by the plugin Text Extractor (which Omnisearch uses too), for all
 * callers. Texts that are not ready in time are found by a later search; its failures affect no other part.
 */
export class ExtractedTexts {
  private readonly store = new TextStore({
    readText: () => Promise.reject(new Error('Only what was extracted is known.')),
    maxBytes: () => maxStoreBytes,
  });
  /** The state of each file for which the text, or that it has none, is known. */
  private readonly known = new Map<string, string>();
  private readonly running = new Map<string, Promise<void>>();

  constructor(private readonly dependencies: ExtractedTextsDependencies) {
    dependencies.events.listen({
      modified: file => this.forget(file.path),
      deleted: file => this.forget(file.path),
      renamed: (_file, oldPath) => this.forget(oldPath),
    });
  }

  async find(query: Query, { accepts, now, page, ...limits }: AttachmentSearch): Promise<FoundNotes> {
    const { app, slicer } = this.dependencies;
    const api = pluginApi(app, 'text-extractor');
    if (api === undefined) return noAttachments;
    const files = app.vault
      .getFiles()
      .filter(file => kinds.has(file.extension.toLowerCase()) && accepts(file));
    await this.read(api, files, limits.signal);
    const paths = new Set(files.filter(file => this.isKnown(file)).map(file => file.path));
    const accepted = { accepts: (path: string) => paths.has(path), tagsOf: () => [] };
    return new Search(this.store, query).find({ ...limits, ...accepted, slicer, now, page });
  }

  /** Keeps the found notes that are attachments. */
  describe(
    query: Query,
    found: readonly RankedNote[],
    options: Pick<DescribeOptions, 'context' | 'contextLength' | 'matchesPerNote'> & SliceLimits,
  ): Promise<NoteDetails[]> {
    const { slicer } = this.dependencies;
    return new Search(this.store, query).describe(found, { ...options, slicer, titleOf: lastName });
  }

  /** Extracts the texts of these files, as many as there is time for. */
  private async read(api: unknown, files: readonly TFile[], signal: AbortSignal | undefined): Promise<void> {
    const wanted = files
      .filter(file => !this.isKnown(file) && !this.running.has(file.path) && isReadable(api, file))
      .slice(0, startsPerSearch)
      .values();
    const time = timeLimit(this.dependencies.timeout ?? defaultTimeout, signal);
    const own = new Set<string>();
    for (let isLate = false; !isLate;) {
      while (this.running.size < atOnce) {
        const { value: file } = wanted.next();
        if (file === undefined) break;
        own.add(file.path);
        this.start(api, file);
      }
      // Other extractions may hang and are not awaited.
      const waiting = [...this.running].filter(([path]) => own.has(path)).map(([, reading]) => reading);
      if (waiting.length === 0) break;
      isLate = await Promise.race([
        time.up.then(() => true),
        ...waiting.map(reading => reading.then(() => false)),
      ]);
    }
    time.end();
    signal?.throwIfAborted();
  }

  private start(api: unknown, file: TFile): void {
    const { path } = file;
    const stamp = stampOf(file);
    const keep = (text: string): void => {
      if (stampOf(file) !== stamp || this.dependencies.app.vault.getFileByPath(path) !== file) return;
      this.known.set(path, stamp);
      this.store.put(path, text, { modified: file.stat.mtime });
    };
    const text = inTime(extract(api, file), this.dependencies.longest ?? defaultMaxTime, () => '');
    const reading = text.then(found => {
      this.running.delete(path);
      keep(found);
    });
    this.running.set(path, reading);
  }

  /** Whether the text of a file is known, so that `find` finds it. */
  isKnown(file: TFile): boolean {
    return this.known.get(file.path) === stampOf(file);
  }

  private forget(path: string): void {
    if (this.known.delete(path)) this.store.remove(path);
  }
}

/** Empty if the plugin has no text; files without text are not tried again. */
async function extract(api: unknown, file: TFile): Promise<string> {
  try {
    const text = await callMethod(api, 'extractText', [file]);
    return typeof text === 'string' ? cutText(text, maxTextLength) : '';
  } catch {
    return '';
  }
}

function isReadable(api: unknown, file: TFile): boolean {
  if (file.stat.size > maxFileBytes) return false;
  try {
    return callMethod(api, 'canFileBeExtracted', [file.path]) === true;
  } catch {
    return false;
  }
}

function stampOf({ stat }: TFile): string {
  return `${stat.mtime} ${stat.size}`;
}
