import { TFile } from 'obsidian';
import { atOrBelow } from '../../access/visible-folders';
import { dayOfDate } from '../../../markdown/tasks/completion/calendar-days';
import { isTaskText, type TaskRules, withoutFilter } from '../../../markdown/tasks/task-rules';
import { addTo, getOrInsert, itemsOf } from '../../../utils/collections';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { nameKey } from '../../../utils/text/folding';
import type { CallerContext } from '../../caller-context';
import type { Hinted } from '../../hints/hints';
import type { TaskFields } from '../../index/tasks/indexed-task';
import { sortedByPath } from '../../index/names/orders';
import type { PagedQuery, PageFields } from '../../paging';
import { templateTest } from '../../plugins/templates/templates';
import { taskNoteReader } from '../../plugins/tasks/task-notes';
import { taskRules } from '../../plugins/tasks/tasks-settings';
import {
  type TaskConditions,
  type TaskTest,
  taskTests,
  type FoundTasks,
  rowOfNote,
  statusOf,
  type TaskRow,
  withFileDates,
} from './task-filter';
import { tooLargeFiles } from '../unreadable';
import { leftOutHints, taskHints } from '../../hints/task-hints';

interface TaskQuery extends TaskConditions, PagedQuery {
  /** A note or folder. */
  readonly path?: string | undefined;
  readonly sort: 'due' | 'priority' | 'path';
}

/** Fields that a task does not have are left out. */
export interface ShownTask extends Partial<Record<keyof TaskFields, string>> {
  path: string;
  /** From 1. */
  line: number;
  text: string;
  status: string;
  statusChar?: string;
  tags: string[];
  heading?: string;
  parentLine?: number;
  /** Version of the note; only in its first row. */
  versionId?: string;
}

/** Statuses of tasks that are not done, and yet not \`open\`. */
const underwayTypes: readonly string[] = ['in_progress', 'on_hold'];

/** The tasks in the notes that one caller may see. */
export class TaskList {
  constructor(private readonly context: CallerContext) {}

  async list(query: TaskQuery, signal: AbortSignal): Promise<PageFields & Hinted & { tasks: ShownTask[] }> {
    const { app, clock, pager, slicer } = this.context;
    const rules = await taskRules(app);
    const tests = taskTests(query, rules, clock);
    const found = await this.find(query, tests, rules, signal);
    const { page, ...rest } = pager.page('list_tasks', query, {
      items: found.rows,
      keyOf: row => [leadingKey(row, query.sort), nameKey(row.file.path), row.line],
    });
    const left = leftOutHints(found);
    const answer = { tasks: shownTasks(page, rules), ...rest, ...found.unreadable };
    if (found.rows.length > 0) return left.length === 0 ? answer : { ...answer, hints: left };
    const all = await this.find(query, [], rules, signal);
    const hints = [...left, ...(await taskHints(all, query, tests, { slicer, signal }))];
    return hints.length === 0 ? answer : { ...answer, hints };
  }

  private async find(
    { path, sort, status }: Pick<TaskQuery, 'path' | 'sort' | 'status'>,
    tests: readonly TaskTest[],
    rules: TaskRules,
    signal: AbortSignal,
  ): Promise<FoundTasks> {
    const { app, tasks, slicer } = this.context;
    const { root, isInScope, note } = this.scopeOf(path);
    const isTemplate = templateTest(app, root);
    const isShown = this.showing(isInScope);
    const lines = await (note === undefined ? tasks.all(signal) : tasks.ofNote(note, signal));
    const turn = slicer.slice({ signal });
    const isWanted = (row: TaskRow): boolean => tests.every(({ holds }) => holds(row));
    const rows: TaskRow[] = [];
    let unfiltered = 0;
    let underway = 0;
    let inTemplates = 0;
    const others = tests.filter(({ argument }) => argument !== 'status');
    const isUnderway = (row: TaskRow): boolean =>
      status === 'open' &&
      underwayTypes.includes(statusOf(row, rules)) &&
      others.every(({ holds }) => holds(row));
    const dated = withFileDates(rules);
    for (const line of lines) {
      if (turn.due()) await turn.pause();
      if (isShown?.(line.file) === false) continue;
      const task = dated?.(line) ?? line;
      if (!isTaskText(task.text, rules)) unfiltered += 1;
      else if (!isWanted(task)) underway += isUnderway(task) ? 1 : 0;
      else if (isTemplate(task.file.path)) inTemplates += 1;
      else rows.push(task);
    }
    const { notes, unreadable } = await this.taskNotes(isInScope ?? (() => true), signal);
    const counts = { unfiltered, underway, inTemplates };
    return {
      rows: await inOrder([...notes.filter(isWanted), ...rows], sort, { slicer, signal }),
      ...counts,
      unreadable,
    };
  }

