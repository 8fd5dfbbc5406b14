import { ToolFailure } from '../../../errors';
import { cutBetweenCharacters } from '../../text/excerpt';
import { detectNewline, type Newline } from '../../text/line-endings';
import { type Lines, linesInTurns } from '../../text/lines';
import { maxCandidates } from '../../targets/heading-target';
import { joinedInTurns } from '../../text/splices';
import { givenText, linesSplice } from '../sections/given-text';
import { nearestLines } from './nearest-lines';
import { occurrencesInTurns } from '../../../utils/text/text-search';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { EditPlaces } from './edit-places';
import { FoldedText } from './line-break-fold';
import { withoutLineNumbers } from './pasted-lines';

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
/** Each edit reads the note once: the limit for one call. */
const maxTextRead = 400_000_000;
/** Limit for all edits of one call; each place takes memory until the new text is made. */
const maxPlaces = 1_000_000;
/** UTF-16 units; a note may not have more bytes, and each unit takes at least one. */
const maxResult = 20 * 1024 * 1024;
const maxShownLine = 200;
/** Of the places of a text that is there often, these tell what kind of text it is in. */
const shownPlaces = 5;

/**
 * Applies edits that all refer to the text as it is. A line break in `oldText` matches LF and CRLF; the new text gets
 * the note's. Lines that are replaced keep the break behind them; without new text they go with it.
 *
 * @throws ToolFailure `invalid_argument` for edits that overlap or are none; `target_not_found` for text that is not
 * there, with the nearest lines and how they differ, and for lines beyond the last; `target_ambiguous` for text that
 * is there more than once, with its lines; `too_large`; `budget_exceeded`. Text of the note is in candidates only.
 */
export async function applyEdits(
  text: string,
  edits: readonly ExactEdit[],
  loop: SlicedLoop,
): Promise<string> {
  if (edits.length > maxEdits) {
    throw new ToolFailure('invalid_argument', `More than ${maxEdits} edits of one note.`);
  }
  if (edits.length * text.length > maxTextRead) {
    throw new ToolFailure('budget_exceeded', 'There are too many edits for a note of this size.', {
      hint: 'Make them in several calls.',
    });
  }
  const page = await Page.of(text, loop);
  await forEachInTurn(edits.entries(), loop, ([index, edit]) =>
    page.place(edit, edits.length === 1 ? 'The edit' : `Edit ${index + 1}`),
  );
  // Checked before the result is built: a long text may replace a short one very often.
  if (page.places.lengthOf(text) > maxResult)
    throw new ToolFailure('too_large', 'The note would be larger than 20 MB.');
  return joinedInTurns(text, page.places.inOrder(), loop);
}

/** The note that edits refer to. */
class Page {
  readonly places = new EditPlaces();
  private lines: Lines | undefined;

  private constructor(
    private readonly text: string,
    private readonly newline: Newline,
    private readonly folded: FoldedText,
    private readonly loop: SlicedLoop,
  ) {}

  static async of(text: string, loop: SlicedLoop): Promise<Page> {
    const folded = await FoldedText.inTurns(text, loop.slicer.slice(loop));
    return new Page(text, detectNewline(text), folded, loop);
  }

  /** Adds the places that an edit changes. */
  async place(edit: ExactEdit, name: string): Promise<void> {
    const newText = givenText(edit.newText, this.newline);
    const hasLines = edit.startLine !== undefined || edit.endLine !== undefined;
    if ((edit.oldText === undefined) !== hasLines) {
      throw new ToolFailure(
        'invalid_argument',
        `${name} needs either \`oldText\` or both \`startLine\` and \`endLine\`.`,
      );
    }
    if (edit.oldText === undefined) await this.placeLines(edit, newText, name);
    else await this.placeText(edit.oldText, edit.replaceAll === true, newText, name);
  }

