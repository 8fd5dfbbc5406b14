import { property, callPluginMethod, pluginApi } from '../plugin-api';
import { matchOf } from '../../../utils/text/pieces';
import * as z from 'zod';
import { ToolFailure } from '../../../errors';
import { jsonSize } from '../../../utils/json';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { VaultPath } from '../../access/vault-path';
import type { CallerContext } from '../../caller-context';
import { PlainValues } from './plain-values';
import { checkQuery, type QueryType } from './query-check';

interface TaskPlace {
  /** Keys of the groups around the task, outermost first. */
  readonly keys: readonly unknown[];
  readonly task: unknown;
}

const maxDepth = 8;

/** All tasks of a grouping, in order, and undefined for each group: a group may be empty but is still a step. */
export function* tasksOf(
  values: readonly unknown[],
  keys: readonly unknown[] = [],
): Generator<TaskPlace | undefined> {
  for (const value of values) {
    const rows = groupRows(value);
    if (rows === undefined) {
      yield { keys, task: value };
      continue;
    }
    yield undefined;
    if (keys.length < maxDepth) yield* tasksOf(rows, [...keys, property(value, 'key')]);
  }
}

/** The rows of a group; undefined for a task. */
function groupRows(value: unknown): readonly unknown[] | undefined {
  const rows = property(value, 'rows');
  return Array.isArray(rows) && property(value, 'text') === undefined ? rows : undefined;
}

interface PlainGroup {
  readonly key: unknown;
  readonly rows: unknown[];
}

/** Puts plain tasks back into their groups. */
class TaskRows {
  readonly rows: unknown[] = [];
  /** The groups around the task that was added last. */
  private readonly open: { readonly key: unknown; readonly group: PlainGroup }[] = [];

  add(task: unknown, keys: readonly unknown[], plainKey: (key: unknown) => unknown): void {
    let depth = 0;
    while (depth < keys.length && depth < this.open.length && this.open[depth]?.key === keys[depth])
      depth += 1;
    this.open.length = depth;
    for (const key of keys.slice(depth)) {
      const group: PlainGroup = { key: plainKey(key), rows: [] };
      this.place().push(group);
      this.open.push({ key, group });
    }
    this.place().push(task);
  }

  private place(): unknown[] {
    return this.open.at(-1)?.group.rows ?? this.rows;
  }
}

interface DataviewRequest {
  /** In Dataview's query language. */
  readonly query: string;
  /** The note that is `this` in the query. */
  readonly path?: string | undefined;
  readonly limit: number;
}

interface DataviewResult {
  type: QueryType;
  headers?: string[];
  rows: unknown[];
  /** Of rows, or of tasks in all groups. */
  totalCount: number;
}

interface DataviewDependencies extends Pick<CallerContext, 'app' | 'files' | 'slicer'> {
  /** How long Dataview may take, milliseconds. */
  readonly timeout?: number | undefined;
}

const name = 'Dataview';
const defaultTimeout = 10_000;
/** Limit for the rows of a result, in bytes of JSON. */
const maxSize = 80_000;
/** Limit for rows, groups and tasks that are read: more than any vault has, whatever length a list claims. */
const maxSteps = 1_000_000;

const outcomeSchema = z.discriminatedUnion('successful', [
  z.object({ successful: z.literal(true), value: z.unknown() }),
  z.object({ successful: z.literal(false), error: z.unknown() }),
]);

/**
 * Runs queries with the Dataview plugin. Dataview knows every note, and even a condition can compare hidden
 * values, so only callers who see the whole vault may use it.
 */
export class DataviewQueries {
  constructor(private readonly dependencies: DataviewDependencies) {}

  /** @throws ToolFailure `permission_denied`, `plugin_missing`, `invalid_query`, `not_found`, `budget_exceeded`, `busy` */
  async run({ query, path, limit }: DataviewRequest, signal: AbortSignal): Promise<DataviewResult> {
    const { files } = this.dependencies;
    if (files.access.isNarrowed) throw narrowed();
    const checked = checkQuery(query);
    const origin = path === undefined ? undefined : files.note(path).path;
    const api = this.api();
    for (const table of checked.tables) files.file(VaultPath.parse(table));
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
    const api = pluginApi(this.dependencies.app, 'dataview');
    if (api === undefined || api === null)
      throw new ToolFailure('plugin_missing', 'The Dataview plugin is not installed or not enabled.');
    if (property(property(api, 'index'), 'initialized') === false)
      throw new ToolFailure('busy', 'Dataview is still reading the vault.');
    return api;
  }

  private async ask(
    api: unknown,
    values: readonly unknown[],
    signal: AbortSignal,
  ): Promise<z.output<typeof outcomeSchema>> {
    const timeout = this.dependencies.timeout ?? defaultTimeout;
    const outcome = outcomeSchema.safeParse(
      await callPluginMethod(api, 'query', [...values], { name, timeout, signal }),
    );
    if (!outcome.success) throw strange();
    return outcome.data;
  }

  private async answer(result: QueryResult, limit: number, signal: AbortSignal): Promise<DataviewResult> {
    const { files, slicer } = this.dependencies;
    const values = new PlainValues(path => files.access.canRead(path));
    const { rows, totalCount } = await collect(result, values, limit, { slicer, signal });
    if (result.type !== 'table') return { type: result.type, rows, totalCount };
    return { type: 'table', headers: [...result.headers], rows, totalCount };
  }
}

async function collect(
  result: QueryResult,
  values: PlainValues,
  limit: number,
  loop: SlicedLoop,
): Promise<{ rows: unknown[]; totalCount: number }> {
  const gathered = new TaskRows();
  let [totalCount, size, isFull] = [0, 0, false];
  const all = result.type === 'task' ? tasksOf(result.values) : alone(result.values);
  let steps = 0;
  await forEachInTurn(all, loop, place => {
    steps += 1;
    if (steps > maxSteps) throw tooManyRows();
    if (place === undefined) return;
    const { keys, task } = place;
    totalCount += 1;
    isFull ||= totalCount > limit;
    if (isFull) return;
    const row = plainRow(result, task, values);
    size += jsonSize(row, maxSize);
    isFull = size > maxSize && totalCount > 1;
    if (!isFull) gathered.add(row, keys, key => values.cell(key));
  });
  return { rows: gathered.rows, totalCount };
}

function* alone(values: readonly unknown[]): Generator<{ keys: readonly unknown[]; task: unknown }> {
  for (const task of values) yield { keys: [], task };
}

function narrowed(): ToolFailure {
  const message = 'Dataview reads every note, but this token may not see all of them.';
  return new ToolFailure('permission_denied', message, {
    hint: [
      'Use `query_notes`, which asks only notes that the token sees.',
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

/**
 * Restates Dataview's error in our own words: the original may contain text of notes.
 * @param error from `api.query`
 */
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
  z.object({ type: z.literal('list'), values: list }),
  z.object({ type: z.literal('task'), values: list }),
  z.object({ type: z.literal('calendar'), values: list }),
]);
type QueryResult = z.output<typeof resultSchema>;

function plainRow(result: QueryResult, row: unknown, values: PlainValues): unknown {
  switch (result.type) {
    case 'table': {
      const cells: readonly unknown[] = Array.isArray(row) ? row : [row];
      return cells.slice(0, result.headers.length).map(cell => values.cell(cell));
    }
    case 'calendar': {
      const value = property(row, 'value');
      return {
        date: values.cell(property(row, 'date')),
        link: values.cell(property(row, 'link')),
        ...(value === undefined ? {} : { value: values.cell(value) }),
      };
    }
    case 'list':
    case 'task':
      return values.cell(row);
  }
}
