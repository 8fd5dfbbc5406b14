/** The filters and views of a base, as in its YAML. */

import { readSource, type Source, quotedExpression, type Warnings } from './source';

const kinds = ['note', 'file', 'formula'] as const;

export interface PropertyId {
  readonly kind: (typeof kinds)[number];
  readonly name: string;
}

/** `note.x`, `file.x`, `formula.x`; a bare name and the older `property.x` mean a property of the note. */
export function parsePropertyId(text: string): PropertyId {
  const dot = text.indexOf('.');
  const prefix = text.slice(0, Math.max(0, dot));
  const name = text.slice(dot + 1);
  const kind = kinds.find(one => one === prefix);
  if (kind !== undefined) return { kind, name };
  return { kind: 'note', name: prefix === 'property' ? name : text };
}

export function propertyIdText({ kind, name }: PropertyId): string {
  return `${kind}.${name}`;
}

export type Filter =
  | { readonly kind: 'statement'; readonly source: Source }
  | { readonly kind: 'and' | 'or' | 'not'; readonly filters: readonly Filter[] };

const groups = ['and', 'or', 'not'] as const;
const maxDepth = 50;

/** @param place its position in the base, for warnings. @returns undefined if there is none */
export function readFilter(raw: unknown, place: string, warnings: Warnings, depth = 0): Filter | undefined {
  if (raw === null || raw === undefined || raw === '') return undefined;
  if (typeof raw === 'string' || typeof raw === 'boolean' || typeof raw === 'number')
    return { kind: 'statement', source: readSource(String(raw), place, warnings) };
  if (depth > maxDepth) {
    warnings.add(place, `Filters are nested more than ${maxDepth} levels deep; the rest is ignored.`);
    return undefined;
  }
  if (Array.isArray(raw)) {
    warnings.add(place, 'A list of filters needs `and`, `or` or `not` above it; it was read as `and`.');
    return readGroup('and', raw, place, warnings, depth);
  }
  return readObject(raw, place, warnings, depth);
}

function readObject(raw: object, place: string, warnings: Warnings, depth: number): Filter | undefined {
  const entries = new Map(Object.entries(raw));
  const kinds = groups.filter(kind => entries.has(kind));
  for (const key of entries.keys())
    if (!groups.some(kind => kind === key))
      warnings.add(place, `${quotedExpression(key)} is not a kind of filter.`);
  const [kind] = kinds;
  if (kind === undefined) return undefined;
  if (kinds.length > 1)
    warnings.add(
      place,
      `A filter has only one of \`and\`, \`or\` and \`not\`; only \`${kind}\` is used here.`,
    );
  return readGroup(kind, entries.get(kind), place, warnings, depth);
}

function readGroup(
  kind: (typeof groups)[number],
  raw: unknown,
  place: string,
  warnings: Warnings,
  depth: number,
): Filter {
  const items: unknown[] = Array.isArray(raw) ? raw : [raw];
  const filters = items.flatMap((item, index) => {
    const filter = readFilter(item, `${place}.${kind}[${index}]`, warnings, depth + 1);
    return filter === undefined ? [] : [filter];
  });
  return { kind, filters };
}

export function statementsOf(filter: Filter | undefined): readonly Source[] {
  if (filter === undefined) return [];
  return filter.kind === 'statement' ? [filter.source] : filter.filters.flatMap(statementsOf);
}

/** The statements that every row must pass. */
export function requiredOf(filter: Filter | undefined): readonly Source[] {
  if (filter?.kind === 'statement') return [filter.source];
  return filter?.kind === 'and' ? filter.filters.flatMap(requiredOf) : [];
}

export interface SortRule {
  readonly property: PropertyId;
  readonly direction: 1 | -1;
}

export interface ViewSettings {
  readonly name: string;
  readonly filter: Filter | undefined;
  readonly groupBy: SortRule | undefined;
  readonly order: readonly PropertyId[];
  readonly sort: readonly SortRule[];
  /** Rows; Infinity for all. */
  readonly limit: number;
  readonly summaries: ReadonlyMap<string, string>;
}

/** The properties that a view shows, sorts by, groups by or summarizes. */
export function shownIn({ order, sort, groupBy, summaries }: ViewSettings): readonly PropertyId[] {
  const rules = groupBy === undefined ? sort : [...sort, groupBy];
  return [...order, ...rules.map(({ property }) => property), ...[...summaries.keys()].map(parsePropertyId)];
}

/** Columns and sort rules beyond these limits are left out: each costs something for every row. */
const maxColumns = 300;
const maxSortRules = 8;

export type Entries = ReadonlyMap<string, unknown>;

