/** Finds tasks of one note that the caller read before, and changes them. */
import { ToolFailure } from '../../../errors';
import type { NoteStructure } from '../../structure/note-structure';
import { descriptionOf, parseTaskLine } from '../line/task-line';
import { type TaskChange, type TaskContext, updatedTask } from './task-update';
import type { TaskRules } from '../task-rules';
import { detectNewline, breakLength, type Lines, linesOf } from '../../text/lines';
import { spliced, type Splice } from '../../text/splices';
import { addTo, itemsOf } from '../../../utils/collections';
import { nearest } from '../../../utils/near';
import { cutText } from '../../../utils/text/pieces';

export type TaskUpdate = NamedTask & TaskChange;

interface UpdatedNote {
  readonly text: string;
  /** The lines that replace each task's line, in the order of the updates. */
  readonly tasks: readonly UpdatedLines[];
}

export interface UpdatedLines {
  /** The new line number of the first of them, from 1; for a deleted task, its former one. */
  readonly line: number;
  /** Empty if the task was deleted when done. */
  readonly lines: readonly string[];
  /** Its line before. */
  readonly was: string;
}

/**
 * @param failed throws a failure with the number of its update
 * @throws ToolFailure like `placeOfTask` and `updatedTask`; `invalid_argument` for two updates of one task
 */
export function updateTasks(
  text: string,
  structure: NoteStructure,
  updates: readonly TaskUpdate[],
  context: Omit<TaskContext, 'hasChildren'>,
  failed: (error: unknown, index: number) => never,
): UpdatedNote {
  const places = taskPlaces(text, structure, context.rules);
  const newline = detectNewline(text);
  const changed = new Map<number, readonly string[]>();
  const lineOf: number[] = [];
  for (const [index, update] of updates.entries()) {
    try {
      const line = placeOfTask(update, places);
      if (changed.has(line)) throw twice();
      const hasChildren = places.hasChildren.get(line) === true;
      changed.set(line, updatedTask(places.lines.textOf(line), update, { ...context, hasChildren }));
      lineOf.push(line);
    } catch (error) {
      failed(error, index);
    }
  }
  const splices = [...changed].map(([line, lines]) => spliceOf(text, line, lines, places, newline));
  const now = placesNow(changed);
  return {
    text: spliced(text, splices),
    tasks: lineOf.map(line => ({
      line: now.get(line) ?? line,
      lines: itemsOf(changed, line),
      was: places.lines.textOf(line),
    })),
  };
}

function spliceOf(
  text: string,
  line: number,
  changed: readonly string[],
  { lines }: TaskPlaces,
  newline: string,
): Splice {
  const from = lines.startOf(line);
  const end = lines.endOf(line);
  const ending = text.slice(end - breakLength(text, end), end);
  if (changed.length === 0) return { from, to: end, text: '' };
  return { from, to: end, text: changed.join(ending === '' ? newline : ending) + ending };
}

/** Adds the lines that changes above have added or removed. */
function placesNow(changed: ReadonlyMap<number, readonly string[]>): ReadonlyMap<number, number> {
  const now = new Map<number, number>();
  let moved = 0;
  for (const [line, lines] of [...changed].sort(([one], [other]) => one - other)) {
    now.set(line, line + moved);
    moved += lines.length - 1;
  }
  return now;
}

function twice(): ToolFailure {
  return new ToolFailure('invalid_argument', 'Another change names the same task.', {
    hint: 'Combine all changes of a task into one.',
  });
}

/** A line as the caller knows it. */
interface NamedTask {
  /** From 1; if left out, the text alone names the task. */
  readonly line?: number | undefined;
  /** The whole line, with or without its indent, or the description of the task alone; without it nothing is changed. */
  readonly expectedText?: string | undefined;
}

/** The lines of a note that are tasks; not those in code or comments. */
interface TaskPlaces {
  readonly lines: Lines;
  /** By line, in order: whether the task has nested items. */
  readonly hasChildren: ReadonlyMap<number, boolean>;
  readonly hasFrontmatter: boolean;
  readonly rules: TaskRules;
}

function taskPlaces(text: string, { listItems, frontmatter }: NoteStructure, rules: TaskRules): TaskPlaces {
  const lines = linesOf(text);
  const parents = new Set(listItems.map(({ parent }) => parent + 1));
  const hasChildren = new Map<number, boolean>();
  for (const { start, end, task } of listItems) {
    if (task < 0) continue;
    const line = lines.lineAt(task);
    const goesOn = text.slice(lines.endOf(line), end).trim() !== '';
    hasChildren.set(line, goesOn || parents.has(lines.lineAt(start)));
  }
  return { lines, hasChildren, hasFrontmatter: frontmatter !== undefined, rules };
}

/**
 * The line of a task: the given one, or the only one with that text.
 * @throws ToolFailure `target_not_found`, `target_ambiguous`
 */
