import { ToolFailure } from '../../errors';
import { cutBetweenCharacters } from '../excerpt';
import { detectNewline, type Newline } from '../line-endings';
import { Lines } from '../lines';
import { maxCandidates } from '../targets/heading-target';
import { edited, givenText, linesSplice, type EditedText, type Splice } from './given-text';
import { nearestLines } from './nearest-lines';
import { occurrences } from '../../utils/text-search';
import { FoldedText } from './line-break-fold';

/** Either `oldText` or both lines, 1-based and inclusive. */
export interface ExactEdit {
  readonly oldText?: string | undefined;
  readonly newText: string;
  /** Every place that does not overlap one before; otherwise the text must be there exactly once. */
  readonly replaceAll?: boolean | undefined;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

export const maxEdits = 1_000;
/** Each edit reads the note once: the most text that one call reads. */
const maxTextRead = 400_000_000;
/** Of all edits of one call together; each takes memory until the new text is made. */
const maxPlaces = 1_000_000;
/** UTF-16 units; no note may have more bytes than that, and each unit takes one at least. */
const maxResult = 20 * 1024 * 1024;
const maxShownLine = 200;

/**
 * Applies edits that all refer to the text as it is. A line break in `oldText` matches LF and CRLF; the new text gets
 * the note's. Lines that are replaced keep the break behind them; without new text they go with it.
 *
 * @throws ToolFailure `invalid_argument` for edits that overlap or are none; `target_not_found` for text that is not
 * there, with the nearest lines and how they differ, and for lines beyond the last; `target_ambiguous` for text that
 * is there more than once, with its lines; `too_large`; `budget_exceeded`. Text of the note stands in candidates only.
 */
export function applyEdits(text: string, edits: readonly ExactEdit[]): EditedText {
  if (edits.length > maxEdits) {
    throw new ToolFailure('invalid_argument', `More than ${maxEdits} edits of one note.`);
  }
  if (edits.length * text.length > maxTextRead) {
    throw new ToolFailure('budget_exceeded', 'There are too many edits for a note of this size.', {
      hint: 'Make them in several calls.',
    });
  }
  const page = new Page(text, maxPlaces);
  const placed = edits.flatMap((edit, index) =>
    page
      .splicesOf(edit, edits.length === 1 ? 'The edit' : `Edit ${index + 1}`)
      .map(splice => ({ splice, index })),
  );
  refuseGrowth(text.length, placed);
  placed.sort((one, other) => one.splice.from - other.splice.from);
  placed.forEach(({ splice, index }, at) => {
    const before = placed[at - 1];
    if (!before || before.splice.to <= splice.from) return;
    throw new ToolFailure(
      'invalid_argument',
      `Edits ${Math.min(index, before.index) + 1} and ${Math.max(index, before.index) + 1} overlap.`,
      { hint: 'Make one edit of both: all refer to the note as it was.' },
    );
  });
  return edited(
    text,
    placed.map(({ splice }) => splice),
  );
}

/** Before anything is built: a short text may have a long one put in its place very often. */
function refuseGrowth(length: number, placed: readonly { readonly splice: Splice }[]): void {
  const grown = placed.reduce(
    (sum, { splice: { from, to, text } }) => sum + text.length - (to - from),
    length,
  );
  if (grown > maxResult) throw new ToolFailure('too_large', 'The note would be larger than 20 MB.');
}

/** The note that edits refer to. */
class Page {
  private readonly newline: Newline;
  private readonly folded: FoldedText;
  private readonly lines: Lines;

  constructor(
    private readonly text: string,
    /** How many places may still be changed. */
    private places: number,
  ) {
    this.newline = detectNewline(text);
    this.folded = new FoldedText(text);
    this.lines = new Lines(text);
  }

  splicesOf(edit: ExactEdit, name: string): Splice[] {
    const newText = givenText(edit.newText, this.newline);
    const hasLines = edit.startLine !== undefined || edit.endLine !== undefined;
    if ((edit.oldText === undefined) !== hasLines) {
      throw new ToolFailure(
        'invalid_argument',
        `${name} needs either \`oldText\` or both \`startLine\` and \`endLine\`.`,
      );
    }
    return edit.oldText === undefined
      ? [this.linesSplice(edit, newText, name)]
      : this.textSplices(edit.oldText, edit.replaceAll === true, newText, name);
  }

  private linesSplice({ startLine, endLine, replaceAll }: ExactEdit, newText: string, name: string): Splice {
    if (startLine === undefined || endLine === undefined || replaceAll === true) {
      throw new ToolFailure(
        'invalid_argument',
        `${name} needs both \`startLine\` and \`endLine\`, and takes no \`replaceAll\` with them.`,
      );
    }
    if (!Number.isInteger(startLine) || !Number.isInteger(endLine) || startLine < 1 || endLine < startLine) {
      throw new ToolFailure('invalid_argument', `The lines of ${name.toLowerCase()} are no range of lines.`);
    }
    const { count } = this.lines;
    if (endLine > count) {
      throw new ToolFailure(
        'target_not_found',
        `${name} names line ${endLine}, but the note has ${count} ${count === 1 ? 'line' : 'lines'}.`,
        { hint: 'Read the note again: lines count from 1.' },
      );
    }
    const { text, newline } = this;
    return linesSplice(text, this.lines.startOf(startLine), this.lines.endOf(endLine), newText, newline);
  }

  private textSplices(given: string, replaceAll: boolean, newText: string, name: string): Splice[] {
    if (given === '')
      throw new ToolFailure('invalid_argument', `\`oldText\` of ${name.toLowerCase()} is empty.`);
    const wanted = givenText(given, '\n');
    const found = occurrences(
      this.folded.text,
      wanted,
      !replaceAll,
      replaceAll ? this.places : maxCandidates,
    );
    if (found.count === 0) throw this.missing(wanted, name);
    if (found.count > 1 && !replaceAll) throw this.ambiguous(found.offsets, found.count, name);
    if (found.count > this.places)
      throw new ToolFailure('budget_exceeded', `More than ${maxPlaces} places would be replaced.`, {
        hint: 'Give longer texts, or replace fewer of them in one call.',
      });
    this.places -= found.count;
    return found.offsets.map(offset => ({
      from: this.folded.sourceOffset(offset),
      to: this.folded.sourceOffset(offset + wanted.length),
      text: newText,
    }));
  }

  private missing(wanted: string, name: string): ToolFailure {
    const candidates = nearestLines(this.folded.text, wanted);
    return new ToolFailure('target_not_found', `\`oldText\` of ${name.toLowerCase()} is not in the note.`, {
      hint: 'Copy the text exactly from a fresh read, without line numbers; nothing was changed.',
      ...(candidates.length > 0 ? { candidates } : {}),
    });
  }

  private ambiguous(offsets: readonly number[], count: number, name: string): ToolFailure {
    const candidates = offsets.map(offset => {
      const line = this.lines.lineAt(this.folded.sourceOffset(offset));
      return `line ${line}: ${cutBetweenCharacters(this.lines.textOf(line), maxShownLine)}`;
    });
    return new ToolFailure(
      'target_ambiguous',
      `\`oldText\` of ${name.toLowerCase()} is in the note ${count} times.`,
      { hint: 'Add text around it until it is there once, or pass `replaceAll`.', candidates },
    );
  }
}
