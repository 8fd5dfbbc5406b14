import type { CallerContext } from '../../caller-context';
import type { TFile } from 'obsidian';
import { tagsMeant, withUsualNames } from '../../../markdown/tags';
import { compareKeys, compareNames, nameKey } from '../../../utils/text/folding';
import { foldTag } from '../../../utils/properties/property-names';
import { filtered, forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { Hinted } from '../../hints/hints';
import { maxTags } from '../../index/metadata/note-metadata';
import type { PagedQuery, PageFields } from '../../paging';
import type { TagNotes } from '../../index/tag-index';
import type { VisibleFiles } from '../../access/visible-files';

/** Which tags, and how each is shown. */
interface TagChoice {
  readonly prefix?: string | undefined;
  readonly withFiles: boolean;
  readonly sort: 'count' | 'name';
}

interface TagRow {
  tag: string;
  count: number;
  /** Notes that carry it or a nested one. */
  total: number;
  files?: string[];
}

interface NoteTags {
  path: string;
  tags: string[];
  frontmatterTags: string[];
  /** Lines are 1-based. */
  inlineTags: { tag: string; line: number }[];
  hints?: string[];
}

/** The tags of the notes that one caller may see. */
export class Tags {
  constructor(private readonly context: CallerContext) {}

  /** @param query.path only notes below this folder count */
  async list(
    query: PagedQuery & TagChoice & { readonly path?: string | undefined },
    signal: AbortSignal,
  ): Promise<PageFields & Hinted & { tags: TagRow[] }> {
    const { files, hints, pager } = this.context;
    const folder = files.folderPath(query.path);
    const rows = await this.sorted({ ...query, folder }, signal);
    const { page, ...rest } = pager.page('list_tags', query, {
      items: rows,
      keyOf: row => [orderOf(row, query.sort), row.tag],
      compare: ([a = 0, tagA = ''], [b = 0, tagB = '']) =>
        Number(a) - Number(b) || compareNames(String(tagA), String(tagB)),
    });
    const hinted = await hints.of({ folder, found: rows.length, readsMetadata: true }, signal);
    const isUnexplained = rows.length === 0 && hinted.hints === undefined;
    const why = isUnexplained ? { hints: [await hints.tags.ofPrefix(query.prefix, folder, signal)] } : {};
    return { tags: [...page], ...rest, ...hinted, ...why };
  }

  /** The tags with the most notes, in that order; without the hints of a listing, which read every note's properties. */
  async top(count: number, signal: AbortSignal): Promise<{ tag: string; count: number }[]> {
    const rows = await this.sorted({ folder: '', withFiles: false, sort: 'count' }, signal);
    return rows
      .slice(0, count)
      .filter(row => row.count > 0)
      .map(row => ({ tag: row.tag, count: row.count }));
  }

  /** @param query.folder '' for the whole vault */
  private async sorted(
    { folder, prefix, withFiles, sort }: TagChoice & { readonly folder: string },
    signal: AbortSignal,
  ): Promise<TagRow[]> {
    const { files, tagIndex, slicer } = this.context;
    const start = prefix === undefined ? '' : foldTag(prefix);
    const isCounted = countedNotes(files, folder === '' ? '' : `${folder}/`);
    const isSeen = files.access.isNarrowed ? (note: TFile) => files.canSee(note) : undefined;
    const rows: TagRow[] = [];
    const loop = { slicer, signal };
    // A copy: notes may change meanwhile.
    await forEachInTurn([...(await tagIndex.all(signal))], loop, async ([key, notes]) => {
      const row = key.startsWith(start) ? await rowOf(notes, withFiles, isCounted, loop) : undefined;
      if (row !== undefined) rows.push({ tag: await notes.spelling(loop, isSeen), ...row });
    });
    const keyed = rows.map(row => ({ row, key: nameKey(row.tag) }));
    keyed.sort((a, b) => orderOf(a.row, sort) - orderOf(b.row, sort) || compareKeys(a.key, b.key));
    return keyed.map(({ row }) => row);
  }

  /** @throws ToolFailure like any note reference */
  async of(reference: string, signal: AbortSignal): Promise<NoteTags> {
    const { app, notes, facts, readiness } = this.context;
    const file = await notes.textFile(reference);
    await readiness.wait(signal, [file.path]);
    const inline = (app.metadataCache.getFileCache(file)?.tags ?? []).slice(0, maxTags);
    const isText = tagsMeant(withUsualNames(facts.of(file).frontmatter)?.['tags']) !== undefined;
    return {
      path: file.path,
      tags: [...facts.of(file).tags],
      frontmatterTags: [...(facts.of(file).frontmatterTags ?? [])],
      inlineTags: inline.map(({ tag, position }) => ({ tag: tag.slice(1), line: position.start.line + 1 })),
      ...(isText ? { hints: [tagsAsText] } : {}),
    };
  }
}

const tagsAsText =
  'The property `tags` is one text with several names, which Obsidian does not read as tags; it needs a list.';

/** Most notes first, or by name alone. */
function orderOf({ count }: TagRow, sort: TagChoice['sort']): number {
  return sort === 'name' ? 0 : -count;
}

/** Undefined if every note counts, so that sets need not be walked. */
function countedNotes(files: VisibleFiles, folder: string): ((note: TFile) => boolean) | undefined {
  if (folder === '' && !files.access.isNarrowed) return undefined;
  return note => note.path.startsWith(folder) && files.canSee(note);
}

async function rowOf(
  tag: TagNotes,
  withFiles: boolean,
  isCounted: ((note: TFile) => boolean) | undefined,
  loop: SlicedLoop,
): Promise<Omit<TagRow, 'tag'> | undefined> {
  if (isCounted === undefined && !withFiles) return { count: tag.own.size, total: tag.within.size };
  const all = await filtered([...tag.within], isCounted ?? (() => true), loop);
  if (all.length === 0) return undefined;
  return {
    count: all.filter(note => tag.own.has(note)).length,
    total: all.length,
    ...(withFiles ? { files: all.map(note => note.path).sort() } : {}),
  };
}
