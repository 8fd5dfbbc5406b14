import { textBefore } from '../../utils/text/pieces';
import type { CallerContext } from '../caller-context';
import type { TFile } from 'obsidian';
import { compileLogic, type LogicRule } from './json-logic/json-logic';
import {
  type Aggregate,
  AggregatedRows,
  type AggregateResults,
  BestRows,
  comparison,
  type GroupKey,
  type GroupOrder,
  parseAggregates,
  placeOfRow,
  type Row,
  RowGroups,
  type RowOrder,
  type RowPlace,
  selectFields,
  unknownField,
} from './rows';
import type { SortKey } from '../../utils/page';
import { namedField, type NoteField, noteFields } from '../../utils/properties/note-field-names';
import { jsonField } from '../../utils/json';
import { propertyName } from '../../utils/properties/property-names';
import { type FileFilter, fileFilter, type FileFilterQuery } from './listings/file-filter';
import { filterHints } from '../hints/value-hints';
import type { Hinted } from '../hints/hints';
import { LinkSpellings } from './note-fields';
import type { PageFields, PagedQuery } from '../paging';
import type { Progress, Watch } from '../../utils/call-hooks';
import { filtered, forEachInTurn } from '../../utils/slicing/time-slicer';

interface NoteQuery extends FileFilterQuery, PagedQuery {
  /** A JsonLogic rule. */
  readonly filter?: unknown;
  /** Only notes below this folder. */
  readonly path?: string | undefined;
  /** Dotted fields to return besides the path. */
  readonly select?: readonly string[] | undefined;
  readonly sort?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly groupBy?: string | undefined;
  /** `count`, or `sum`, `avg`, `min` or `max` of a field: for each group, else for all rows. */
  readonly aggregate?: readonly string[] | undefined;
}

type SelectedRow = Record<string, unknown>;

interface ShownGroup extends Partial<AggregateResults> {
  key: GroupKey;
  count: number;
  rows: SelectedRow[];
}

interface NoteQueryResult extends PageFields, Hinted, Partial<AggregateResults> {
  rows?: SelectedRow[];
  groups?: ShownGroup[];
}

const maxRowsOfGroup = 50;

/** Queries over the metadata of the notes that one caller may see. */
export class NoteQueries {
  constructor(private readonly context: CallerContext) {}

  async run(query: NoteQuery, signal: AbortSignal, progress: Progress): Promise<NoteQueryResult> {
    const read = this.readQuery(query);
    const options = { signal, progress };
    const sort = read.groupOrder === undefined ? query.sort : undefined;
    const order: RowOrder = { field: sort ?? 'path', order: query.order };
    if (query.groupBy !== undefined) {
      const groupOrder = read.groupOrder ?? { field: query.groupBy, order: 'asc' };
      const groups = new RowGroups(groupOrder, order, maxRowsOfGroup, read.aggregates);
      const areTags = query.groupBy.toLowerCase() === 'tags';
      const spellings = new LinkSpellings(this.context.fields, areTags);
      const offer = (row: Row, note: TFile): void => groups.offer(row, key => spellings.of(key, note));
      const hinted = await this.eachMatching(read, offer, options);
      return { ...(await this.grouped(groups, query, signal)), ...hinted };
    }
    const place = this.context.pager.placeBefore('query_notes', query);
    const rows = new BestRows(order, { most: query.limit + 1, behind: place && placeFrom(place) });
    const aggregated = new AggregatedRows(read.aggregates);
    const visit = (row: Row): void => {
      rows.offer(row);
      aggregated.add(row);
    };
    const hinted = await this.eachMatching(read, visit, options);
    const { page, ...rest } = this.context.pager.pageFrom('query_notes', query, {
      items: rows.sorted(),
      keyOf: row => keyOf(placeOfRow(row, order)),
      totalCount: rows.count,
    });
    return {
      rows: page.map(row => selectFields(row, query.select)),
      ...(read.aggregates.length === 0 ? {} : aggregated.results()),
      ...rest,
      ...hinted,
    };
  }

