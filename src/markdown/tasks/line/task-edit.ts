/** Sets or removes one part of a task's line; the rest stays unchanged. */
import { isTag, type TaskLine } from './task-line';
import { type TaskField, taskFields, type TaskForm, writtenField } from './task-fields';
import type { TaskPiece } from './last-piece';

/**
 * Sets a field: an existing one in its own form; a new one at the place where the plugin would write it.
 * @param value of a priority its name
 * @param form of a new field
 */
export function withField(line: TaskLine, field: TaskField, value: string, form: TaskForm): TaskLine {
  const at = line.pieces.findIndex(piece => piece.field === field);
  const old = line.pieces[at];
  if (old === undefined) return withNewField(line, field, value, form);
  const written = writtenField(field, value, old.form);
  return { ...line, pieces: line.pieces.with(at, { ...old, value: written.value }) };
}

/** Removes a field, also if it is repeated. */
export function withoutField(line: TaskLine, field: TaskField): TaskLine {
  const pieces = line.pieces.filter(piece => piece.field !== field);
  return pieces.length === line.pieces.length ? line : { ...line, pieces };
}

export function withStatus(line: TaskLine, statusChar: string): TaskLine {
  return { ...line, statusChar };
}

/** Replaces the description with its tags. @param description one line, trimmed */
export function withDescription(line: TaskLine, description: string): TaskLine {
  const gap = line.gap.endsWith(' ') ? line.gap : `${line.gap} `;
  return { ...line, gap, text: description, pieces: line.pieces.filter(piece => !isTag(piece)) };
}

export function withoutBlockLink(line: TaskLine): TaskLine {
  return { ...line, blockLink: '' };
}

function withNewField(line: TaskLine, field: TaskField, value: string, form: TaskForm): TaskLine {
  // Two spaces, since Dataview hides every second field that has one (issue 1913 of Tasks).
  const usual = form === 'dataview' ? '  ' : ' ';
  const behind = line.pieces.findIndex(piece => !isTag(piece) && orderOf(piece) > taskFields.indexOf(field));
  const at = behind < 0 ? line.pieces.length : behind;
  const isFirst = at === 0 && line.text === '';
  const piece: TaskPiece = {
    field,
    form,
    ...writtenField(field, value, form),
    space: isFirst && line.gap.endsWith(' ') ? '' : usual,
  };
  return { ...line, pieces: separated(line.pieces.toSpliced(at, 0, piece), at + 1, usual) };
}

/** The first piece of an empty text had no space before it. */
function separated(pieces: readonly TaskPiece[], at: number, space: string): readonly TaskPiece[] {
  const piece = pieces[at];
  return piece === undefined || piece.space !== '' ? pieces : pieces.with(at, { ...piece, space });
}

function orderOf({ field }: TaskPiece): number {
  return field === 'tag' ? -1 : taskFields.indexOf(field);
}
