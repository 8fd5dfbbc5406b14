import type { TFile } from 'obsidian';
import { compileLogic } from '../search/json-logic/json-logic';
import {
  compareValues,
  fieldValue,
  groupRows,
  isMissing,
  type GroupKey,
  noteFields,
  orderOf,
  rootField,
  type Row,
  selectFields,
  sortRows,
} from '../search/structured-query';
import { fileFilter, type FileFilterQuery, type FilterContext } from './file-filter';
import type { MetadataReadiness } from './metadata-readiness';
import type { NoteRows } from './note-rows';
import type { PagedQuery, PageFields, PageOf, Pager } from './paging';
import { noProgress, type Progress } from '../utils/progress';
import { forEachSliced, type SliceTurn, type TimeSlicer } from '../utils/time-slicer';
import type { VisibleFiles } from './visible-files';

export interface NoteQuery extends FileFilterQuery, PagedQuery {
  /** A JsonLogic rule. */
  readonly filter?: unknown;
  /** Only notes below this folder. */
  readonly path?: string | undefined;
  /** Dotted fields to answer beside the path. */
  readonly select?: readonly string[] | undefined;
  readonly sort?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly groupBy?: string | undefined;
}

type SelectedRow = Record<string, unknown>;

export interface QueryAnswer extends PageFields {
  rows?: SelectedRow[];
  groups?: { key: GroupKey; count: number; rows: SelectedRow[] }[];
}

export interface NoteQueryParts extends FilterContext {
  readonly files: VisibleFiles;
  readonly rows: NoteRows;
  readonly readiness: MetadataReadiness;
  readonly pager: Pager;
  readonly slicer: TimeSlicer;
}

const maxRowsOfGroup = 50;

/** Queries over what is known of the notes that one caller may see. */
export class NoteQueries {
  constructor(private readonly parts: NoteQueryParts) {}

  async run(query: NoteQuery, signal: AbortSignal, progress: Progress = noProgress): Promise<QueryAnswer> {
    const rows = await this.matching(query, signal, progress);
    const turn = this.parts.slicer.slice({ signal });
    const sorted = await sortRows(rows, query.sort ?? 'path', query.order, turn);
    const select = query.select ?? [];
    if (query.groupBy !== undefined) return this.grouped(sorted, query, query.groupBy, turn);
    const { page, ...rest } = this.parts.pager.page('query_notes', query, {
      items: sorted,
      ...rowOrder(query),
    });
    return { rows: page.map(row => selectFields(row, select)), ...rest };
  }

  private async grouped(
    sorted: readonly Row[],
    query: NoteQuery,
    field: string,
    turn: SliceTurn,
  ): Promise<QueryAnswer> {
    const groups = await groupRows(sorted, field, turn);
    const places = placesAmongEqual(groups);
    const { page, ...rest } = this.parts.pager.page('query_notes', query, {
      items: groups,
      keyOf: group => [JSON.stringify(orderOf(group.key)), places.get(group) ?? 0],
      compare: ([a, placeA = 0], [b, placeB = 0]) =>
        compareValues(JSON.parse(String(a)), JSON.parse(String(b))) || Number(placeA) - Number(placeB),
    });
    const select = query.select ?? [];
    const shown = page.map(({ key, count, rows }) => ({
      key,
      count,
      rows: rows.slice(0, maxRowsOfGroup).map(row => selectFields(row, select)),
    }));
    return { groups: shown, ...rest };
  }

  private async matching(query: NoteQuery, signal: AbortSignal, progress: Progress): Promise<Row[]> {
    const { files, readiness, clock, caseInsensitive, slicer } = this.parts;
    const rule =
      query.filter === undefined ? undefined : compileLogic(query.filter, { clock, caseInsensitive });
    const folder = files.folder(query.path ?? '');
    const root = folder.isRoot() ? '' : folder.path;
    const filter = fileFilter(query, root, this.parts);
    const fields = fieldsOf(query, rule === undefined ? new Set() : (rule.reads ?? new Set(noteFields)));
    await readiness.wait(signal);
    const notes: TFile[] = [];
    const isWanted = (note: TFile): boolean =>
      (root === '' || note.path.startsWith(`${root}/`)) && filter.matches(note);
    const all = await files.notesSliced({ slicer, signal });
    await forEachSliced(all, note => isWanted(note) && notes.push(note), { slicer, signal });
    return this.parts.rows.of(notes, fields, { signal, progress, keeps: rule?.test.bind(rule) });
  }
}

/** For groups that `orderOf` does not tell apart, which of them each is. */
function placesAmongEqual<T extends { readonly key: GroupKey }>(
  groups: readonly T[],
): ReadonlyMap<T, number> {
  const places = new Map<T, number>();
  let before: T | undefined;
  for (const group of groups) {
    const isEqual = before !== undefined && compareValues(orderOf(before.key), orderOf(group.key)) === 0;
    places.set(group, isEqual && before !== undefined ? (places.get(before) ?? 0) + 1 : 0);
    before = group;
  }
  return places;
}

/** The order of `sortRows` over keys that a cursor can keep; the value stands as JSON, since it may be a list. */
function rowOrder({ sort = 'path', order }: NoteQuery): Pick<PageOf<Row>, 'keyOf' | 'compare'> {
  const sign = order === 'asc' ? 1 : -1;
  return {
    keyOf: row => [JSON.stringify(orderOf(fieldValue(row, sort))), String(fieldValue(row, 'path'))],
    compare: ([jsonA, pathA], [jsonB, pathB]) => {
      const a: unknown = JSON.parse(String(jsonA));
      const b: unknown = JSON.parse(String(jsonB));
      const lastly = Number(isMissing(a)) - Number(isMissing(b));
      return lastly || sign * compareValues(a, b) || compareValues(pathA, pathB);
    },
  };
}

/** Every field that some part of the query reads. @throws ToolFailure `invalid_argument` for one that notes do not have */
function fieldsOf(
  { select = [], sort, groupBy }: NoteQuery,
  ofRule: ReadonlySet<string>,
): ReadonlySet<string> {
  const fields = new Set<string>([...ofRule]);
  for (const field of select) fields.add(rootField(field, 'select'));
  if (sort !== undefined) fields.add(rootField(sort, 'sort'));
  if (groupBy !== undefined) fields.add(rootField(groupBy, 'groupBy'));
  return fields;
}
