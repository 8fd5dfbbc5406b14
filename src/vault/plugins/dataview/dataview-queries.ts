import { property, callPluginMethod, pluginApi } from '../plugin-api';
import { matchOf } from '../../../utils/text/pieces';
import * as z from 'zod';
import { ToolFailure, type Advice } from '../../../errors';
import { jsonSize } from '../../../utils/json';
import type { SlicedLoop } from '../../../utils/slicing/time-slicer';
import { VaultPath } from '../../access/vault-path';
import type { CallerContext } from '../../caller-context';
import { plainValue } from './plain-values';

/** Levels of nested groups that are read. */
const maxDepth = 8;

function groupRows(value: unknown): readonly unknown[] | undefined {
  const rows = property(value, 'rows');
  return Array.isArray(rows) && property(value, 'text') === undefined ? rows : undefined;
}

interface DataviewRequest {
  readonly query: string;
  /** The note that is `this` in the query. */
  readonly path?: string | undefined;
  readonly limit: number;
}

interface DataviewResult {
  type: (typeof types)[number];
  headers?: string[];
  rows: unknown[];
  /** Of rows, or of tasks in all groups. */
  totalCount: number;
}

const name = 'Dataview';
/** How long it may take, milliseconds. */
const timeout = 10_000;
/** Limit for the rows of a result, in bytes of JSON. */
const maxSize = 80_000;
/** Limit for rows, groups and tasks that are read: more than any vault has, whatever length a list claims. */
const maxSteps = 1_000_000;

const outcomeSchema = z.discriminatedUnion('successful', [
  z.object({ successful: z.literal(true), value: z.unknown() }),
  z.object({ successful: z.literal(false), error: z.unknown() }),
]);

/** For callers who see the whole vault: even a condition can compare hidden values. */
export class DataviewQueries {
  constructor(private readonly context: CallerContext) {}

  /** @throws ToolFailure `permission_denied`, `plugin_missing`, `invalid_query`, `not_found`, `budget_exceeded`, `busy` */
  async run({ query, path, limit }: DataviewRequest, signal: AbortSignal): Promise<DataviewResult> {
    const { files } = this.context;
    if (files.access.isNarrowed) throw narrowed();
    const tables = checkQuery(query);
    const origin = path === undefined ? undefined : files.note(path).path;
    const api = this.api();
    for (const table of tables) files.file(VaultPath.parse(table));
    try {
      const outcome = await this.ask(api, [query, origin], signal);
      if (!outcome.successful) throw queryProblem(outcome.error);
      const result = resultSchema.safeParse(outcome.value);
      if (!result.success) throw strange();
      return await this.answer(result.data, limit, signal);
    } catch (error) {
      // An error thrown by a getter of a foreign value may contain text of notes.
      throw error instanceof ToolFailure || signal.aborted ? error : strange();
    }
  }

  private api(): unknown {
    const api = pluginApi(this.context.app, 'dataview');
    if (api === undefined || api === null)
      throw new ToolFailure('plugin_missing', 'The Dataview plugin is not running.');
    if (property(property(api, 'index'), 'initialized') === false)
      throw new ToolFailure('busy', 'Dataview is still reading the vault.');
    return api;
  }

  private async ask(
    api: unknown,
    values: readonly unknown[],
    signal: AbortSignal,
  ): Promise<z.output<typeof outcomeSchema>> {
    const outcome = outcomeSchema.safeParse(
      await callPluginMethod(api, 'query', [...values], { name, timeout, signal }),
    );
    if (!outcome.success) throw strange();
    return outcome.data;
  }

  private async answer(result: QueryResult, limit: number, signal: AbortSignal): Promise<DataviewResult> {
    const { files, slicer } = this.context;
    const cell = (value: unknown): unknown => plainValue(value, path => files.access.canRead(path)) ?? null;
    const { rows, totalCount } = await collect(result, cell, limit, { slicer, signal });
    if (result.type !== 'table') return { type: result.type, rows, totalCount };
    return { type: 'table', headers: [...result.headers], rows, totalCount };
  }
}

/** The plain value of a cell; null for a missing one. */
type Cell = (value: unknown) => unknown;

