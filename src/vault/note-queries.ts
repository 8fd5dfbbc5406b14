import type { TFile } from 'obsidian';
import { compileLogic } from '../search/json-logic/json-logic';
import {
  BestRows,
  placeOfRow,
  type RowGroup,
  RowGroups,
  type RowOrder,
  type RowPlace,
} from '../search/row-order';
import {
  compareValues,
  type GroupKey,
  noteFields,
  orderOf,
  rootField,
  type Row,
  selectFields,
} from '../search/structured-query';
import type { SortKey } from '../utils/cursor-paginator';
import { fileFilter, type FileFilterQuery, type FilterContext } from './file-filter';
import type { MetadataReadiness } from './metadata-readiness';
import type { NoteRows, RowOptions } from './note-rows';
import type { PagedQuery, PageFields, Pager } from './paging';
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

interface ShownGroup {
  key: GroupKey;
  count: number;
  rows: SelectedRow[];
}

export interface QueryAnswer extends PageFields {
  rows?: SelectedRow[];
  groups?: ShownGroup[];
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
    const turn = this.parts.slicer.slice({ signal });
    const order: RowOrder = { field: query.sort ?? 'path', order: query.order };
    if (query.groupBy !== undefined) {
      const groups = new RowGroups(query.groupBy, order, maxRowsOfGroup);
      await this.eachMatching(query, row => groups.offer(row), { signal, progress });
      return this.grouped(await groups.sorted(turn), query, turn);
    }
    const place = this.parts.pager.placeBefore('query_notes', query);
    const rows = new BestRows(order, { most: query.limit + 1, behind: place && placeFrom(place) });
    await this.eachMatching(query, row => rows.offer(row), { signal, progress });
    const { page, ...rest } = this.parts.pager.pageFrom('query_notes', query, {
      items: await rows.sorted(turn),
      keyOf: row => keyOf(placeOfRow(row, order)),
      totalCount: rows.count,
    });
    return { rows: page.map(row => selectFields(row, query.select ?? [])), ...rest };
  }

  private async grouped(
    groups: readonly RowGroup<Row>[],
    query: NoteQuery,
    turn: SliceTurn,
  ): Promise<QueryAnswer> {
    const places = await placesAmongEqual(groups, turn);
    const { page, ...rest } = this.parts.pager.page('query_notes', query, {
      items: groups,
      keyOf: group => [JSON.stringify(orderOf(group.key)), places.get(group) ?? 0],
      compare: ([a, placeA = 0], [b, placeB = 0]) =>
        compareValues(JSON.parse(String(a)), JSON.parse(String(b))) || Number(placeA) - Number(placeB),
    });
    const shown: ShownGroup[] = [];
    for (const { key, rows } of page) {
      const first = await rows.sorted(turn);
      shown.push({
        key,
        count: rows.count,
        rows: first.map(row => selectFields(row, query.select ?? [])),
      });
      if (turn.due()) await turn.pause();
    }
    return { groups: shown, ...rest };
  }

  private async eachMatching(
    query: NoteQuery,
    visit: (row: Row) => void,
    options: RowOptions,
  ): Promise<void> {
    const { signal } = options;
    const { files, readiness, clock, caseInsensitive, slicer } = this.parts;
    const rule =
      query.filter === undefined ? undefined : compileLogic(query.filter, { clock, caseInsensitive });
    await forEachSliced(rule?.preparations ?? [], prepare => prepare(), { slicer, signal });
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
    const isKept = rule?.test ?? (() => true);
    await this.parts.rows.each(notes, fields, row => isKept(row) && visit(row), options);
  }
}

/** For groups that `orderOf` does not tell apart, which of them each is. */
async function placesAmongEqual(
  groups: readonly RowGroup<Row>[],
  turn: SliceTurn,
): Promise<ReadonlyMap<RowGroup<Row>, number>> {
  const places = new Map<RowGroup<Row>, number>();
  let [before, place]: [RowGroup<Row> | undefined, number] = [undefined, 0];
  for (const group of groups) {
    const isEqual = before !== undefined && compareValues(orderOf(before.key), orderOf(group.key)) === 0;
    place = isEqual ? place + 1 : 0;
    // Nearly all are the first: no need to note them down.
    if (isEqual) places.set(group, place);
    before = group;
    if (turn.due()) await turn.pause();
  }
  return places;
}

/** Of a row, as a cursor can keep it; the value stands as JSON, since it may be a list. */
function keyOf({ value, path }: RowPlace): SortKey {
  return [JSON.stringify(value), path];
}

function placeFrom([json = 'null', path = '']: SortKey): RowPlace {
  return { value: JSON.parse(String(json)), path: String(path) };
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
