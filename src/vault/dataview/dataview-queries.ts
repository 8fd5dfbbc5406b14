import type { App } from 'obsidian';
import { z } from 'zod';
import { ToolFailure } from '../../errors';
import { jsonSize } from '../../utils/json-size';
import type { SliceTurn, TimeSlicer } from '../../utils/time-slicer';
import { property } from '../other-plugins';
import { callPartner, pluginApi } from '../partners/partner-plugin';
import { VaultPath } from '../vault-path';
import type { VisibleFiles } from '../visible-files';
import { refuseForeignReads } from './own-row-query';
import { PlainValues } from './plain-values';
import { type CheckedQuery, checkQuery } from './query-check';
import { queryProblem } from './query-problem';
import { linkPath } from './query-words';
import { isThere, plainRow, type QueryResult, resultSchema, type RowReading } from './result-rows';
import { tasksOf, TaskRows } from './task-groups';

export interface DataviewRequest {
  /** In Dataview's query language. */
  readonly query: string;
  /** The note that the query is asked from. */
  readonly path?: string | undefined;
  readonly limit: number;
}

export interface DataviewAnswer {
  type: CheckedQuery['type'];
  headers?: string[];
  rows: unknown[];
  /** Of rows, or of tasks in all groups, that are there for the caller. */
  totalCount: number;
}

export interface DataviewParts {
  readonly app: App;
  readonly files: VisibleFiles;
  readonly slicer: TimeSlicer;
  /** How long Dataview may take, milliseconds. */
  readonly patience?: number | undefined;
}

const name = 'Dataview';
const defaultPatience = 10_000;
/** Bytes of JSON that the rows of an answer take. */
const maxSize = 80_000;
/** Rows, groups and tasks of a result that are looked at: more than any vault has, whatever length a list claims. */
const maxSteps = 1_000_000;

const outcomeSchema = z.discriminatedUnion('successful', [
  z.object({ successful: z.literal(true), value: z.unknown() }),
  z.object({ successful: z.literal(false), error: z.unknown() }),
]);

/** Queries answered by the Dataview plugin, with nothing in them of notes that the caller does not see. */
export class DataviewQueries {
  constructor(private readonly parts: DataviewParts) {}

  /** @throws ToolFailure `plugin_missing`, `invalid_query`, `permission_denied`, `not_found`, `budget_exceeded`, `busy` */
  async run({ query, path, limit }: DataviewRequest, signal: AbortSignal): Promise<DataviewAnswer> {
    const checked = checkQuery(query);
    const origin = path === undefined ? undefined : this.parts.files.note(path).path;
    const api = this.api();
    if (this.isNarrowed) this.refuse(query, checked, origin);
    for (const table of checked.tables) this.parts.files.file(VaultPath.parse(table));
    try {
      return await this.answerOf(api, checked, { query, path: origin, limit }, signal);
    } catch (error) {
      // What a getter of a foreign value throws may have text of notes in it.
      throw error instanceof ToolFailure || signal.aborted ? error : strange();
    }
  }

  private async answerOf(
    api: unknown,
    checked: CheckedQuery,
    { query, path, limit }: DataviewRequest,
    signal: AbortSignal,
  ): Promise<DataviewAnswer> {
    const outcome = await this.ask(api, query, path, signal);
    if (!outcome.successful) {
      // For these callers a failure must not tell what is in notes that they do not see.
      const problem = queryProblem(outcome.error);
      if (!this.isNarrowed || problem.isSyntax) throw problem.failure;
      return { type: checked.type, rows: [], totalCount: 0 };
    }
    const result = resultSchema.safeParse(outcome.value);
    if (!result.success) throw strange();
    return this.answer(result.data, checked, limit, signal);
  }

  private get isNarrowed(): boolean {
    return this.parts.files.access.isNarrowed;
  }

  private api(): unknown {
    const api = pluginApi(this.parts.app, 'dataview');
    if (api === undefined || api === null)
      throw new ToolFailure('plugin_missing', 'The plugin Dataview is not installed, or off.');
    if (property(property(api, 'index'), 'initialized') === false)
      throw new ToolFailure('busy', 'Dataview is still reading the vault.');
    return api;
  }

