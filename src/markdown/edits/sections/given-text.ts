import { ToolFailure } from '../../../errors';
import { sorting } from '../../../utils/slicing/sorting';
import type { Steps } from '../../../utils/slicing/steps';
import { afterByteOrderMark } from '../../frontmatter/frontmatter';
import type { Splice } from '../../frontmatter-edit/source';
import { withNewline, type Newline } from '../../text/line-endings';

export type { Splice } from '../../frontmatter-edit/source';

/** A note's text after an edit, and what was done to the text before: offsets are those of the old text. */
export interface EditedText {
  readonly text: string;
  readonly splices: readonly Splice[];
}

/** Splices that are applied without a pause. */
const portion = 1024;

/** Applies splices that do not overlap; those at one place in the order given. */
export function* edited(text: string, splices: readonly Splice[]): Steps<EditedText> {
  const ordered = yield* inOrder(splices);
  const parts: string[] = [];
  let pending: string[] = [];
  let at = 0;
  for (const { from, to, text: insert } of ordered) {
    pending.push(text.slice(at, from), insert);
    at = to;
    if (pending.length < portion) continue;
    parts.push(pending.join(''));
    pending = [];
    yield;
  }
  // Joined and not added up: text that is added up is copied later, all at once, by whoever looks at it first.
  parts.push(...pending, text.slice(at));
  return { text: parts.join(''), splices };
}

/** Most edits bring their splices in order, and there may be a million. */
function* inOrder(splices: readonly Splice[]): Steps<readonly Splice[]> {
  let before = 0;
  for (const [index, { from }] of splices.entries()) {
    if (from < before) return yield* sorting(splices, (one, other) => one.from - other.from);
    before = from;
    if (index % portion === 0) yield;
  }
  return splices;
}

/** A caller's text with the line breaks of the note. @throws ToolFailure `invalid_argument` for half a character */
export function* givenText(given: string, newline: Newline): Steps<string> {
  if (!given.isWellFormed()) {
    throw new ToolFailure(
      'invalid_argument',
      'The text holds half of a surrogate pair, which no file can hold.',
    );
  }
  return yield* withNewline(given, newline);
}

/**
 * Puts lines in the place of `from` to `to`, which both stand at line starts or at the end of the text: what is
 * put in is parted from what stands before and behind by a line break, and a note that ended in one still does.
 */
export function linesSplice(text: string, from: number, to: number, lines: string, newline: Newline): Splice {
  if (lines === '') return { from, to, text: '' };
  const opensLine = from <= afterByteOrderMark(text) || text[from - 1] === '\n';
  const needsBreak = !lines.endsWith('\n') && (to < text.length || text.endsWith('\n'));
  return { from, to, text: (opensLine ? '' : newline) + lines + (needsBreak ? newline : '') };
}
