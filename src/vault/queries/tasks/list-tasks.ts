import { TFolder } from 'obsidian';
import { isTaskText, type TaskRules, withoutFilter } from '../../../markdown/tasks/task-rules';
import { compareSortKeys } from '../../../utils/cursor-paginator';
import { sortSliced } from '../../../utils/slicing/sorting';
import type { SliceTurn } from '../../../utils/slicing/time-slicer';
import type { CallerContext } from '../../caller-context';
import type { PagedQuery, PageFields } from '../../paging';
import { taskNoteReader } from '../../plugins/tasks/task-notes';
import { taskRules } from '../../plugins/tasks/tasks-settings';
import { type TaskConditions, type TaskTest, taskTests } from './task-filter';
import { taskHints } from './task-hints';
import { orderedTasks, taskKey, type TaskSort } from './task-order';
import { type FoundTasks, rowOfNote, statusOf, type TaskRow } from './task-row';

export interface TaskQuery extends TaskConditions, PagedQuery {
  /** A note or folder. */
  readonly path?: string | undefined;
  readonly sort: TaskSort;
}

/** Fields that a task does not have are left out. */
export interface ShownTask {
  path: string;
  /** From 1. */
  line: number;
  text: string;
  status: string;
  statusChar?: string;
  due?: string;
  scheduled?: string;
  start?: string;
  done?: string;
  created?: string;
  priority?: string;
  recurrence?: string;
  id?: string;
  dependsOn?: string;
  tags: string[];
  heading?: string;
  parentLine?: number;
  /** Of the note; in the first row of each. */
  versionId?: string;
}

export interface TaskPage extends PageFields {
  tasks: ShownTask[];
  hints?: string[];
}

/** Lines of one note whose tasks are looked at without a pause. */
const tasksAtOnce = 64;

/** The tasks in the notes that one caller may see. */
export class TaskList {
  constructor(private readonly context: CallerContext) {}

  async list(query: TaskQuery, signal: AbortSignal): Promise<TaskPage> {
    const { app, clock, pager, slicer } = this.context;
    const rules = await taskRules(app);
    const tests = taskTests(query, rules, clock);
    const found = await this.find(query.path, tests, rules, signal);
    const { page, ...rest } = pager.page('list_tasks', query, {
      items: orderedTasks(found.rows, query.sort),
      keyOf: row => taskKey(row, query.sort),
    });
    const answer = { tasks: shownTasks(page, rules), ...rest };
    if (found.rows.length > 0) return answer;
    const all = await this.find(query.path, [], rules, signal);
    const hints = await taskHints(all, query, tests, slicer.slice({ signal }));
    return hints.length === 0 ? answer : { ...answer, hints };
  }

  /** By path and line. */
  private async find(
    path: string | undefined,
    tests: readonly TaskTest[],
    rules: TaskRules,
    signal: AbortSignal,
  ): Promise<FoundTasks> {
    const { files, tasks, slicer } = this.context;
    const isInScope = this.scopeOf(path);
    const notes = await tasks.notes(signal);
    const turn = slicer.slice({ signal });
    const isWanted = (row: TaskRow): boolean => tests.every(({ holds }) => holds(row));
    const ofNotes = (await this.taskNotes(isInScope, turn)).filter(isWanted);
    const rows: TaskRow[] = [...ofNotes];
    let unfiltered = 0;
    for (const note of notes) {
      if (turn.due()) await turn.pause();
      if (!isInScope(note.file.path) || (files.access.isNarrowed && !files.canSee(note.file))) continue;
      for (const task of note.tasks) {
        if (!isTaskText(task.text, rules)) unfiltered += 1;
        else if (isWanted(task)) rows.push(task);
        if (task.line % tasksAtOnce === 0 && turn.due()) await turn.pause();
      }
    }
    return { rows: ofNotes.length === 0 ? rows : await byPlace(rows, turn), unfiltered };
  }

  /** @throws ToolFailure as for any note or folder */
  private scopeOf(path: string | undefined): (path: string) => boolean {
    const place = path === undefined ? undefined : this.context.files.noteOrFolder(path);
    if (place === undefined || place.path === '/') return () => true;
    if (!(place instanceof TFolder)) return other => other === place.path;
    return other => other.startsWith(`${place.path}/`);
  }

  private async taskNotes(isInScope: (path: string) => boolean, turn: SliceTurn): Promise<TaskRow[]> {
    const { app, files, facts } = this.context;
    const read = await taskNoteReader(app);
    if (read === undefined) return [];
    const rows: TaskRow[] = [];
    for (const note of files.notes()) {
      if (turn.due()) await turn.pause();
      const known = isInScope(note.path) ? facts.of(note) : undefined;
      const task = known === undefined ? undefined : read(note.path, known, note.basename);
      if (known !== undefined && task !== undefined) rows.push(rowOfNote(note, known.tags, task));
    }
    return rows;
  }
}

/** Rows of lines come by their place already; those of notes come before them. */
function byPlace(rows: readonly TaskRow[], turn: SliceTurn): Promise<TaskRow[]> {
  const keyed = rows.map(row => ({ row, key: taskKey(row, 'path') }));
  const sorted = sortSliced(keyed, (a, b) => compareSortKeys(a.key, b.key), turn);
  return sorted.then(all => all.map(({ row }) => row));
}

function shownTasks(rows: readonly TaskRow[], rules: TaskRules): ShownTask[] {
  const versioned = new Set<string>();
  return rows.map(row => {
    const { file, versionId, line, text, statusChar, tags, fields, heading, parentLine } = row;
    const isFirst = versionId !== undefined && !versioned.has(file.path);
    versioned.add(file.path);
    return {
      ...{ path: file.path, line, text, status: statusOf(row, rules) },
      ...(statusChar === undefined ? {} : { statusChar }),
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      tags: withoutFilter(tags, rules),
      ...(heading === undefined ? {} : { heading }),
      ...(parentLine === undefined ? {} : { parentLine }),
      ...(isFirst ? { versionId } : {}),
    };
  });
}