  /** What the query reads must be its rows' own; links in it must be spelled so that all resolve them alike. */
  private refuse(query: string, checked: CheckedQuery, origin: string | undefined): void {
    const { files } = this.parts;
    refuseForeignReads(query, checked);
    for (const word of checked.words) {
      if (word.kind !== 'link') continue;
      const path = linkPath(word);
      if (path === '' && origin !== undefined) continue;
      if ((files.noteAtExactly(path) ?? files.noteAtExactly(`${path}.md`)) === undefined)
        throw new ToolFailure('not_found', 'A link in the query leads to no note.', {
          hint: 'Write links in the query with the whole path of the note.',
        });
    }
  }

  private async ask(
    api: unknown,
    query: string,
    origin: string | undefined,
    signal: AbortSignal,
  ): Promise<z.output<typeof outcomeSchema>> {
    // The note of each row is then part of the result, also where the query leaves it out.
    const settings = this.isNarrowed ? [{ forceId: true }] : [];
    const values = [query, origin, ...settings];
    const patience = this.parts.patience ?? defaultPatience;
    const outcome = outcomeSchema.safeParse(
      await callPartner(api, 'query', values, { name, patience, signal }),
    );
    if (!outcome.success) throw strange();
    return outcome.data;
  }

  private async answer(
    result: QueryResult,
    { type, isWithoutId }: CheckedQuery,
    limit: number,
    signal: AbortSignal,
  ): Promise<DataviewAnswer> {
    const reading = this.reading(isWithoutId);
    const turn = this.parts.slicer.slice({ signal });
    const { rows, totalCount } = await collect(result, reading, limit, turn);
    if (totalCount === 0 && this.isNarrowed) return { type, rows, totalCount };
    if (result.type !== 'table') return { type: result.type, rows, totalCount };
    return { type: 'table', headers: result.headers.slice(reading.hidesId ? 1 : 0), rows, totalCount };
  }

  private reading(isWithoutId: boolean): RowReading {
    const { app, files } = this.parts;
    if (!this.isNarrowed) {
      const values = new PlainValues(path => files.access.canRead(path));
      return { values, comesFromVisible: undefined, hidesId: false };
    }
    // A link that leads nowhere must look like one to a note that is not there for the caller.
    const mayShow = (path: string): boolean => {
      const file = app.vault.getFileByPath(path);
      return file !== null && files.canSee(file);
    };
    return { values: new PlainValues(mayShow), comesFromVisible: mayShow, hidesId: isWithoutId };
  }
}

async function collect(
  result: QueryResult,
  reading: RowReading,
  limit: number,
  turn: SliceTurn,
): Promise<{ rows: unknown[]; totalCount: number }> {
  const gathered = new TaskRows();
  let [totalCount, size, isFull] = [0, 0, false];
  const all = result.type === 'task' ? tasksOf(result.values) : alone(result.values);
  let steps = 0;
  for (const place of all) {
    if (turn.due()) await turn.pause();
    steps += 1;
    if (steps > maxSteps) throw tooManyRows();
    if (place === undefined) continue;
    const { keys, task } = place;
    if (!isThere(result, task, reading)) continue;
    totalCount += 1;
    isFull ||= totalCount > limit;
    if (isFull) continue;
    const row = plainRow(result, task, reading);
    size += jsonSize(row, maxSize);
    isFull = size > maxSize && totalCount > 1;
    if (!isFull) gathered.add(row, keys, key => reading.values.cell(key));
  }
  return { rows: gathered.rows, totalCount };
}

function* alone(values: readonly unknown[]): Generator<{ keys: readonly unknown[]; task: unknown }> {
  for (const task of values) yield { keys: [], task };
}

function tooManyRows(): ToolFailure {
  const message = `Dataview answers more than ${maxSteps.toLocaleString('en')} rows.`;
  return new ToolFailure('budget_exceeded', message, { hint: 'Narrow the query with FROM, WHERE or LIMIT.' });
}

function strange(): ToolFailure {
  return new ToolFailure('plugin_missing', 'The installed Dataview answers in a form that is not known.', {
    hint: 'Update Dataview, or do without it.',
  });
}
