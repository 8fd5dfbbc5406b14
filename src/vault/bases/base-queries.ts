import { TFile, type App } from 'obsidian';
import { ToolFailure } from '../../errors';
import { parseNote } from '../../markdown/structure/scan-structure';
import { type FencedText, fencedTexts } from '../../markdown/text/fenced-texts';
import { counted, quoted, withoutOuterSlashes } from '../../utils/text/pieces';
import { isNote } from '../access/visible-files';
import type { CallerContext } from '../caller-context';
import type { NoteContent } from '../reading/notes';
import { mapDefined } from '../../utils/collections';
import type { BaseFile, BaseVault } from '../../bases/base-vault';
import { type BaseDocument, baseOf, parseBase } from '../../bases/document/base-document';
import {
  type PropertyId,
  propertyIdText,
  type SortRule,
  type ViewSettings,
} from '../../bases/document/view-settings';
import { Warnings } from '../../bases/document/source';
import { Budget } from '../../bases/evaluation/budget';
import { type JsonValue, toJson } from '../../bases/values/text';
import { narrowingsOf, namesUsed, needsOf, type Narrowing } from '../../bases/view/needs';
import { type BaseRow, RowContext } from '../../bases/view/rows';
import { shownValues, type Values, summarize } from '../../bases/view/summarize';
import { viewRows, type ViewRows } from '../../bases/view/view';
import { isRoundedInteger } from '../../markdown/yaml/yaml-value';
import { isObject } from '../../utils/json';
import { rowsOfPage, type SortKey } from '../../utils/page';
import { propertyName, foldTag } from '../../utils/properties/property-names';
import { longStep, type SlicedLoop, filtered } from '../../utils/slicing/time-slicer';
import type { PagedQuery, PageFields } from '../paging';
import type { Hinted } from '../hints/hints';
import { valuesWay } from '../hints/value-hints';
import { VisibleBaseVault, exclusionOf } from './visible-base-vault';
import { foldPath } from '../../utils/text/folding';
import type { WholeGraph } from '../links/links';

interface BaseReference {
  readonly path?: string | undefined;
  /** Index among the `base` blocks of a note, from 0. */
  readonly block?: number | undefined;
  readonly source?: string | undefined;
}

interface BaseText extends FencedText {
  /** The base, or the note that contains it; undefined for a text in the call. */
  readonly file: TFile | undefined;
}

/** @throws ToolFailure `invalid_argument`, `target_not_found`, `unsupported_file`, and like any note reference */
async function readBaseText(
  { path, block, source }: BaseReference,
  { files, notes }: CallerContext,
  signal: AbortSignal,
): Promise<BaseText> {
  if ((path === undefined) === (source === undefined))
    throw new ToolFailure('invalid_argument', 'Give either `path` or `source`.');
  if (source !== undefined) {
    if (block !== undefined) throw new ToolFailure('invalid_argument', '`block` needs the `path` of a note.');
    return { text: source, file: undefined, line: 1 };
  }
  const file = fileNamed(path ?? '', block !== undefined, files);
  if (file.extension !== 'md' && file.extension !== 'base')
    throw new ToolFailure('unsupported_file', 'Only bases, and notes with a `base` block, can be queried.', {
      hint: ['`read_attachment` reads files of other kinds.', 'Name a base or a note.'],
    });
  if (file.extension === 'base' && block !== undefined && block !== 0)
    throw new ToolFailure('invalid_argument', 'A base has no blocks: `block` is for notes.');
  const note = await notes.readFile(file, signal);
  const whole = { text: note.text, line: 1 };
  return { ...(isNote(file) ? blockOf(note, block ?? 0) : whole), file };
}

/** A base may be named without its extension, unless a block of a note is meant. */
function fileNamed(path: string, isOfNote: boolean, files: CallerContext['files']): TFile {
  const base = isOfNote || path.startsWith('[[') ? undefined : files.otherFile(`${path}.base`);
  return files.otherFile(path) ?? base ?? files.note(path);
}