/** The entries of a YAML map; empty for other values. */
export function entriesOf(raw: unknown): Entries {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? new Map(Object.entries(raw))
    : new Map();
}

export function readView(raw: unknown, index: number, warnings: Warnings): ViewSettings {
  const entries = entriesOf(raw);
  const name = textOf(entries.get('name')) ?? `View ${index + 1}`;
  const place = `views[${index}]`;
  const limit = entries.get('limit');
  const isLimit = typeof limit === 'number' && limit >= 1;
  if (limit !== undefined && limit !== null && !isLimit && limit !== 0)
    warnings.add(`${place}.limit`, 'It is not a number of 1 or more, so it is ignored.');
  return {
    name,
    filter: readFilter(entries.get('filters'), `${place}.filters`, warnings),
    groupBy: readGroupBy(entries, place, warnings),
    order: readOrder(entries.get('order'), place, warnings),
    sort: readSort(entries.get('sort'), place, warnings),
    limit: isLimit ? Math.floor(limit) : Infinity,
    summaries: readSummaries(entries.get('summaries')),
  };
}

function readGroupBy(entries: Entries, place: string, warnings: Warnings): SortRule | undefined {
  const older = entries.get('group_by');
  if (older !== undefined) warnings.add(`${place}.group_by`, 'The app calls it `groupBy` now.');
  const raw = entries.get('groupBy') ?? older;
  if (typeof raw === 'string') return { property: parsePropertyId(raw), direction: 1 };
  const rule = readRule(raw, `${place}.groupBy`, warnings);
  if (rule === undefined && raw !== undefined && raw !== null)
    warnings.add(`${place}.groupBy`, 'It names no `property`, so it is ignored.');
  return rule;
}

/** The items of a list. Anything else has none, with a warning unless it is missing. */
export function listAt(
  raw: unknown,
  place: string,
  warnings: Warnings,
  instead = 'it is ignored',
): unknown[] {
  if (Array.isArray(raw)) return raw;
  if (raw !== undefined && raw !== null) warnings.add(place, `It is not a list, so ${instead}.`);
  return [];
}

/** A column that is named twice appears once. */
function readOrder(raw: unknown, place: string, warnings: Warnings): PropertyId[] {
  const columns = new Map<string, PropertyId>();
  for (const [index, item] of listAt(raw, `${place}.order`, warnings).entries()) {
    if (typeof item !== 'string' || item === '') {
      warnings.add(`${place}.order[${index}]`, 'It is not the name of a property, so it is ignored.');
      continue;
    }
    const id = parsePropertyId(item);
    columns.set(propertyIdText(id), id);
  }
  if (columns.size > maxColumns) warnings.add(`${place}.order`, `Only the first ${maxColumns} are used.`);
  return [...columns.values()].slice(0, maxColumns);
}

function readSort(raw: unknown, place: string, warnings: Warnings): SortRule[] {
  const items = listAt(raw, `${place}.sort`, warnings);
  if (items.length > maxSortRules) warnings.add(`${place}.sort`, `Only the first ${maxSortRules} are used.`);
  return items.slice(0, maxSortRules).flatMap((item, index) => {
    const where = `${place}.sort[${index}]`;
    if (typeof item === 'string') return [{ property: parsePropertyId(item), direction: 1 as const }];
    const rule = readRule(item, where, warnings);
    if (rule === undefined) warnings.add(where, 'It names no `property`, so it is ignored.');
    return rule === undefined ? [] : [rule];
  });
}

function readRule(raw: unknown, place: string, warnings: Warnings): SortRule | undefined {
  const entries = entriesOf(raw);
  const older = textOf(entries.get('column'));
  if (older !== undefined) warnings.add(place, 'The app calls `column` `property` now.');
  const property = textOf(entries.get('property')) ?? older;
  if (property === undefined) return undefined;
  if (property.startsWith('property.'))
    warnings.add(place, 'The prefix `property.` is older syntax; write `note.`.');
  const direction = textOf(entries.get('direction'))?.toUpperCase() ?? 'ASC';
  if (direction !== 'ASC' && direction !== 'DESC')
    warnings.add(`${place}.direction`, 'It is neither ASC nor DESC; ASC is used.');
  return { property: parsePropertyId(property), direction: direction === 'DESC' ? -1 : 1 };
}

function readSummaries(raw: unknown): ReadonlyMap<string, string> {
  return new Map(
    [...entriesOf(raw)].flatMap(([id, name]): [string, string][] =>
      typeof name === 'string' ? [[propertyIdText(parsePropertyId(id)), name]] : [],
    ),
  );
}

export function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'number') return String(raw);
  return typeof raw === 'string' && raw !== '' ? raw : undefined;
}
