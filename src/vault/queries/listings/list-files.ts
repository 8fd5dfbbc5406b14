import { jsonSize } from '../../../utils/json';
import { shorten } from '../../../utils/text/shortening';
import type { NoteFacts } from '../../index/metadata/note-metadata';
import type { CallerContext } from '../../caller-context';
import { type TAbstractFile, TFile, TFolder } from 'obsidian';
import { toIso } from '../../../utils/dates';
import { filtered, someInTurn, forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { type FileFilter, fileFilter, type FileFilterQuery } from './file-filter';
import type { Hinted } from '../../hints/hints';
import type { PagedQuery, PageFields, PageOf } from '../../paging';
import { sortedChildren, compareInTree, placeOf } from '../../index/names/orders';
import { isNote } from '../../access/visible-files';
import { compareSortKeys, type SortKey } from '../../../utils/page';
import { propertyKey, propertyName } from '../../../utils/properties/property-names';
import { compareKeys, nameKey } from '../../../utils/text/folding';

/** Bytes of JSON for one property in a list: with YAML aliases, a short note can have a megabyte. */
const maxBytes = 5000;

interface FrontmatterSummary {
  readonly frontmatterSummary: Readonly<Record<string, unknown>>;
  readonly cutProperties?: string[];
}

type SummarizedFacts = Pick<NoteFacts, 'shownFrontmatter' | 'tags'>;

/**
 * A note's properties for a list: `title`, `tags` and `aliases` as the app reads them, the others unchanged,
 * each cut to 5 kB. Undefined for a note without properties.
 * @param fields the wanted keys, in any letter case; `tags` are all of the note then. All properties if left out
 */
export function summaryOf(
  facts: SummarizedFacts,
  fields: readonly string[] | undefined,
): FrontmatterSummary | undefined {
  const wanted = fields === undefined ? facts.shownFrontmatter : chosen(facts, fields);
  if (wanted === undefined) return undefined;
  const cutProperties = Object.keys(wanted).filter(key => jsonSize(wanted[key], maxBytes) > maxBytes);
  if (cutProperties.length === 0) return { frontmatterSummary: wanted };
  // With YAML aliases, many properties can share one value.
  const cuts = new Map<unknown, unknown>();
  for (const key of cutProperties) {
    const value = wanted[key];
    if (!cuts.has(value)) cuts.set(value, shorten({ value }, maxBytes).value.value);
  }
  const cut = cutProperties.map(key => [key, cuts.get(wanted[key])] as const);
  return { frontmatterSummary: { ...wanted, ...Object.fromEntries(cut) }, cutProperties };
}

function chosen(
  { shownFrontmatter, tags }: SummarizedFacts,
  fields: readonly string[],
): Record<string, unknown> | undefined {
  const folded = fields.map(propertyKey);
  const ofNote: (readonly [string, unknown])[] =
    tags.length > 0 && folded.includes(propertyKey('tags'))
      ? [[propertyName(shownFrontmatter ?? {}, 'tags') ?? 'tags', [...tags]]]
      : [];
  if (shownFrontmatter === undefined && ofNote.length === 0) return undefined;
  const own = Object.entries(shownFrontmatter ?? {}).filter(([key]) => folded.includes(propertyKey(key)));
  return Object.fromEntries([...own, ...ofNote]);
}

interface ListQuery extends FileFilterQuery, FileSort, PagedQuery {
  /** A folder's path; '' is the root. */
  readonly path: string;
  readonly recursive: boolean;
  readonly only: 'files' | 'directories' | 'any';
  readonly withFrontmatterSummary: boolean;
  /** Which properties the summary contains; all if left out. */
  readonly fields?: readonly string[] | undefined;
  /** `paths` gives only the path of each. */
  readonly format: 'rows' | 'paths';
}

interface FileItem extends Partial<FrontmatterSummary> {
  kind: 'file';
  name: string;
  path: string;
  /** Without the dot. */
  extension: string;
  /** Bytes. */
  size: number;
  /** ISO 8601 in UTC. */
  created: string;
  modified: string;
}

interface DirectoryItem {
  kind: 'directory';
  name: string;
  path: string;
  childrenCount: number;
}

interface Listing extends PageFields, Hinted {
  items: (FileItem | DirectoryItem | Pick<FileItem, 'path'>)[];
}

/** Whether a pattern names a folder, as `Work/**` does, and so asks for what is in it. */
const namesFolder = (pattern: string): boolean => /^[^!].*\/./u.test(pattern);

/** The files and folders that one caller may see. */
export class FileList {
  constructor(private readonly context: CallerContext) {}

  /** @throws ToolFailure `invalid_path`, `not_found`, `invalid_query`, `invalid_cursor`, `busy` */
  async list(asked: ListQuery, signal: AbortSignal): Promise<Listing> {
    const query = { ...asked, recursive: asked.recursive || asked.includes?.every(namesFolder) === true };
    const { files, tree, readiness } = this.context;
    const folder = files.folder(query.path, true);
    const root = folder.isRoot() ? '' : folder.path;
    const filter = fileFilter(query, root, this.context, true);
    const withSummary = query.withFrontmatterSummary || query.fields !== undefined;
    if (withSummary) await readiness.wait(signal);
    await filter.prepare(signal);
    const all = query.recursive ? await tree.below(folder, signal) : sortedChildren(folder);
    const isWanted = (file: TAbstractFile): boolean =>
      isOfKind(file, query.only) && files.canSee(file) && (filter.isOpen || filter.matches(file));
    const wanted = await filtered(all, isWanted, { slicer: this.context.slicer, signal });
    const order = await fileOrder(wanted, query, { slicer: this.context.slicer, signal });
    const { items, ...rest } = await this.page(query, order, signal);
    const deeper = await this.deeperHint(folder, query, filter, signal);
    if (wanted.length === 0 && deeper !== undefined) return { items, ...rest, hints: [deeper] };
    const isExplained = wanted.length === 0 || filter.conditions.length > 0;
    const visible = isExplained ? all.filter(file => file !== folder && files.canSee(file)) : [];
    const { hints: named = [], ...unreadable } = await this.context.hints.of(
      {
        folder: root,
        found: wanted.length,
        filter,
        readsMetadata: withSummary,
        ...(query.fields === undefined ? {} : { shown: query.fields }),
        among: visible.filter(file => file instanceof TFile),
      },
      signal,
    );
    const hints = [
      ...named,
      ...(wanted.length === 0 ? kindHints(visible, query, filter) : []),
      ...(deeper === undefined ? [] : [deeper]),
    ];
    return { items, ...rest, ...(hints.length === 0 ? {} : { hints }), ...unreadable };
  }

  /** The hint if subfolders, which were not listed, contain files that pass the filter. */
  private async deeperHint(
    folder: TFolder,
    { recursive, only }: ListQuery,
    filter: FileFilter,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (recursive || filter.isOpen) return undefined;
    const { files, slicer, tree } = this.context;
    const isFound = (file: TAbstractFile): boolean =>
      file.parent !== folder && isOfKind(file, only) && files.canSee(file) && filter.matches(file);
    return (await someInTurn(await tree.below(folder, signal), { slicer, signal }, isFound))
      ? 'Subfolders were not searched, but contain matches: pass `recursive: true`.'
      : undefined;
  }

  private async page(
    query: ListQuery,
    order: PageOf<TAbstractFile>,
    signal: AbortSignal,
  ): Promise<Pick<Listing, 'items'> & PageFields> {
    const { fields, pager, slicer } = this.context;
    const withSummary = query.withFrontmatterSummary || query.fields !== undefined;
    if (withSummary) await fields.readRounded(pager.page('list', query, order).page.filter(isNote), signal);
    const rowOf = (file: TAbstractFile): Listing['items'][number] =>
      query.format === 'paths' ? { path: file.path } : this.item(file, withSummary ? query : undefined);
    const { rows: items, ...rest } = await pager.rows('list', query, order, rowOf, { slicer, signal });
    return { items, ...rest };
  }

  /** @param query of a list with properties */
  private item(file: TAbstractFile, query: ListQuery | undefined): FileItem | DirectoryItem {
    const { name, path } = file;
    if (!(file instanceof TFile))
      return { kind: 'directory', name, path, childrenCount: this.childrenOf(file) };
    const { extension, stat } = file;
    return {
      kind: 'file',
      name,
      path,
      extension,
      size: stat.size,
      created: toIso(stat.ctime),
      modified: toIso(stat.mtime),
      ...(query !== undefined && isNote(file)
        ? summaryOf(this.context.facts.exactOf(file), query.fields)
        : {}),
    };
  }

  private childrenOf(file: TAbstractFile): number {
    const children = file instanceof TFolder ? file.children : [];
    const { files } = this.context;
    return files.access.isNarrowed ? children.filter(child => files.canSee(child)).length : children.length;
  }
}

/** Why nothing of the wanted kind is listed. */
function kindHints(visible: readonly TAbstractFile[], { only }: ListQuery, filter: FileFilter): string[] {
  if (visible.length === 0) return [];
  if (only === 'directories' && filter.parts.some(({ isOfFiles }) => isOfFiles))
    return ['Dates, sizes and `where` apply to files, so no folder matches; leave `only` out.'];
  if (only === 'any' || visible.some(file => isOfKind(file, only))) return [];
  const kind = only === 'files' ? 'files' : 'folders';
  return [`There are no ${kind} here, only ${only === 'files' ? 'folders' : 'files'}.`];
}

function isOfKind(file: TAbstractFile, only: ListQuery['only']): boolean {
  return only === 'any' || (only === 'files') === file instanceof TFile;
}

interface FileSort {
  readonly sort: 'path' | 'name' | 'modified' | 'created' | 'size';
  readonly order: 'asc' | 'desc';
}

/** Sorts files that are in tree order, which a sort by path relies on, with keys that fit into a cursor. */
export async function fileOrder<T extends TAbstractFile>(
  inTreeOrder: readonly T[],
  { sort, order }: FileSort,
  loop: SlicedLoop,
): Promise<PageOf<T>> {
  if (sort === 'path') return treeOrder(inTreeOrder, order);
  const placeIn = (file: T): FilePlace => ({
    kind: file instanceof TFile ? 1 : 0,
    value: valueOf(file, sort),
    path: file.path,
  });
  const direction = order === 'asc' ? 1 : -1;
  const placed: { file: T; place: FilePlace }[] = [];
  await forEachInTurn(inTreeOrder, loop, file => placed.push({ file, place: placeIn(file) }));
  const sorted = placed.sort((a, b) => comparePlaces(a.place, b.place, direction));
  return {
    items: sorted.map(({ file }) => file),
    keyOf: file => {
      const { kind, value, path } = placeIn(file);
      return [kind, value, path];
    },
    compare: (a, b) => comparePlaces(placeOfKey(a), placeOfKey(b), direction),
  };
}

interface FilePlace {
  readonly kind: number;
  readonly value: string | number;
  readonly path: string;
  /** Made only if values are equal. */
  pathKey?: string;
}

/** Folders have no date or size and come first in either direction; equal values are sorted by path. */
function comparePlaces(a: FilePlace, b: FilePlace, direction: 1 | -1): number {
  if (a.kind !== b.kind) return a.kind - b.kind;
  if (a.value !== b.value) return direction * compareSortKeys([a.value], [b.value]);
  return compareKeys((a.pathKey ??= nameKey(a.path)), (b.pathKey ??= nameKey(b.path)));
}

function placeOfKey([kind, value = '', path]: SortKey): FilePlace {
  return { kind: Number(kind), value, path: String(path) };
}

function treeOrder<T extends TAbstractFile>(items: readonly T[], order: FileSort['order']): PageOf<T> {
  const keyOf = (file: T): SortKey => [file.path, placeOf(file).isFolder ? 1 : 0];
  const forward = (a: SortKey, b: SortKey): number => compareInTree(placeFrom(a), placeFrom(b));
  if (order === 'asc') return { items, keyOf, compare: forward };
  return { items: items.toReversed(), keyOf, compare: (a, b) => forward(b, a) };
}

function placeFrom([path = '', isFolder]: SortKey): { path: string; isFolder: boolean } {
  return { path: String(path), isFolder: isFolder === 1 };
}

const stats = { modified: 'mtime', created: 'ctime', size: 'size' } as const;

function valueOf(file: TAbstractFile, sort: 'name' | keyof typeof stats): string | number {
  return sort === 'name' || !(file instanceof TFile) ? nameKey(file.name) : file.stat[stats[sort]];
}
