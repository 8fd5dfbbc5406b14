/** Finds the line of a task that the caller read before. */
import { ToolFailure } from '../../../errors';
import type { NoteStructure } from '../../structure/note-structure';
import { type Lines, linesOf } from '../../text/lines';
import { descriptionOf, parseTaskLine } from '../line/task-line';

/** A line as the caller knows it. */
export interface NamedTask {
  /** From 1; if left out, the text alone names the task. */
  readonly line?: number | undefined;
  /** The whole line, with or without its indent, or the description of the task alone. */
  readonly expectedText: string;
}

/** The lines of a note that are tasks; not those in code or comments. */
export interface TaskPlaces {
  readonly lines: Lines;
  /** By line, in order: whether the task has nested items. */
  readonly hasChildren: ReadonlyMap<number, boolean>;
  readonly hasFrontmatter: boolean;
}

export function taskPlaces(text: string, { listItems, frontmatter }: NoteStructure): TaskPlaces {
  const lines = linesOf(text);
  const parents = new Set(listItems.map(({ parent }) => parent + 1));
  const hasChildren = new Map<number, boolean>();
  for (const { start, end, task } of listItems) {
    if (task < 0) continue;
    const line = lines.lineAt(task);
    const goesOn = text.slice(lines.endOf(line), end).trim() !== '';
    hasChildren.set(line, goesOn || parents.has(lines.lineAt(start)));
  }
  return { lines, hasChildren, hasFrontmatter: frontmatter !== undefined };
}

/**
 * The line of a task: the given one, or the only one with that text.
 * @throws ToolFailure `target_not_found`, `target_ambiguous`
 */
export function placeOfTask(
  { line, expectedText }: NamedTask,
  { lines, hasChildren, hasFrontmatter }: TaskPlaces,
): number {
  const expected = expectedText.trim().normalize('NFC');
  if (line !== undefined && hasChildren.has(line) && isTaskOf(lines.textOf(line), expected)) return line;
  const found: number[] = [];
  for (const other of hasChildren.keys()) {
    if (isTaskOf(lines.textOf(other), expected)) found.push(other);
  }
  const [only, second] = found;
  if (only === undefined) throw hasFrontmatter && line === 1 ? noLine() : notThere();
  if (second === undefined) return only;
  throw new ToolFailure(
    'target_ambiguous',
    `${found.length} tasks of the note have the \`expectedText\`${line === undefined ? '' : `, none on line ${line}`}.`,
    {
      hint: `Pass the \`line\` of one of them: ${found.slice(0, shownLines).join(', ')}.`,
    },
  );
}

const shownLines = 20;

/** @param expected in Unicode form C */
function isTaskOf(line: string, expected: string): boolean {
  if (line.trim().normalize('NFC') === expected) return true;
  const parsed = parseTaskLine(line);
  return parsed !== undefined && descriptionOf(parsed).normalize('NFC') === expected;
}

function notThere(): ToolFailure {
  return new ToolFailure('target_not_found', 'No task of the note has the `expectedText`.', {
    hint: [
      'List the tasks of the note with `list_tasks`, and pass the `line` and the `text` that it has now.',
      'Read the note, and pass the `line` and the text that the task has now.',
    ],
  });
}

/** `list_tasks` reports line 1 for notes that are tasks of TaskNotes. */
function noLine(): ToolFailure {
  return new ToolFailure('unsupported_task', 'Line 1 is the frontmatter of the note, not a task.', {
    hint: [
      'A note that is a task itself, of TaskNotes, is changed with `update_frontmatter`.',
      'A note that is a task itself, of TaskNotes, has its status and dates in its properties.',
    ],
  });
}
