import { readYaml, type YamlProblem } from '../../markdown/yaml/frontmatter-yaml';
import type { LazyPattern } from '../functions/patterns';
import { builtInSummaries } from '../functions/statistics';
import {
  type Entries,
  type Filter,
  readFilter,
  statementsOf,
  parsePropertyId,
  propertyIdText,
  entriesOf,
  listAt,
  readView,
  shownIn,
  textOf,
  type ViewSettings,
} from './view-settings';
import { nearest } from '../../utils/near';
import { readSource, type Source, quotedExpression, Warnings } from './source';
import { jsonLine } from '../../utils/text/pieces';

export interface BaseDocument {
  readonly filter: Filter | undefined;
  readonly formulas: ReadonlyMap<string, Source>;
  /** Names that views show, by property id. */
  readonly displayNames: ReadonlyMap<string, string>;
  /** Property ids in settings, also in those of views that only the app or a plugin knows. */
  readonly ids: readonly string[];
  readonly summaries: ReadonlyMap<string, Source>;
  /** At least one. */
  readonly views: readonly [ViewSettings, ...ViewSettings[]];
  readonly warnings: readonly string[];
  /** The regular expressions in it. */
  readonly patterns: readonly LazyPattern[];
}

type ReadBase =
  | { readonly ok: true; readonly base: BaseDocument }
  /** A sentence of ours, not the YAML parser's. */
  | { readonly ok: false; readonly message: string };

/** Characters: YAML is parsed in one step, and so are the expressions in it. */
const maxLength = 32_768;
/** More formulas are left out. */
const maxFormulas = 300;
const knownKeys = new Set(['filters', 'formulas', 'properties', 'summaries', 'views', 'display']);

/** An empty document is a base of every file. */
export function readBase(yaml: string): ReadBase {
  const parsed = parseBase(yaml);
  return parsed.ok ? { ok: true, base: baseOf(parsed.content) } : parsed;
}

type ParsedBase = { readonly ok: true; readonly content: unknown } | Exclude<ReadBase, { readonly ok: true }>;

/** The first half of `readBase`: the YAML alone. @param first the line of its file in which it begins, 1-based */
export function parseBase(yaml: string, first = 1): ParsedBase {
  if (yaml.length > maxLength) return { ok: false, message: problemText({ kind: 'too_large' }, yaml, first) };
  const read = readYaml(yaml.replace(/^\uFEFF/u, () => ''));
  if (!read.ok) return { ok: false, message: problemText(read.problem, yaml, first) };
  const { value } = read;
  if (value !== null && value !== undefined && (typeof value !== 'object' || Array.isArray(value)))
    return { ok: false, message: otherProblems.no_map };
  return { ok: true, content: value };
}

/** The second half of `readBase`. @param content of a base that was parsed */
export function baseOf(content: unknown): BaseDocument {
  const warnings = new Warnings();
  const entries = entriesOf(content);
  for (const key of entries.keys())
    if (!knownKeys.has(key)) warnings.add('', `A base has no key ${quotedExpression(key)}.`);
  const formulas = readSources(entries.get('formulas'), 'formulas', warnings);
  const views = readViews(entries.get('views'), warnings);
  const base = {
    filter: readFilter(entries.get('filters'), 'filters', warnings),
    formulas,
    displayNames: readDisplayNames(entries, warnings),
    ids: readIds(entries),
    summaries: readSources(entries.get('summaries'), 'summaries', warnings),
    views,
  };
  checkFormulas(base, warnings);
  checkSummaries(base, warnings);
  return { ...base, warnings: warnings.list(), patterns: warnings.patterns.all() };
}

function readSources(raw: unknown, key: string, warnings: Warnings): ReadonlyMap<string, Source> {
  const entries = [...entriesOf(raw)];
  if (entries.length > maxFormulas) warnings.add(key, `Only the first ${maxFormulas} are used.`);
  return new Map(
    entries.slice(0, maxFormulas).flatMap(([name, raw]): [string, Source][] => {
      const place = `${key}.${name}`;
      const text = typeof raw === 'boolean' ? String(raw) : raw === '' ? '' : textOf(raw);
      if (text !== undefined) return [[name, readSource(text, place, warnings)]];
      warnings.add(place, 'It is not a text, so it is ignored.');
      return [];
    }),
  );
}

function readViews(raw: unknown, warnings: Warnings): [ViewSettings, ...ViewSettings[]] {
  const items = listAt(raw, 'views', warnings, 'a table of all files is shown');
  const [first, ...others] = items.map((item, index) => readView(item, index, warnings));
  return first === undefined ? [readView({}, 0, warnings)] : [first, ...others];
}

