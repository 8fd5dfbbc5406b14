import { itemAt } from '../../../utils/collections';
import type { TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { parseTaskLine, fieldValue } from '../../../markdown/tasks/line/task-line';
import { priorities } from '../../../markdown/tasks/line/task-fields';
import type { TaskRules } from '../../../markdown/tasks/task-rules';
import { type TaskUpdate, type UpdatedLines, updateTasks } from '../../../markdown/tasks/update/note-tasks';
import { scanStructure } from '../../../markdown/structure/scan-structure';
import { localDay, parseDay } from '../../../utils/dates';
import { taskRules, toggledByPlugin } from '../../plugins/tasks/tasks-settings';
import type { NoteContent } from '../../reading/notes';
import { storable } from '../notes/whole-note';
import { type Plan, type WriteCall, reportProgress } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { type MultiWriteResult, ofEach, throwItemError, writeMany } from '../write-result';
import type { WriterContext } from '../writer-context';

/** A change as a tool receives it: dates in ISO or plain words. */
export type TaskRequest = TaskUpdate & { readonly path: string };

interface TaskResult extends MultiWriteResult {
  /** In the order of the changes. */
  tasks: { path: string; line: number; lines: string[] }[];
}

interface TaskPlan extends Plan {
  readonly tasks: readonly ({ readonly path: string } & UpdatedLines)[];
}

/** The updates of one note, with their places among all. */
interface NoteUpdates {
  readonly file: TFile;
  readonly updates: (TaskUpdate & { readonly index: number })[];
}

/** Changes tasks in the notes that one caller may write: all of them or none. */
export class TaskWriter {
  constructor(private readonly context: WriterContext) {}

  /** @throws ToolFailure as `updateTasks`, `invalid_query` for a date, and as for any write */
  async update(requests: readonly TaskRequest[], call: WriteCall): Promise<TaskResult> {
    const { app, targets } = this.context;
    const rules = await taskRules(app);
    const read = requests.map((request, index) =>
      ofEach('Change', requests, index, () => ({ ...request, ...this.dated(request) })),
    );
    const { plan, answer } = await writeMany(this.context, {
      call,
      targets: () =>
        read.map(({ path }, index) => ofEach('Change', read, index, () => targets.existing(path).path)),
      plan: () => this.plan(read, rules, call),
    });
    const tasks = plan.tasks.map(({ path, line, lines }) => ({ path, line, lines: [...lines] }));
    return { ...answer, tasks };
  }

  private async plan(requests: readonly TaskRequest[], rules: TaskRules, call: WriteCall): Promise<TaskPlan> {
    const { notes } = this.context;
    const steps: Step[] = [];
    const tasks: TaskPlan['tasks'][number][] = [];
    const byNote = this.byNote(requests);
    for (const [done, { file, updates }] of byNote.entries()) {
      reportProgress(call.progress, 'plan', done, byNote.length);
      const before = await notes
        .readFile(file, call.signal)
        .catch((error: unknown) => throwOf(requests, error, itemAt(updates, 0).index));
      const made = this.updated(before, updates, rules, requests);
      steps.push({ kind: 'edit', file, before, text: made.text });
      for (const [at, { index }] of updates.entries()) {
        const lines = made.tasks[at];
        if (lines !== undefined) tasks[index] = { path: file.path, ...lines };
      }
    }
    const isLacking = tasks.some((task, index) => lacksNext(task, itemAt(requests, index), rules));
    return { steps, tasks, hints: isLacking ? [lackingNext] : [] };
  }

  private updated(
    before: NoteContent,
    updates: NoteUpdates['updates'],
    rules: TaskRules,
    requests: readonly TaskRequest[],
  ): { readonly text: string; readonly tasks: readonly UpdatedLines[] } {
    const { app, clock } = this.context;
    // The task to change is searched for in a note of any size.
    const structure = scanStructure(before.text, { isLimited: true });
    const context = {
      rules,
      today: localDay(clock.now()),
      toggled: (line: string) => toggledByPlugin(app, line, before.path),
    };
    const made = updateTasks(before.text, structure, updates, context, (error, at) =>
      throwOf(requests, error, itemAt(updates, at).index),
    );
    return { ...made, text: storable(made.text, before.text) };
  }

  private byNote(requests: readonly TaskRequest[]): NoteUpdates[] {
    const byPath = new Map<string, NoteUpdates>();
    for (const [index, request] of requests.entries()) {
      const file = ofEach('Change', requests, index, () => this.context.targets.note(request.path));
      const note = byPath.get(file.path) ?? { file, updates: [] };
      note.updates.push({ ...request, index });
      byPath.set(file.path, note);
    }
    return [...byPath.values()];
  }

  private dated({ due, scheduled, start, priority }: TaskRequest): Partial<TaskUpdate> {
    const dateOf = (text: string | undefined, argument: string): string | undefined => {
      if (text === undefined || isNone(text)) return text === undefined ? undefined : 'none';
      return parseDay(text, 'first', 'ahead', this.context.clock, argument);
    };
    return {
      due: dateOf(due, 'due'),
      scheduled: dateOf(scheduled, 'scheduled'),
      start: dateOf(start, 'start'),
      priority: priorityOf(priority),
    };
  }
}

const lackingNext =
  'A recurring task was already done, so no next one is added. If it is missing, set the task to `status: "open"` and then to "done".';

/** Whether a recurring task that is to be done was done before, for instance by hand. */
function lacksNext({ was, lines }: UpdatedLines, { status }: TaskRequest, { statuses }: TaskRules): boolean {
  const task = parseTaskLine(was);
  if (task === undefined || fieldValue(task, 'recurrence') === undefined || lines.length !== 1) return false;
  const isDone = status === 'done' || (status?.length === 1 && statuses.of(status).type === 'done');
  return isDone && statuses.of(task.statusChar).type === 'done';
}

function priorityOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const wanted = text.trim().toLowerCase();
  if (isNone(text) || priorities.some(priority => priority === wanted)) return isNone(text) ? 'none' : wanted;
  throw new ToolFailure('invalid_argument', `\`priority\` must be one of ${priorities.join(', ')}, none.`);
}

function isNone(text: string): boolean {
  return text.trim() === '' || text.trim().toLowerCase() === 'none';
}

/** The failure of one of several requests includes its number. */
function throwOf(requests: readonly TaskRequest[], error: unknown, index: number): never {
  if (requests.length === 1) throw error;
  return throwItemError(error, 'Change', index, itemAt(requests, index).path);
}