async function collect(
  result: QueryResult,
  cell: Cell,
  limit: number,
  { slicer, signal }: SlicedLoop,
): Promise<{ rows: unknown[]; totalCount: number }> {
  const turn = slicer.slice({ signal });
  let totalCount = 0;
  let size = 0;
  let steps = 0;
  let isFull = false;
  const plainRows = async (items: Iterable<unknown>, depth: number): Promise<unknown[]> => {
    const rows: unknown[] = [];
    for (const item of items) {
      if (turn.due()) await turn.pause();
      steps += 1;
      if (steps > maxSteps) throw tooManyRows();
      const grouped = result.type === 'task' ? groupRows(item) : undefined;
      if (grouped !== undefined) {
        const inner = depth < maxDepth ? await plainRows(grouped, depth + 1) : [];
        if (inner.length > 0) rows.push({ key: cell(property(item, 'key')), rows: inner });
        continue;
      }
      totalCount += 1;
      isFull ||= totalCount > limit;
      if (isFull) continue;
      const row = plainRow(result, item, cell);
      size += jsonSize(row, maxSize);
      isFull = size > maxSize && totalCount > 1;
      if (!isFull) rows.push(row);
    }
    return rows;
  };
  return { rows: await plainRows(result.values, 0), totalCount };
}

function narrowed(): ToolFailure {
  const message = 'Dataview reads every note, but this token may not see all of them.';
  return new ToolFailure('permission_denied', message, {
    hint: [
      'Use `query_notes`, which only uses notes that the token can see.',
      'Use another tool that finds notes.',
    ],
  });
}

function tooManyRows(): ToolFailure {
  const message = `Dataview returned more than ${maxSteps.toLocaleString('en')} rows.`;
  return new ToolFailure('budget_exceeded', message, { hint: 'Narrow the query with FROM, WHERE or LIMIT.' });
}

function strange(): ToolFailure {
  return new ToolFailure('plugin_missing', 'The installed version of Dataview is not supported.', {
    hint: 'Update Dataview.',
  });
}

/** Matches the line and column in an error of Dataview's parser (format of `obsidian-dataview` 0.5.68). */
const place = /^> *(\d+) \| [^\n]*\n *\| ( *)\^/m;

/** Restates Dataview's error in our own words: the original may contain text of notes. @param error from `api.query` */
function queryProblem(error: unknown): ToolFailure {
  const text = typeof error === 'string' ? error.slice(0, 20_000) : '';
  if (!text.includes('PARSING FAILED')) {
    const message = 'Dataview could not evaluate the query: an expression fails for every row.';
    return new ToolFailure('invalid_query', message, { hint });
  }
  const [, line, indent] = matchOf(place, text);
  const where =
    line === undefined || indent === undefined ? '' : ` at line ${line}, column ${indent.length + 1}`;
  return new ToolFailure('invalid_query', `The query does not parse${where}.`, { hint });
}

const hint = 'Correct the query: TYPE fields FROM source WHERE condition SORT field.';

/** The rows of a Dataview result, and their plain form. */

/** Checks only that they are lists; each row is checked when it is shown. */
const list = z.custom<readonly unknown[]>(value => Array.isArray(value));
/** More than any query has; the length is checked first, since a list may claim any length. */
const maxHeaders = 1000;
const headers = list.refine(({ length }) => length <= maxHeaders, { abort: true }).pipe(z.array(z.string()));

const resultSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('table'), headers, values: list }),
  z.object({ type: z.enum(['list', 'task', 'calendar']), values: list }),
]);
type QueryResult = z.output<typeof resultSchema>;

function plainRow(result: QueryResult, row: unknown, cell: Cell): unknown {
  switch (result.type) {
    case 'table': {
      const cells: readonly unknown[] = Array.isArray(row) ? row : [row];
      return cells.slice(0, result.headers.length).map(cell);
    }
    case 'calendar': {
      const value = property(row, 'value');
      return {
        date: cell(property(row, 'date')),
        link: cell(property(row, 'link')),
        ...(value === undefined ? {} : { value: cell(value) }),
      };
    }
    case 'list':
    case 'task':
      return cell(row);
  }
}

