/** What tools share that change one note, or several that a call names or selects. */
import { ToolFailure } from '../../errors';
import { counted } from '../../utils/text/pieces';
import { hintForArguments } from '../unknown-argument';
import { renderWrite, renderWrites, type WrittenMany, type WrittenOne } from './write-text';

export const confirmedByCount = hintForArguments(
  ['confirm'],
  'To change the notes in a preview, pass its `count` as `expectedCount`.',
);

/** The one note. @throws ToolFailure `invalid_argument` */
export function pathOf({ path }: { readonly path?: string | undefined }): string {
  if (path !== undefined) return path;
  throw new ToolFailure('invalid_argument', '`path` is required.', {
    hint: 'Name a note in `path` or several in `paths`, or select them by `tag` or `where`.',
  });
}

/** @throws ToolFailure `invalid_argument` for a version, which only one note has */
export function refuseVersion({ ifMatch }: { readonly ifMatch?: string | undefined }): void {
  if (ifMatch !== undefined)
    throw new ToolFailure('invalid_argument', '`ifMatch` is for a single note.', {
      hint: ['Leave it out, or use `edit_notes` with the version of each note.', 'Leave it out.'],
    });
}

type Both = WrittenOne & WrittenMany & { readonly count: number };
type OneOrMany = { readonly [Name in keyof Both]?: Both[Name] | undefined };

export function renderOneOrMany(
  answer: OneOrMany,
  { diffLines }: { readonly diffLines?: number | undefined } = {},
): string {
  if (isMany(answer)) {
    const { count = answer.filesChanged } = answer;
    const writes = renderWrites(answer, { diffLines });
    return count === answer.filesChanged ? writes : `${counted(count, 'note')}, ${writes}`;
  }
  return isOne(answer) ? renderWrite(answer) : '';
}

function isMany(answer: OneOrMany): answer is OneOrMany & WrittenMany {
  return answer.files !== undefined && answer.filesChanged !== undefined;
}

function isOne(answer: OneOrMany): answer is OneOrMany & WrittenOne {
  return answer.path !== undefined && answer.diff !== undefined;
}