function blockOf(note: NoteContent, block: number): FencedText {
  const blocks = fencedTexts(note.text, parseNote(note.text), 'base');
  const found = blocks[block];
  if (found !== undefined) return found;
  if (blocks.length === 0)
    throw new ToolFailure('target_not_found', 'The note has no code block of the language `base`.', {
      hint: 'Give the path of a .base file, or a note with a ```base block.',
    });
  throw new ToolFailure('target_not_found', `\`block\` must be less than ${blocks.length}.`, {
    hint: `The note has ${counted(blocks.length, 'base block')}, counted from 0.`,
  });
}

interface BaseQuery extends BaseReference, PagedQuery {
  readonly view?: string | undefined;
  /** The note that `this` refers to. */
  readonly this?: string | undefined;
  readonly format: 'rows' | 'paths';
}

interface ShownRow {
  path: string;
  group?: JsonValue;
  /** By column id. */
  values: Values;
}

interface ShownGroup {
  key: JsonValue;
  count: number;
  summaries?: Values;
}

interface BaseQueryResult extends PageFields, Hinted {
  view: string;
  columns: { id: string; name: string }[];
  rows?: ShownRow[];
  paths?: string[];
  groups?: ShownGroup[];
  summaries?: Values;
  warnings: string[];
}

interface OpenView {
  readonly base: BaseDocument;
  readonly view: ViewSettings;
  readonly context: RowContext;
  readonly found: ViewRows;
  readonly warnings: Warnings;
  /** Notes that may be missing from the rows. */
  readonly unreadable: Hinted;
  readonly deadline: number;
}

/** Columns beyond this are not compared with the properties of the vault. */
const maxColumnsLookedUp = 20;

/** Groups are listed up to the size of this many rows. */
const maxGroups = 1000;