/** Functions that use the browser's regular expressions, which some patterns block for ever. */
const regexFunctions: ReadonlySet<string> = new Set(['regexmatch', 'regextest', 'regexreplace', 'split']);

/** Most `FLATTEN`s: each multiplies the rows, and Dataview computes them without a pause, on the app's UI thread. */
const maxFlattens = 2;
const maxLambdas = 2;

const clauses: ReadonlySet<string> = new Set(['WHERE', 'SORT', 'LIMIT', 'GROUP', 'FLATTEN']);

/**
 * @returns the paths of the tables (CSV) that the query reads
 * @throws ToolFailure `invalid_query` for an invalid or too costly query, `invalid_path` for a source outside the vault
 */
function checkQuery(query: string): readonly string[] {
  const words = queryWords(query);
  const first = words.find(({ kind }) => kind !== 'comment')?.text.toLowerCase();
  if (!types.some(one => one === first))
    throw invalid('A query begins with TABLE, LIST, TASK or CALENDAR; JavaScript is never run.');
  if (words.some(({ kind, text }) => kind === 'name' && regexFunctions.has(text.toLowerCase()))) {
    throw invalid(
      'Functions with regular expressions are not run, because some patterns would freeze the app.',
      {
        hint: ['Use `contains`, or `query_notes` with its own "regexp".', 'Use `contains`.'],
      },
    );
  }
  const flattens = words.filter(({ text }) => /flatten/i.test(text)).length;
  const lambdas = words.filter(({ text }) => text === '=>').length;
  if (flattens > maxFlattens || lambdas > maxLambdas)
    throw invalid(`At most ${maxFlattens} FLATTEN and ${maxLambdas} functions with "=>" are run at once.`);
  const source = sourceOf(words);
  // Folders must be in the vault.
  for (const word of source) if (word.kind === 'string') VaultPath.parseFolder(stringText(word));
  return tablesOf(source);
}

const types = ['table', 'list', 'task', 'calendar'] as const;

function sourceOf(words: readonly QueryWord[]): readonly QueryWord[] {
  const start = words.findIndex(({ kind, text }) => kind === 'name' && text.toUpperCase() === 'FROM');
  if (start < 0) return [];
  const length = words
    .slice(start + 1)
    .findIndex(({ kind, text }) => kind === 'name' && clauses.has(text.toUpperCase()));
  return words.slice(start + 1, length < 0 ? undefined : start + 1 + length);
}

function tablesOf(source: readonly QueryWord[]): string[] {
  return source.flatMap((word, index) => {
    const table = word.text === 'csv' ? source[index + 2] : undefined;
    return table?.kind === 'string' ? [stringText(table)] : [];
  });
}

function invalid(message: string, details: { hint?: Advice } = {}): ToolFailure {
  return new ToolFailure('invalid_query', message, details);
}

/** Splits a Dataview query into tokens, like Dataview's own grammar (read in the package `obsidian-dataview` 0.5.68). */

interface QueryWord {
  readonly kind: (typeof kinds)[number];
  readonly text: string;
}

const pattern =
  /\s+|(?<comment>\/\/[^\n]*)|(?<string>"(?:\\[^]|[^"\\])*")|(?<link>\[\[[^[\]]*\]\])|(?<tag>#[\p{L}\p{N}_/-]*)|(?<number>[0-9]+(?:\.[0-9]+)?)|(?<name>\p{L}[0-9\p{L}_-]*)|(?<sign>=>|!=|<=|>=|[^])/gu;

const kinds = ['comment', 'string', 'link', 'tag', 'number', 'name', 'sign'] as const;

/** All tokens except spaces. */
function queryWords(query: string): QueryWord[] {
  const words: QueryWord[] = [];
  for (const { 0: text, groups } of query.matchAll(pattern)) {
    const kind = kinds.find(name => groups?.[name] !== undefined);
    if (kind !== undefined) words.push({ kind, text });
  }
  return words;
}

function stringText({ text }: QueryWord): string {
  return text.slice(1, -1).replace(/\\(["\\])/g, (_found, escaped: string) => escaped);
}