function readDisplayNames(entries: Entries, warnings: Warnings): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const older = entriesOf(entries.get('display'));
  if (older.size > 0) warnings.add('display', 'This is older syntax; write `properties` with `displayName`.');
  for (const [id, name] of older) if (typeof name === 'string') names.set(canonical(id), name);
  for (const [id, settings] of entriesOf(entries.get('properties'))) {
    if (id.startsWith('property.'))
      warnings.add(`properties.${id}`, 'The prefix `property.` is older syntax; write `note.`.');
    const name = textOf(entriesOf(settings).get('displayName'));
    if (name !== undefined) names.set(canonical(id), name);
  }
  return names;
}

function readIds(entries: Entries): string[] {
  const named = ['properties', 'display'].flatMap(key => [...entriesOf(entries.get(key)).keys()]);
  return [...named, ...textsIn(entries.get('views')).filter(text => /^(?:note|property)\./u.test(text))];
}

/** Keys and texts, without names of views. @param seen objects and lists, of which aliases in YAML can be thousands */
function textsIn(raw: unknown, seen = new Set<unknown>()): string[] {
  if (typeof raw === 'string') return [raw];
  if (seen.has(raw)) return [];
  seen.add(raw);
  if (Array.isArray(raw)) return raw.flatMap(item => textsIn(item, seen));
  const settings = [...entriesOf(raw)].filter(([key]) => key !== 'name');
  return settings.flatMap(([key, value]) => [key, ...textsIn(value, seen)]);
}

function canonical(id: string): string {
  return propertyIdText(parsePropertyId(id));
}

type Checked = Omit<BaseDocument, 'warnings' | 'patterns'>;

/** Reports references to missing formulas, and formulas that depend on themselves. */
function checkFormulas(base: Checked, warnings: Warnings): void {
  const { formulas, views } = base;
  const missing = (place: string, names: readonly string[]): void => {
    for (const name of names)
      if (!formulas.has(name)) warnings.add(place, `There is no formula ${jsonLine(name)}.`);
  };
  for (const [name, source] of formulas) {
    missing(`formulas.${name}`, formulasNamedIn(source));
    if (needsItself(name, formulas)) warnings.add(`formulas.${name}`, 'It depends on its own value.');
  }
  missing('filters', statementsOf(base.filter).flatMap(formulasNamedIn));
  for (const [index, view] of views.entries()) {
    const shown = shownIn(view).flatMap(({ kind, name }) => (kind === 'formula' ? [name] : []));
    missing(`views[${index}]`, shown);
    missing(`views[${index}].filters`, statementsOf(view.filter).flatMap(formulasNamedIn));
  }
}

function formulasNamedIn(source: Source | undefined): readonly string[] {
  return source?.parsed?.formulas ?? [];
}

function needsItself(name: string, formulas: ReadonlyMap<string, Source>): boolean {
  const seen = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const needed of formulasNamedIn(formulas.get(next))) {
      if (needed === name) return true;
      if (seen.has(needed)) continue;
      seen.add(needed);
      waiting.push(needed);
    }
  }
  return false;
}

function checkSummaries({ views, summaries }: Checked, warnings: Warnings): void {
  for (const [index, view] of views.entries())
    for (const [id, name] of view.summaries)
      if (!summaries.has(name) && !builtInSummaries.has(name)) {
        const near = nearest(name, [...summaries.keys(), ...builtInSummaries.keys()], 1);
        const instead = near.map(one => ` The nearest is ${quotedExpression(one)}.`).join('');
        const place = `views[${index}].summaries.${id}`;
        warnings.add(place, `There is no summary ${quotedExpression(name)}.${instead}`);
      }
}

const otherProblems = {
  no_map: 'A base is a YAML map with `filters`, `formulas`, `properties` and `views`.',
  too_large: 'The YAML of the base is too large.',
  too_deep: 'The YAML of the base is nested too deeply.',
  aliases: 'The YAML of the base has aliases that cannot be followed.',
} as const;

function problemText(problem: YamlProblem, yaml: string, first: number): string {
  if (problem.kind !== 'syntax') return otherProblems[problem.kind];
  const hasQuote = yaml.split('\n')[problem.line - 1]?.includes('"') === true;
  const help = hasQuote ? ' A formula that begins with a quote needs single quotes around it.' : '';
  return `The YAML of the base cannot be parsed: there is an error on line ${problem.line + first - 1}.${help}`;
}