/** A base and one of its views, as embeds name it: `[[Books.base#By shelf]]`. */
const viewLink = /^(?:!?\[\[)?([^#|]+\.base)#([^#|\]]+)/u;

/** Longer queries are stopped, ms. */
const maxQueryLength = 10_000;

export class BaseQueries {
  constructor(private readonly context: CallerContext) {}

  /** @throws ToolFailure `invalid_query` for broken YAML, `target_not_found` for a view, and as `readBaseText` */
  async run(asked: BaseQuery, signal: AbortSignal): Promise<BaseQueryResult> {
    const [, linked, linkedView] = viewLink.exec(asked.path ?? '') ?? [];
    const query = linked === undefined ? asked : { view: linkedView, ...asked, path: linked };
    const open = await this.open(query, signal);
    const { view, found } = open;
    const columns = columnsOf(open);
    const isRows = query.format === 'rows';
    const { page, rows, ...rest } = await this.page(query, isRows ? columns : undefined, open, signal);
    const texts = new Map<string, number>();
    const totals = await this.totals(open, texts, signal);
    const left = found.passing - found.rows.length;
    const listed = totals.groups?.length ?? 0;
    const all = found.groups?.length ?? 0;
    const hints = [
      ...(left > 0 ? [`${counted(left, 'more row')} not shown because of the view's limit.`] : []),
      ...(listed < all ? [`Only the first ${listed} of ${all} groups are listed.`] : []),
      ...[...texts].map(
        ([id, count]) => `The summary of ${quoted(id)} leaves out ${counted(count, 'text')}.`,
      ),
      ...(await this.hintsOfNames(query, open, signal)),
    ];
    return {
      view: view.name,
      columns: columns.map(({ id, name }) => ({ id, name })),
      ...(isRows ? { rows } : { paths: page.map(({ file }) => file.path) }),
      ...totals,
      ...rest,
      warnings: open.warnings.list(),
      ...(hints.length === 0 ? {} : { hints }),
      ...open.unreadable,
    };
  }

  /** Says why there may be no rows, and which names in filters, or in columns that the caller wrote, no note has. */
  private async hintsOfNames(
    { source }: BaseQuery,
    { base, view, found, warnings }: OpenView,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { hints, shows } = this.context;
    const columns = source === undefined ? [] : view.order.filter(({ kind }) => kind === 'note');
    const names = columns.slice(0, maxColumnsLookedUp).map(({ name }) => name);
    const used = namesUsed(base, view);
    const named = [...new Set([...used.properties, ...names])];
    const isFormula = (name: string): boolean => base.formulas.has(name);
    const properties = named.filter(name => !isFormula(name));
    const missing = await hints.ofNames(found.passing > 0 ? { properties } : { ...used, properties }, signal);
    for (const name of named.filter(isFormula))
      if (!(await hints.hasProperty(name, signal)))
        missing.push(`A formula is named as ${quoted(`formula.${name}`)}.`);
    if (found.passing > 0 || missing.length > 0 || warnings.list().length > 0) return missing;
    const [property] = used.properties;
    const way = property === undefined ? '' : valuesWay(property, shows);
    return [`No file matches all filters; try them one by one. ${way}`.trimEnd()];
  }

  private async open(query: BaseQuery, signal: AbortSignal): Promise<OpenView> {
    const { app, files, hints, links, readiness, slicer } = this.context;
    const { file, ...text } = await readBaseText(query, this.context, signal);
    const base = await this.read(text, signal);
    const view = viewNamed(base, query.view);
    const self = query.this === undefined ? file : (files.otherFile(query.this) ?? files.note(query.this));
    await readiness.wait(signal);
    const needs = needsOf(base, view);
    const graph = needs.graph ? await links.whole(signal) : undefined;
    const vault = new VisibleBaseVault(this.context, graph);
    const context = new RowContext(base, vault, self && vault.of(self));
    const warnings = new Warnings();
    for (const warning of base.warnings) warnings.add('', warning);
    if (query.this === undefined && needs.self) warnings.add('', thisHint(file));
    const narrowings = narrowingsOf(base, view);
    const candidates = await baseCandidates(narrowings, context.self, graph, this.context, signal);
    const deadline = slicer.deadlineIn(maxQueryLength);
    const loop = { slicer, signal, deadline };
    const found = await viewRows(view, filesOf(candidates, vault), context, warnings, loop);
    const isWanted = mayBeRow(narrowings, app);
    const unreadable = needs.properties ? await hints.unreadableAmong(isWanted, signal) : {};
    return { base, view, context, found, warnings, unreadable, deadline };
  }

  /** Pauses between parsing the YAML of a long base and compiling it, since each takes a while. */
  private async read({ text, line }: FencedText, signal: AbortSignal): Promise<BaseDocument> {
    const loop = { slicer: this.context.slicer, signal };
    const parsed = await longStep(loop, () => parseBase(text, line));
    if (!parsed.ok)
      throw new ToolFailure('invalid_query', parsed.message, { hint: 'Correct the YAML of the base.' });
    return longStep(loop, () => baseOf(parsed.content));
  }

  /** A cursor holds the position and path of the page's last row: rows may be added or removed. */
  private async page(
    query: BaseQuery,
    columns: readonly Column[] | undefined,
    open: OpenView,
    signal: AbortSignal,
  ): Promise<{ page: readonly BaseRow[]; rows: ShownRow[] } & PageFields> {
    const { fields, pager, slicer } = this.context;
    const { rows } = open.found;
    const loop = { slicer, signal, deadline: open.deadline };
    const before = pager.placeBefore('query_base', query);
    const start = before === undefined ? 0 : placeBehind(before, rows);
    const found = rows.slice(start, start + query.limit + 1);
    const wanted = columns === undefined ? [] : found.slice(0, query.limit);
    await fields.readRounded(this.notesOf(wanted), signal);
    const shownColumns = columns ?? [];
    const rowOf = async (row: BaseRow): Promise<ShownRow> =>
      this.withDigits(await shownRow(row, shownColumns, open, loop), shownColumns);
    const shown = await rowsOfPage(wanted, query.limit, rowOf, loop);
    const limit = columns === undefined ? query.limit : Math.max(1, shown.length);
    const items = found.slice(0, limit + 1);
    const places = new Map(items.map((row, index) => [row, start + index]));
    const page = pager.pageFrom(
      'query_base',
      { ...query, limit },
      {
        items,
        keyOf: row => [places.get(row) ?? 0, row.file.path],
        totalCount: rows.length,
      },
    );
    return { ...page, rows: shown };
  }

  private notesOf(rows: readonly BaseRow[]): TFile[] {
    const { vault } = this.context.app;
    return mapDefined(rows, ({ file }) => vault.getFileByPath(file.path)).filter(isNote);
  }

  /** Restores every digit of integers beyond 2^53, which the app's bases round. */
  private withDigits(row: ShownRow, columns: readonly Column[]): ShownRow {
    const { app, facts } = this.context;
    const note = app.vault.getFileByPath(row.path);
    if (note === null || !isNote(note) || !facts.of(note).isRounded) return row;
    const { frontmatter = {} } = facts.exactOf(note);
    const values = columns.map(({ id, property: { kind, name } }) => {
      const own = kind === 'note' ? propertyName(frontmatter, name) : undefined;
      return [
        id,
        exactValue(row.values[id] ?? null, own === undefined ? undefined : frontmatter[own]),
      ] as const;
    });
    return { ...row, values: Object.fromEntries(values) };
  }

  private async totals(
    { view, found, context, deadline }: OpenView,
    texts: Map<string, number>,
    signal: AbortSignal,
  ): Promise<Pick<BaseQueryResult, 'groups' | 'summaries'>> {
    const { vault } = context;
    const loop = { slicer: this.context.slicer, signal, deadline };
    const summariesOf = async (rows: readonly BaseRow[]): Promise<{ summaries?: Values }> => {
      if (view.summaries.size === 0) return {};
      const results = await summarize(view, rows, context, loop, texts);
      const means = { vault, budget: new Budget(vault.clock) };
      return { summaries: Object.fromEntries([...results].map(([id, value]) => [id, toJson(value, means)])) };
    };
    const { groups } = found;
    if (groups === undefined) return summariesOf(found.rows);
    const groupRow = async ({ first, rows }: (typeof groups)[number]): Promise<ShownGroup> => {
      const key = view.groupBy === undefined ? null : groupOf(first, view.groupBy, vault);
      return { key: key === '' ? null : key, count: rows.length, ...(await summariesOf(rows)) };
    };
    return { groups: await rowsOfPage(groups, maxGroups, groupRow, loop) };
  }
}

/** If a row is gone, its old position is used. */
function placeBehind([at, path]: SortKey, rows: readonly BaseRow[]): number {
  const place = Math.min(Number(at), rows.length);
  if (rows[place]?.file.path === path) return place + 1;
  const found = rows.findIndex(({ file }) => file.path === path);
  return found < 0 ? place : found + 1;
}

interface Column {
  readonly id: string;
  readonly name: string;
  readonly property: PropertyId;
}

function columnsOf({ base, view }: Pick<OpenView, 'base' | 'view'>): Column[] {
  const order: readonly PropertyId[] = view.order.length > 0 ? view.order : [{ kind: 'file', name: 'name' }];
  return order.map(property => {
    const id = propertyIdText(property);
    return { id, name: base.displayNames.get(id) ?? property.name, property };
  });
}

async function shownRow(
  row: BaseRow,
  columns: readonly Column[],
  { view, context }: OpenView,
  loop: SlicedLoop,
): Promise<ShownRow> {
  const { vault } = context;
  const group = view.groupBy === undefined ? {} : { group: groupOf(row, view.groupBy, vault) };
  return { path: row.file.path, ...group, values: await shownValues(row, columns, context, loop) };
}

function exactValue(shown: JsonValue, exact: unknown): JsonValue {
  if (Array.isArray(shown) && Array.isArray(exact))
    return shown.map((item, at) => exactValue(item, exact[at]));
  if (isObject(shown) && isObject(exact))
    return Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [name, exactValue(value, exact[name])]),
    );
  return isRoundedInteger(shown) && typeof exact === 'string' ? exact : shown;
}

function groupOf(row: BaseRow, { property }: SortRule, vault: BaseVault): JsonValue {
  return toJson(row.valueFor(property), { vault, budget: new Budget(vault.clock) });
}

function viewNamed({ views }: BaseDocument, name: string | undefined): ViewSettings {
  if (name === undefined) return views[0];
  const wanted = name.toLowerCase();
  const view = views.find(one => one.name === name) ?? views.find(one => one.name.toLowerCase() === wanted);
  if (view !== undefined) return view;
  throw new ToolFailure('target_not_found', 'The base has no view of that name.', {
    candidates: views.slice(0, 20).map(one => one.name),
  });
}

function thisHint(file: TFile | undefined): string {
  const now =
    file === undefined ? 'is nothing' : file.extension === 'md' ? 'is this note' : 'is the base itself';
  return `The base uses \`this\`, which ${now} here. Pass \`this\` to say for which note.`;
}

function* filesOf(files: readonly TFile[], vault: VisibleBaseVault): Generator<BaseFile, void> {
  for (const file of files) yield vault.row(file);
}

type Test = (file: TFile) => boolean;

/**
 * The files that may be rows of a base: visible, not excluded by the user, in tree order, and not ruled out by what the
 * indexes know about the filters.
 * @param self the value of `this`
 */
async function baseCandidates(
  narrowings: readonly Narrowing[],
  self: BaseFile | undefined,
  graph: WholeGraph | undefined,
  context: CallerContext,
  signal: AbortSignal,
): Promise<TFile[]> {
  const { app, files, slicer, tree } = context;
  const tests: Test[] = [];
  for (const narrowing of narrowings) {
    const test = await testOf(narrowing, self, graph, context, signal);
    if (test !== undefined) tests.push(test);
  }
  if (files.access.isNarrowed) tests.push(file => files.canSee(file));
  const isExcluded = exclusionOf(app);
  if (isExcluded !== undefined) tests.push(({ path }) => !isExcluded(path));
  const all = (await tree.below(app.vault.getRoot(), signal)).filter(file => file instanceof TFile);
  return filtered(all, file => tests.every(test => test(file)), { slicer, signal });
}

/** Whether a note at a path can be a row, whatever its text. */
function mayBeRow(narrowings: readonly Narrowing[], app: App): (path: string) => boolean {
  const folders = narrowings.flatMap(narrowing =>
    narrowing.kind === 'folder' ? [below(narrowing.path)] : [],
  );
  const isExcluded = exclusionOf(app);
  return path => folders.every(isBelow => isBelow(path)) && isExcluded?.(path) !== true;
}

/** The root, or an empty name, contains everything. */
function below(name: string): (path: string) => boolean {
  const folder = foldPath(withoutOuterSlashes(name));
  return path => folder === '' || foldPath(path).startsWith(`${folder}/`);
}

async function testOf(
  narrowing: Narrowing,
  self: BaseFile | undefined,
  graph: WholeGraph | undefined,
  { tagIndex }: CallerContext,
  signal: AbortSignal,
): Promise<Test | undefined> {
  switch (narrowing.kind) {
    case 'folder': {
      const isBelow = below(narrowing.path);
      return ({ path }) => isBelow(path);
    }
    case 'tags': {
      const all = await tagIndex.all(signal);
      const sets = mapDefined(narrowing.names, name => all.get(foldTag(name))?.within);
      return file => sets.some(set => set.has(file));
    }
    case 'extension':
      return ({ extension }) => extension === narrowing.name;
    case 'linksToThis':
    case 'linkedFromThis': {
      const side = narrowing.kind === 'linksToThis' ? 'incoming' : 'outgoing';
      const linked = new Set(self === undefined ? [] : graph?.[side](self.path));
      return ({ path }) => linked.has(path);
    }
  }
}