  /** Called once for each note; undefined if all are shown. */
  private showing(
    isInScope: ((path: string) => boolean) | undefined,
  ): ((file: TFile) => boolean) | undefined {
    const { files } = this.context;
    if (isInScope === undefined && !files.access.isNarrowed) return undefined;
    const known = new Map<TFile, boolean>();
    return file => getOrInsert(known, file, () => isInScope?.(file.path) !== false && files.canSee(file));
  }

  /** Only the root for the whole vault. @throws ToolFailure like any note or folder reference */
  private scopeOf(
    path?: string,
  ): Readonly<{ root: string; isInScope?: (path: string) => boolean; note?: TFile }> {
    if (path === undefined) return { root: '' };
    const place = this.context.files.noteOrFolder(path);
    if (place.path === '/') return { root: place.path };
    const note = place instanceof TFile ? { note: place } : {};
    return { root: place.path, isInScope: atOrBelow(place), ...note };
  }

  private async taskNotes(
    isInScope: (path: string) => boolean,
    signal: AbortSignal,
  ): Promise<{ notes: TaskRow[] } & Pick<FoundTasks, 'unreadable'>> {
    const { app, files, facts, hints, slicer } = this.context;
    const read = await taskNoteReader(app);
    const turn = slicer.slice({ signal });
    const notes: TaskRow[] = [];
    // The app may not have found all tasks of such a note.
    const large: TFile[] = [];
    for (const note of files.notes()) {
      if (turn.due()) await turn.pause();
      if (this.context.notes.isLarge(note) && isInScope(note.path)) large.push(note);
      if (read === undefined) continue;
      const known = isInScope(note.path) ? facts.of(note) : undefined;
      const task = known === undefined ? undefined : read(note.path, known, note.basename);
      if (known !== undefined && task !== undefined) notes.push(rowOfNote(note, known.tags, task));
    }
    return {
      notes,
      unreadable:
        read === undefined ? tooLargeFiles(large) : await hints.unreadableAmong(isInScope, signal, large),
    };
  }
}

/**
 * Sorts rows without comparing them, since there are few dates and priorities; equal ones by path, then as given.
 * @param rows those of each note in the order of its lines
 */
async function inOrder(
  rows: readonly TaskRow[],
  sort: TaskQuery['sort'],
  loop: SlicedLoop,
): Promise<readonly TaskRow[]> {
  const byFile = new Map<TFile, TaskRow[]>();
  await forEachInTurn(rows, loop, row => addTo(byFile, row.file, row));
  const byPath = (await sortedByPath(byFile.keys(), loop)).flatMap(file => itemsOf(byFile, file));
  if (sort === 'path') return byPath;
  const byKey = new Map<number, TaskRow[]>();
  await forEachInTurn(byPath, loop, row => addTo(byKey, leadingKey(row, sort), row));
  return [...byKey.keys()].sort((a, b) => a - b).flatMap(key => itemsOf(byKey, key));
}

const noDate = 99_999_999;
const ranks = ['highest', 'high', 'medium', undefined, 'low', 'lowest'];
/** Larger than every date, and than `noDate`. */
const priorityStep = 2 ** 27;

/** The date as a number, such as `20261122`, after the priority if that comes first. What is no date sorts like none. */
function leadingKey({ fields: { due, priority } }: TaskRow, sort: TaskQuery['sort']): number {
  if (sort === 'path') return 0;
  const isDay = due !== undefined && dayOfDate(due) !== undefined;
  const day = isDay ? Number(due.replaceAll('-', '')) : noDate;
  if (sort === 'due') return day;
  const rank = ranks.includes(priority) ? ranks.indexOf(priority) : ranks.indexOf(undefined);
  return rank * priorityStep + day;
}

function shownTasks(rows: readonly TaskRow[], rules: TaskRules): ShownTask[] {
  const versioned = new Set<string>();
  return rows.map(row => {
    const { file, versionId, line, bullet, text, statusChar, tags, fields, heading, parentLine } = row;
    const isFirst = versionId !== undefined && !versioned.has(file.path);
    versioned.add(file.path);
    return {
      path: file.path,
      line,
      text,
      status: statusOf(row, rules),
      ...(bullet === undefined || bullet === '-' ? {} : { bullet }),
      ...(statusChar === undefined ? {} : { statusChar }),
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      tags: withoutFilter(tags, rules),
      ...(heading === undefined ? {} : { heading: heading.text }),
      ...(parentLine === undefined ? {} : { parentLine }),
      ...(isFirst ? { versionId } : {}),
    };
  });
}