  private async grouped(groups: RowGroups, query: NoteQuery, signal: AbortSignal): Promise<NoteQueryResult> {
    const loop = { slicer: this.context.slicer, signal };
    const compare = comparison(groups.by);
    const { page, ...rest } = this.context.pager.page('query_notes', query, {
      items: groups.sorted(),
      keyOf: ({ value, path }) => [value, path].map(one => JSON.stringify(one)),
      compare: (a, b) => compare(groupPlace(a), groupPlace(b)),
    });
    const shown: ShownGroup[] = [];
    await forEachInTurn(page, loop, ({ group: { key, rows, aggregated } }) => {
      const first = rows.sorted();
      shown.push({
        key,
        count: rows.count,
        ...(query.aggregate === undefined ? {} : aggregated.results()),
        rows: first.map(row => selectFields(row, query.select)),
      });
    });
    return { groups: shown, ...rest };
  }

  private readQuery(query: NoteQuery): ReadQuery {
    const { files, clock, caseInsensitive } = this.context;
    const rule =
      query.filter === undefined ? undefined : compileLogic(query.filter, { clock, caseInsensitive });
    const root = files.folderPath(query.path, true);
    const { select = [], aggregate = [] } = query;
    const aggregates = parseAggregates(aggregate);
    const named = new Map<string, string>();
    for (const field of select) named.set(field, 'select');
    const groupOrder = groupOrderOf(query);
    if (query.sort !== undefined && groupOrder === undefined) named.set(query.sort, 'sort');
    if (query.groupBy !== undefined) named.set(query.groupBy, 'groupBy');
    for (const { field } of aggregates) if (field !== '') named.set(field, 'aggregate');
    const filter = fileFilter(query, root, this.context);
    return { query, rule, root, aggregates, groupOrder, named, filter };
  }

  private async eachMatching(
    { query, rule, root, filter, named, groupOrder }: ReadQuery,
    visit: (row: Row, note: TFile) => void,
    options: Watch,
  ): Promise<Hinted> {
    const { signal } = options;
    const { fields, files, readiness, slicer, hints } = this.context;
    const loop = { slicer, signal };
    await forEachInTurn(rule?.preparations ?? [], loop, prepare => prepare());
    await readiness.wait(signal);
    await filter.prepare(signal);
    const asked = new Set<NoteField>([
      ...(await this.fieldsNamed(named, 'invalid_argument', signal)),
      ...(await this.fieldsOfRule(rule, signal)),
    ]);
    const read = [...named.keys(), ...(rule?.reads ?? [])];
    // A key that contains a dot itself, and what a path into nested maps begins with.
    const bare = read.filter(name => barePropertyIn(name) !== undefined);
    const properties = new Set(bare.flatMap(name => [name, textBefore(name, '.')]));
    const notes = await filtered(await files.notesSliced(loop), filter.matches, loop);
    const isKept = rule?.test ?? (() => true);
    let found = 0;
    const visitKept = (row: Row, note: TFile): void => {
      if (!isKept(row, link => fields.linkForms(link, note))) return;
      found += 1;
      visit(row, note);
    };
    await this.eachRow(notes, { fields: asked, properties }, visitKept, options);
    const { hints: missing = [], ...unreadable } = await hints.of(
      {
        folder: root,
        found,
        filter,
        tags: rule === undefined ? [] : [...rule.tags],
        properties: read.flatMap(propertyIn),
        readsMetadata: asked.has('tags') || asked.has('frontmatter'),
      },
      signal,
    );
    const isOfRule = found === 0 && notes.length > 0 && rule !== undefined;
    const ofRule = isOfRule ? await filterHints(rule, notes, this.context, signal) : [];
    const { groupBy, aggregate, select = [] } = query;
    // The same condition as for the text of the answer, which leaves out the rows of such groups.
    const isGrouped = groupBy !== undefined && aggregate !== undefined;
    const isHidden = isGrouped && select.length === 0 && groupOrder === undefined;
    const said = [...missing, ...ofRule, ...(isHidden ? [hiddenSort] : [])];
    return { ...(said.length === 0 ? {} : { hints: said }), ...unreadable };
  }

  /**
   * Visits rows one by one, since a hundred thousand at once would take too much memory, with only the fields that the
   * query reads: some require reading every note.
   * @param asked `path` is always included; a property appears in the row under the name by which it was requested
   */
  private async eachRow(
    notes: readonly TFile[],
    asked: { readonly fields: ReadonlySet<NoteField>; readonly properties: ReadonlySet<string> },
    visit: (row: Row, note: TFile) => void,
    { signal, progress }: Watch,
  ): Promise<void> {
    const { facts, fields, slicer } = this.context;
    const wanted = [...(await fields.readers(asked.fields, notes, signal))];
    const onPause = (done: number): void => progress(done, notes.length, 'Looking at notes.');
    await forEachInTurn(notes, { slicer, signal, onPause }, note => {
      const row: Record<string, unknown> = { __proto__: null, path: note.path };
      const { frontmatter = {} } = asked.properties.size === 0 ? {} : facts.exactOf(note);
      for (const name of asked.properties) {
        const known = propertyName(frontmatter, name);
        if (known !== undefined) row[name] = jsonField(frontmatter, known);
      }
      for (const [field, read] of wanted) row[field] = read(note);
      visit(row, note);
    });
  }

