import { ToolFailure } from '../../errors';

/** Of a new note whose path ends in a slash. */
export function notANote(): ToolFailure {
  return new ToolFailure('invalid_path', 'A path that ends in "/" names a folder, not a note.', {
    hint: 'Name the note too, or use `create_folder`.',
  });
}

/** Of `Note#Heading` where only a whole note can be written. */
export function partOfNote(): ToolFailure {
  return new ToolFailure('invalid_path', 'A heading or block cannot be named here.', {
    hint: 'Write below it with `patch_note`, whose `target` names it; `create_note` makes a note of this whole name.',
  });
}

/** @param notes that have the name as an alias */
export function aliasFailure(notes: readonly string[]): ToolFailure {
  return new ToolFailure('not_found', 'No note has this name, but it is an alias.', {
    candidates: notes,
    hint: 'Use one of the candidates, or create a note of this name with `create_note`.',
  });
}

/** Of a move that would change nothing. */
export function nothingToMove(): ToolFailure {
  return new ToolFailure('already_exists', 'It is at this path already, so there is nothing to move.', {
    hint: 'Give another folder or name as `newPath`.',
  });
}
