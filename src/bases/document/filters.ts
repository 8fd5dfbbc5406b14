/** The filters of a base: statements, and groups of them. */
import { readSource, type Source } from './source';
import { quotedExpression, type Warnings } from './warnings';

export type Filter =
  | { readonly kind: 'statement'; readonly source: Source }
  | { readonly kind: 'and' | 'or' | 'not'; readonly filters: readonly Filter[] };

const groups = ['and', 'or', 'not'] as const;
const maxDepth = 50;

/** @param place its position in the base, for warnings. @returns undefined if there is none */
export function readFilter(raw: unknown, place: string, warnings: Warnings, depth = 0): Filter | undefined {
  if (raw === null || raw === undefined || raw === '') return undefined;
  if (typeof raw === 'string') return { kind: 'statement', source: readSource(raw, place, warnings) };
  if (typeof raw === 'boolean' || typeof raw === 'number')
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

/** The statements of a filter, in order. */
export function statementsOf(filter: Filter | undefined): readonly Source[] {
  if (filter === undefined) return [];
  return filter.kind === 'statement' ? [filter.source] : filter.filters.flatMap(statementsOf);
}

/** The statements that every row must pass. */
export function requiredOf(filter: Filter | undefined): readonly Source[] {
  if (filter?.kind === 'statement') return [filter.source];
  return filter?.kind === 'and' ? filter.filters.flatMap(requiredOf) : [];
}
