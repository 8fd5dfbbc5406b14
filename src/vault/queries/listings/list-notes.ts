import { itemAt } from '../../../utils/collections';
import type { CallerContext } from '../../caller-context';
import type { TFile } from 'obsidian';
import { compareSortKeys, type SortKey, rowsOfPage } from '../../../utils/page';
import { toIso } from '../../../utils/dates';
import { compareKeys, compareNames, nameKey } from '../../../utils/text/folding';
import { wantedTag } from '../../../utils/properties/property-names';
import { filtered, forEachInTurn } from '../../../utils/slicing/time-slicer';
import { fileFilter, type FileFilterQuery } from './file-filter';
import type { Hinted } from '../../hints/hints';
import type { PagedQuery, PageFields, PageOf } from '../../paging';

interface NoteListQuery extends FileFilterQuery, PagedQuery {
  readonly includeTags: boolean;
  /** Only notes below this folder. */
  readonly path?: string | undefined;
  readonly sort: 'title' | 'path' | 'modified' | 'created' | 'wordCount';
  readonly order: 'asc' | 'desc';
}

interface NoteListRow {
  path: string;
  title: string;
  tags?: string[];
  wordCount: number;
  /** ISO 8601 in UTC. */
  modified: string;
}

interface NoteListPage extends Hinted {
  totalNotes: number;
  vaultName: string;
  /** Only for tokens without folder rules. */
  vaultPath?: string;
  notes: NoteListRow[];
  hasMore: boolean;
  nextCursor?: string;
  /** Notes that could not be read. */
  skipped?: { path: string; reason: string }[];
}

/** Lists the notes that one caller may see, with their main facts. */
export class NoteList {
  constructor(private readonly context: CallerContext) {}

  async list(query: NoteListQuery, signal: AbortSignal): Promise<NoteListPage> {
    const { app, files, hints, readiness } = this.context;
    const root = files.folderPath(query.path, true);
    const filter = fileFilter(query, root, this.context);
    await readiness.wait(signal);
    await filter.prepare(signal);
    const candidates = await this.candidates(query, signal);
    const isAll = root === '' && filter.isOpen;
    const loop = { slicer: this.context.slicer, signal };
    const notes = isAll ? candidates : await filtered(candidates, filter.matches, loop);
    const order = await this.order(notes, query, signal);
    const { totalCount, ...rest } = await this.page(query, order, signal);
    const path = files.vaultPath;
    return {
      totalNotes: totalCount,
      vaultName: app.vault.getName(),
      ...(path === undefined ? {} : { vaultPath: path }),
      ...rest,
      ...(await hints.of({ folder: root, found: totalCount, filter, readsMetadata: true }, signal)),
    };
  }

  /** The visible notes that may have the tag; already sorted if `comesSorted` is true. */
  private async candidates(query: NoteListQuery, signal: AbortSignal): Promise<readonly TFile[]> {
    const { files, tagIndex, slicer, titles } = this.context;
    const loop = { slicer, signal };
    if (comesSorted(query)) return files.notesSliced(loop, await titles.notes(signal));
    if (query.tag === undefined) return files.notesSliced(loop);
    return files.seenOf((await tagIndex.all(signal)).get(wantedTag(query.tag))?.within ?? [], loop);
  }

  /** A page ends before a result would be too large. */
  private async page(
    query: NoteListQuery,
    order: PageOf<TFile>,
    signal: AbortSignal,
  ): Promise<Pick<NoteListPage, 'notes' | 'skipped'> & PageFields> {
    const { pager, slicer, texts } = this.context;
    const { page, ...asked } = pager.page('list_notes', query, order);
    const store = await texts.read(page, signal);
    const skipped: NonNullable<NoteListPage['skipped']> = [];
    const rowOf = (note: TFile): NoteListRow | undefined => {
      const wordCount = store.get(note.path)?.wordCount;
      if (wordCount !== undefined) return this.row(note, wordCount, query);
      skipped.push({ path: note.path, reason: 'It could not be read.' });
      return undefined;
    };
    const notes = await rowsOfPage(page, query.limit, rowOf, { slicer, signal });
    const rows = skipped.length === 0 ? { notes } : { notes, skipped };
    const length = notes.length + skipped.length;
    if (length === page.length) return { ...rows, ...asked };
    const { page: _shown, ...fitting } = pager.page('list_notes', { ...query, limit: length }, order);
    return { ...rows, ...fitting };
  }

  private row(note: TFile, wordCount: number, { includeTags }: NoteListQuery): NoteListRow {
    const { ownTitle: title = note.basename, tags } = this.context.facts.of(note);
    const modified = toIso(note.stat.mtime);
    const { path } = note;
    return includeTags
      ? { path, title, tags: [...tags], wordCount, modified }
      : { path, title, wordCount, modified };
  }

  private async order(
    notes: readonly TFile[],
    query: NoteListQuery,
    signal: AbortSignal,
  ): Promise<PageOf<TFile>> {
    const store = query.sort === 'wordCount' ? await this.context.texts.read(notes, signal) : undefined;
    const keyOf = (note: TFile): SortKey => [
      this.valueOf(note, query.sort, store?.get(note.path)?.wordCount ?? 0),
      note.path,
    ];
    const direction = query.order === 'asc' ? 1 : -1;
    const compare = (a: SortKey, b: SortKey): number =>
      direction * compareSortKeys(a.slice(0, 1), b.slice(0, 1)) || compareNames(String(a[1]), String(b[1]));
    if (comesSorted(query)) return { items: notes, keyOf, compare };
    const keyed: { note: TFile; value: string | number; name?: string }[] = [];
    await forEachInTurn(notes, { slicer: this.context.slicer, signal }, note =>
      keyed.push({ note, value: itemAt(keyOf(note), 0) }),
    );
    // The same order as `compare`, without making the keys of ten thousand notes again and again.
    const nameOf = (one: (typeof keyed)[number]): string => (one.name ??= nameKey(one.note.path));
    const byKeys = (a: (typeof keyed)[number], b: (typeof keyed)[number]): number => {
      if (a.value === b.value) return compareKeys(nameOf(a), nameOf(b));
      return a.value < b.value ? -direction : direction;
    };
    return { items: keyed.sort(byKeys).map(({ note }) => note), keyOf, compare };
  }

  private valueOf(note: TFile, sort: NoteListQuery['sort'], wordCount: number): string | number {
    if (sort === 'title') return nameKey(this.context.facts.titleOf(note));
    if (sort === 'path') return nameKey(note.path);
    return sort === 'wordCount' ? wordCount : note.stat[sort === 'modified' ? 'mtime' : 'ctime'];
  }
}

/** Whether notes come from the index of this order; a tag has few notes. */
function comesSorted({ sort, order, tag }: NoteListQuery): boolean {
  return sort === 'title' && order === 'asc' && tag === undefined;
}