function placeOfTask({ line, expectedText }: NamedTask, places: TaskPlaces): number {
  const { lines, hasChildren, hasFrontmatter } = places;
  if (expectedText === undefined)
    throw noText(line !== undefined && hasChildren.has(line) ? lines.textOf(line) : '');
  const expected = expectedText.trim().normalize('NFC');
  if (line !== undefined && hasChildren.has(line) && isTaskOf(lines.textOf(line), expected)) return line;
  const found: number[] = [];
  for (const other of hasChildren.keys()) {
    if (isTaskOf(lines.textOf(other), expected)) found.push(other);
  }
  const [only, second] = found;
  if (only === undefined)
    throw hasFrontmatter && line === 1 ? noLine() : notThere(nearTasks(expected, places));
  if (second === undefined) return only;
  throw new ToolFailure(
    'target_ambiguous',
    `${found.length} tasks in the note match \`expectedText\`${line === undefined ? '' : `, none on line ${line}`}.`,
    { hint: `Pass the \`line\` of one of them: ${found.slice(0, shownLines).join(', ')}.` },
  );
}

const shownLines = 20;
/** Limits for tasks that are compared and suggested, and for the characters of each. */
const maxCompared = 2_000;
const maxNear = 3;
const maxShown = 200;

/** What may be left out in front of a task's text. */
const marks = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)]) +(?:\[.\] *)?)?$/u;

/** @param expected in Unicode form C */
function isTaskOf(line: string, expected: string): boolean {
  const whole = line.trim().normalize('NFC');
  if (whole.endsWith(expected) && marks.test(whole.slice(0, whole.length - expected.length))) return true;
  const parsed = parseTaskLine(line);
  return parsed !== undefined && descriptionOf(parsed).normalize('NFC') === expected;
}

/** Tasks that may be meant, such as `line 2 is near: - [ ] Bread`; finished ones last, unless the wanted one is finished. */
function nearTasks(expected: string, { lines, hasChildren, rules }: TaskPlaces): string[] {
  const isOver = (line: string): boolean =>
    ['done', 'cancelled'].includes(rules.statuses.of(parseTaskLine(line)?.statusChar ?? ' ').type);
  const wanted = isOver(expected);
  const all = [...hasChildren.keys()].slice(0, maxCompared);
  const others = new Set(all.filter(line => isOver(lines.textOf(line)) !== wanted));
  const orderOf = (line: number): number => Number(others.has(line));
  const inOrder = (some: readonly number[]): number[] => some.toSorted((a, b) => orderOf(a) - orderOf(b));
  const seen = new Set<string>();
  const named = new Map<string, number[]>();
  for (const line of inOrder(all)) {
    const whole = wholeOf(lines.textOf(line));
    if (!seen.has(whole)) addTo(named, nameOf(whole), line);
    seen.add(whole);
  }
  const near = nearest(nameOf(wholeOf(expected)), named.keys(), maxNear).flatMap(name =>
    itemsOf(named, name),
  );
  return inOrder(near.slice(0, maxNear)).map(
    line => `line ${line} is similar: ${cutText(lines.textOf(line), maxShown)}`,
  );
}

/** The description of a task, given by its line or without the marks before it. */
function wholeOf(line: string): string {
  const task = parseTaskLine(line) ?? parseTaskLine(`- [ ] ${line}`);
  return task === undefined ? line : descriptionOf(task);
}

/** Without tags, which callers leave out or add. */
function nameOf(description: string): string {
  const words = description.split(/\s+/u);
  return words.filter(word => !/^#./u.test(word)).join(' ') || description;
}

/** @param task the line that was named, if it is a task */
function noText(task: string): ToolFailure {
  return new ToolFailure('invalid_argument', '`expectedText` is required.', {
    hint: 'Pass the text of the task, or its whole line; the task may no longer be on that `line`.',
    ...(task === '' ? {} : { candidates: [cutText(task, maxShown)] }),
  });
}

function notThere(candidates: readonly string[]): ToolFailure {
  return new ToolFailure('target_not_found', 'No task in the note matches `expectedText`.', {
    ...(candidates.length === 0 ? {} : { candidates }),
    hint: [
      'List the tasks of the note with `list_tasks`, and pass the current `line` and `text` of the task.',
      'Read the note, and pass the current `line` and text of the task.',
    ],
  });
}

/** `list_tasks` reports line 1 for notes that are tasks of TaskNotes. */
function noLine(): ToolFailure {
  return new ToolFailure('unsupported_task', 'Line 1 is the frontmatter of the note, not a task.', {
    hint: [
      'To change a note that is itself a TaskNotes task, use `update_frontmatter`.',
      'A note that is itself a TaskNotes task has its status and dates in its properties.',
    ],
  });
}