  private async placeLines(
    { startLine, endLine, replaceAll }: ExactEdit,
    newText: string,
    name: string,
  ): Promise<void> {
    if (startLine === undefined || endLine === undefined || replaceAll === true) {
      throw new ToolFailure(
        'invalid_argument',
        `${name} needs both \`startLine\` and \`endLine\`, and takes no \`replaceAll\` with them.`,
      );
    }
    if (!Number.isInteger(startLine) || !Number.isInteger(endLine) || startLine < 1 || endLine < startLine) {
      throw new ToolFailure('invalid_argument', `${name} does not name a valid range of lines.`);
    }
    const lines = await this.lineTable();
    const { count } = lines;
    if (endLine > count) {
      throw new ToolFailure(
        'target_not_found',
        `${name} names line ${endLine}, but the note has ${count} ${count === 1 ? 'line' : 'lines'}.`,
        { hint: 'Read the note again. Lines are numbered from 1.' },
      );
    }
    const { text, newline } = this;
    const splice = linesSplice(text, lines.startOf(startLine), lines.endOf(endLine), newText, newline);
    this.places.addEdit(splice.text);
    this.places.add(splice.from, splice.to);
  }

  private async placeText(given: string, replaceAll: boolean, newText: string, name: string): Promise<void> {
    if (given === '')
      throw new ToolFailure('invalid_argument', `\`oldText\` of ${name.toLowerCase()} is empty.`);
    const wanted = givenText(given, '\n');
    const free = maxPlaces - this.places.count;
    const found = await occurrencesInTurns(
      this.folded.text,
      wanted,
      { mayOverlap: !replaceAll, limit: replaceAll ? free : maxCandidates },
      this.loop.slicer.slice(this.loop),
    );
    if (found.count === 0) {
      const pasted = withoutLineNumbers(wanted, givenText(newText, '\n'));
      const isThere = pasted !== undefined && (await this.isOnce(pasted.oldText, pasted.line));
      if (!isThere) throw await this.missing(wanted, name);
      return this.placeText(pasted.oldText, false, givenText(pasted.newText, this.newline), name);
    }
    if (found.count > 1 && !replaceAll) throw await this.ambiguous(found.offsets, found.count, name);
    if (found.count > free)
      throw new ToolFailure('budget_exceeded', `More than ${maxPlaces} places would be replaced.`, {
        hint: 'Give longer texts, or replace fewer of them in one call.',
      });
    this.places.addEdit(newText);
    for (const offset of found.offsets) {
      this.places.add(this.folded.sourceOffset(offset), this.folded.sourceOffset(offset + wanted.length));
    }
  }

  /** Whether a text is in the note exactly once, and begins in this line. */
  private async isOnce(wanted: string, line: number | undefined): Promise<boolean> {
    const options = { mayOverlap: true, limit: 2 };
    const turn = this.loop.slicer.slice(this.loop);
    const { count, offsets } = await occurrencesInTurns(this.folded.text, wanted, options, turn);
    const at = this.folded.sourceOffset(offsets[0] ?? 0);
    return count === 1 && (line === undefined || (await this.lineTable()).lineAt(at) === line);
  }

  /** Needed only for an edit by lines, or for an error. */
  private async lineTable(): Promise<Lines> {
    return (this.lines ??= await linesInTurns(this.text, this.loop));
  }

  private async missing(wanted: string, name: string): Promise<ToolFailure> {
    const candidates = await nearestLines(this.folded.text, wanted, this.loop);
    return new ToolFailure('target_not_found', `\`oldText\` of ${name.toLowerCase()} is not in the note.`, {
      hint: 'Copy the text exactly from a fresh read, without line numbers; nothing was changed.',
      ...(candidates.length > 0 ? { candidates } : {}),
    });
  }

  private async ambiguous(offsets: readonly number[], count: number, name: string): Promise<ToolFailure> {
    const lines = await this.lineTable();
    const candidates = offsets.slice(0, shownPlaces).map(offset => {
      const line = lines.lineAt(this.folded.sourceOffset(offset));
      return `line ${line}: ${cutBetweenCharacters(lines.textOf(line), maxShownLine)}`;
    });
    return new ToolFailure(
      'target_ambiguous',
      `\`oldText\` of ${name.toLowerCase()} is in the note ${count} times.`,
      { hint: 'Add text around it until it is there once, or pass `replaceAll`.', candidates },
    );
  }
}