  private async fieldsOfRule(
    rule: LogicRule | undefined,
    signal: AbortSignal,
  ): Promise<readonly NoteField[]> {
    if (rule === undefined) return [];
    if (rule.reads === undefined) return noteFields;
    const named = new Map([...rule.reads].map(path => [path, 'filter']));
    return this.fieldsNamed(named, 'invalid_query', signal);
  }

  /** @throws ToolFailure for an unknown field, with the property that may be meant */
  private async fieldsNamed(
    named: ReadonlyMap<string, string>,
    code: 'invalid_argument' | 'invalid_query',
    signal: AbortSignal,
  ): Promise<NoteField[]> {
    const fields: NoteField[] = [];
    for (const [name, argument] of named) {
      const isProperty = barePropertyIn(name) !== undefined;
      const field = namedField(name) ?? memberField(name) ?? (isProperty ? 'frontmatter' : undefined);
      if (field === undefined) {
        const near = await this.context.hints.nearProperties(name, signal);
        throw unknownField(name, argument, { code, names: near.map(property => `frontmatter.${property}`) });
      }
      fields.push(typeof field === 'string' ? field : field.root);
    }
    return fields;
  }
}

/** A query whose parts have been parsed. */
interface ReadQuery {
  readonly query: NoteQuery;
  readonly rule: LogicRule | undefined;
  /** The folder; '' for the whole vault. */
  readonly root: string;
  readonly filter: FileFilter;
  readonly aggregates: readonly Aggregate[];
  /** Undefined if the rows are sorted, including those of groups. */
  readonly groupOrder: GroupOrder | undefined;
  /** The fields that arguments name, each with its argument. */
  readonly named: ReadonlyMap<string, string>;
}

/** The field of a member of a list, such as `tags.0`. */
function memberField(name: string): NoteField | undefined {
  return /^[A-Za-z]+\.\d+$/u.test(name) ? namedField(textBefore(name, '.'))?.root : undefined;
}

/** The property that a name without `frontmatter.` begins with; undefined if it is a field, such as `tasks.late`. */
function barePropertyIn(name: string): string | undefined {
  const [first = ''] = name.split('.', 1);
  return first.trim() === '' || name.endsWith('.') || namedField(first) !== undefined ? undefined : first;
}

/** The property that a field such as `frontmatter.status` or `status` names. */
function propertyIn(name: string): string[] {
  if (barePropertyIn(name) !== undefined) return [name];
  const field = namedField(name);
  return field?.root === 'frontmatter' && field.name !== 'frontmatter'
    ? [field.name.slice('frontmatter.'.length)]
    : [];
}

/** The order of groups by `sort` and `order`; undefined if these order notes. */
function groupOrderOf({
  groupBy: field,
  sort = field,
  order,
  aggregate = [],
}: NoteQuery): GroupOrder | undefined {
  if (field === undefined || sort === undefined) return undefined;
  const plain = (name: string): string => name.replaceAll(/\s|\bfrontmatter\./giu, () => '').toLowerCase();
  const own = plain(sort).replace(/^notes$/u, () => 'count');
  const total = [...aggregate, 'count'].find(name => plain(name) === own);
  if (plain(sort) === plain(field)) return { field, order };
  return total === undefined ? undefined : { field, order, total };
}

const hiddenSort =
  '`sort` is only for the notes in each group here. To sort the groups, name `count`, an item of `aggregate`, or the field of `groupBy`.';

function groupPlace([value, key]: SortKey): RowPlace {
  return { value: JSON.parse(String(value)), path: JSON.parse(String(key)) };
}

/** Sort key of a row for a cursor; the value is JSON, since it may be a list. */
function keyOf({ value, path }: RowPlace): SortKey {
  return [JSON.stringify(value), String(path)];
}

function placeFrom([json = 'null', path = '']: SortKey): RowPlace {
  return { value: JSON.parse(String(json)), path: String(path) };
}
