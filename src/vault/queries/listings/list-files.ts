import { jsonSize } from '../../../utils/json';
import { shorten } from '../../../utils/text/shortening';
import type { NoteFacts } from '../../index/metadata/note-metadata';
import type { CallerContext } from '../../caller-context';
import { type TAbstractFile, TFile, TFolder } from 'obsidian';
import { toIso } from '../../../utils/dates';
import { filtered, someInTurn } from '../../../utils/slicing/time-slicer';
import { type FileFilter, fileFilter, type FileFilterQuery } from './file-filter';
import { fileOrder, type FileSort } from './file-order';
import { linksInFiles } from '../../links/file-occurrences';
import type { Hinted } from '../../hints/hints';
import type { PagedQuery, PageFields, PageOf } from '../../paging';
import { sortedChildren } from '../../index/names/orders';
import { isNote } from '../../access/visible-files';

/** Bytes of JSON for one property in a list: with YAML aliases, a short note can have a megabyte. */
const maxBytes = 5000;

interface FrontmatterSummary {
  readonly frontmatterSummary: Readonly<Record<string, unknown>>;
  /** Keys whose values are cut. */
  readonly cutProperties?: string[];
}

/**
 * A note's properties for a list: `title`, `tags` and `aliases` as the app reads them, the others unchanged,
 * each cut to 5 kB. Undefined for a note without properties.
 * @param fields the wanted keys, in any letter case; all if left out
 */
export function summaryOf(
  { shownFrontmatter }: Pick<NoteFacts, 'shownFrontmatter'>,
  fields: readonly string[] | undefined,
): FrontmatterSummary | undefined {
  if (shownFrontmatter === undefined) return undefined;
  const wanted = fields === undefined ? shownFrontmatter : chosen(shownFrontmatter, fields);
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
  properties: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  const folded = fields.map(field => field.toLowerCase());
  return Object.fromEntries(Object.entries(properties).filter(([key]) => folded.includes(key.toLowerCase())));
}

interface ListQuery extends FileFilterQuery, FileSort, PagedQuery {
  /** A folder's path; '' is the root. */
  readonly path: string;
  readonly recursive: boolean;
  readonly only: 'files' | 'directories' | 'any';
  readonly withFrontmatterSummary: boolean;
  /** Which properties the summary contains; all if left out. */
  readonly fields?: readonly string[] | undefined;
  /** `paths` gives the path alone of each. */
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

/** A file or folder in a list of paths. */
interface PathItem {
  path: string;
}

interface Listing extends PageFields, Hinted {
  items: (FileItem | DirectoryItem | PathItem)[];
}

/** The files and folders that one caller may see. */
export class FileList {
  constructor(private readonly context: CallerContext) {}

  /** @throws ToolFailure `invalid_path`, `not_found`, `invalid_query`, `invalid_cursor`, `busy` */
  async list(query: ListQuery, signal: AbortSignal): Promise<Listing> {
    const { files, tree, readiness } = this.context;
    const folder = files.folder(query.path);
    const filter = fileFilter(query, folder.isRoot() ? '' : folder.path, this.context, {
      links: stop => linksInFiles(this.context, stop),
    });
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
    const visible = wanted.length > 0 ? [] : all.filter(file => file !== folder && files.canSee(file));
    const { hints: named = [], ...unreadable } = await this.context.hints.of(
      {
        folder: folder.isRoot() ? '' : folder.path,
        found: wanted.length,
        filter,
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

  /** Where subfolders were not looked at and hold what passes the filter. */
  private async deeperHint(
    folder: TFolder,
    { recursive, only }: ListQuery,
    filter: FileFilter,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (recursive || filter.isOpen) return undefined;
    const { files, slicer } = this.context;
    const isFound = (file: TAbstractFile): boolean =>
      isOfKind(file, only) && files.canSee(file) && filter.matches(file);
    return (await someInTurn(inSubfolders(folder), { slicer, signal }, isFound))
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
    const rowOf = (file: TAbstractFile): FileItem | DirectoryItem | PathItem =>
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

/** What is in the subfolders of a folder, at any depth. */
function* inSubfolders(folder: TFolder): Generator<TAbstractFile, void> {
  const subfolders = folder.children.filter(child => child instanceof TFolder);
  for (let next = subfolders.pop(); next !== undefined; next = subfolders.pop()) {
    for (const file of next.children) {
      yield file;
      if (file instanceof TFolder) subfolders.push(file);
    }
  }
}

/** Why nothing of the wanted kind is listed. */
function kindHints(
  visible: readonly TAbstractFile[],
  { only, path }: ListQuery,
  filter: FileFilter,
): string[] {
  if (visible.length === 0) return [];
  const place = path === '' || path === '/' ? 'The vault' : 'The folder';
  if (only === 'directories' && filter.parts.some(({ isOfFiles }) => isOfFiles))
    return ['Dates, sizes and `where` apply to files, so no folder matches; leave `only` out.'];
  if (only === 'any' || visible.some(file => isOfKind(file, only))) return [];
  const kind = only === 'files' ? 'files' : 'folders';
  return [`${place} has no ${kind} here, only ${only === 'files' ? 'folders' : 'files'}.`];
}

function isOfKind(file: TAbstractFile, only: ListQuery['only']): boolean {
  return only === 'any' || (only === 'files') === file instanceof TFile;
}
