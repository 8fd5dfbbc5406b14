/** Edits of a note that name its text or its lines exactly. */
import { ToolFailure } from '../../../errors';
import { nearestLines } from './nearest-lines';
import { exactText, givenText, linesSplice } from '../sections/given-text';
import { afterByteOrderMark } from '../../frontmatter/frontmatter';
import { cutBetweenCharacters } from '../../text/excerpt';
import { detectNewline, type Newline, withNewline, type Lines, linesInTurns } from '../../text/lines';
import { joinedInTurns, type Splice } from '../../text/splices';
import { counted, numbered, linePrefix, withoutReadNumbers } from '../../../utils/text/pieces';
import { countBefore, itemAt } from '../../../utils/collections';
import { forEachInTurn, rest, type SlicedLoop, type SliceTurn } from '../../../utils/slicing/time-slicer';
import { portionsOf } from '../../../utils/bytes';
import { type Found, occurrencesInTurns } from '../../../utils/text/text-search';

/** Either `oldText` or both lines, 1-based and inclusive. */
export interface ExactEdit {
  readonly oldText?: string | undefined;
  readonly newText: string;
  /** Replaces every place that does not overlap an earlier one; otherwise the text must occur exactly once. */
  readonly replaceAll?: boolean | undefined;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

const maxEdits = 1_000;
/** Each edit reads the note once: the limit for one call. */
const maxTextRead = 400_000_000;
/** Limit for all edits of one call; each place takes memory until the new text is made. */
const maxPlaces = 1_000_000;
/** UTF-16 units; a note may not have more bytes, and each unit takes at least one. */
const maxResult = 20 * 1024 * 1024;
const maxShownLine = 200;
/** How many places of a text that occurs often are examined. */
const placesOfOften = 1_000;
/** How many of their lines an error shows. */
const shownLines = 5;

/**
 * Applies edits that all refer to the current text. A line break in `oldText` matches LF and CRLF; new text gets the
 * note's. Replaced lines keep the break after them; without new text, it is removed with them.
 *
 * @throws ToolFailure `invalid_argument` for edits that overlap or are invalid; `target_not_found` for missing text,
 * with the nearest lines and how they differ, and for lines beyond the last; `target_ambiguous` for text that occurs
 * more than once, with its lines; `too_large`; `budget_exceeded`. Text of the note is only in candidates.
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
  const folded = await FoldedText.inTurns(text, loop.slicer.slice(loop));
  const note = new EditedNote(text, folded, loop);
  await forEachInTurn(edits.entries(), loop, ([index, edit]) =>
    note.place(edit, edits.length === 1 ? 'The edit' : `Edit ${index + 1}`),
  );
  // Checked before the result is built: a long text may replace a short one very often.
  if (note.places.lengthOf(text) > maxResult)
    throw new ToolFailure('too_large', 'The note would be larger than 20 MB.');
  return joinedInTurns(text, note.places.inOrder(), loop);
}

/** The note that edits refer to. */
class EditedNote {
  readonly places = new EditPlaces();
  private readonly newline: Newline;
  private lines: Lines | undefined;

  constructor(
    private readonly text: string,
    private readonly folded: FoldedText,
    private readonly loop: SlicedLoop,
  ) {
    this.newline = detectNewline(text);
  }

  async place(edit: ExactEdit, name: string): Promise<void> {
    const newText = exactText(edit.newText, this.newline);
    const hasLines = edit.startLine !== undefined || edit.endLine !== undefined;
    if ((edit.oldText === undefined) !== hasLines) {
      const message = `${name} needs either \`oldText\`, which may not be empty, or both \`startLine\` and \`endLine\`.`;
      throw new ToolFailure('invalid_argument', message);
    }
    if (edit.oldText === undefined) await this.placeLines(edit, newText, name);
    else await this.placeText(edit.oldText, edit.replaceAll === true, newText, name);
  }

  private async placeLines(
    { startLine, endLine, replaceAll }: ExactEdit,
    newText: string,
    name: string,
  ): Promise<void> {
    if (startLine === undefined || endLine === undefined) {
      const message = `${name} needs both \`startLine\` and \`endLine\`: for one line, the same number twice.`;
      throw new ToolFailure('invalid_argument', message);
    }
    if (replaceAll === true)
      throw new ToolFailure('invalid_argument', `${name} cannot have \`replaceAll\` with lines.`);
    if (!Number.isInteger(startLine) || !Number.isInteger(endLine) || startLine < 1 || endLine < startLine) {
      throw new ToolFailure('invalid_argument', `${name} does not name a valid range of lines.`);
    }
    const lines = await this.lineTable();
    const { count } = lines;
    if (endLine > count) {
      const message = `${name} names line ${endLine}, but the note has ${counted(count, 'line')}.`;
      throw new ToolFailure('target_not_found', message, {
        hint: 'Read the note again. Lines are numbered from 1.',
      });
    }
    const { text, newline } = this;
    const from = startLine === 1 ? afterByteOrderMark(text) : lines.startOf(startLine);
    const own = givenText(withoutReadNumbers(newText, startLine), newline);
    const splice = linesSplice(text, from, lines.endOf(endLine), own, newline);
    this.places.addEdit(splice.text);
    this.places.add(splice.from, splice.to);
  }

  private async placeText(given: string, replaceAll: boolean, newText: string, name: string): Promise<void> {
    if (given === '')
      throw new ToolFailure('invalid_argument', `\`oldText\` of ${name.toLowerCase()} is empty.`);
    const wanted = exactText(given, '\n');
    const free = maxPlaces - this.places.count;
    const found = await occurrencesInTurns(
      this.folded.text,
      wanted,
      { mayOverlap: !replaceAll, limit: replaceAll ? free : placesOfOften },
      this.loop.slicer.slice(this.loop),
    );
    if (found.count === 0) {
      for (const form of ['NFC', 'NFD'] as const) {
        const spelled = wanted.normalize(form);
        if (spelled !== wanted && (await this.firstPlaces(spelled)).count > 0)
          return this.placeText(spelled, replaceAll, newText, name);
      }
      const pasted = withoutLineNumbers(wanted, exactText(newText, '\n'));
      const isThere = pasted !== undefined && (await this.isOnce(pasted.oldText, pasted.line));
      if (!isThere) throw await this.missing(wanted, name);
      return this.placeText(pasted.oldText, false, exactText(pasted.newText, this.newline), name);
    }
    if (found.count > 1 && !replaceAll) throw await this.ambiguous(found.offsets, found.count, name);
    if (found.count > free)
      throw new ToolFailure('budget_exceeded', `More than ${maxPlaces} places would be replaced.`, {
        hint: 'Give longer texts, or replace fewer places in one call.',
      });
    this.places.addEdit(withoutReadNumbers(newText));
    for (const offset of found.offsets) {
      this.places.add(this.folded.sourceOffset(offset), this.folded.sourceOffset(offset + wanted.length));
    }
  }

  /** Whether a text occurs in the note exactly once, and begins in this line. */
  private async isOnce(wanted: string, line: number | undefined): Promise<boolean> {
    const { count, offsets } = await this.firstPlaces(wanted);
    const at = this.folded.sourceOffset(offsets[0] ?? 0);
    return count === 1 && (line === undefined || (await this.lineTable()).lineAt(at) === line);
  }

  private firstPlaces(wanted: string): Promise<Found> {
    const options = { mayOverlap: true, limit: 2 };
    return occurrencesInTurns(this.folded.text, wanted, options, this.loop.slicer.slice(this.loop));
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
    const places = new Set(offsets.map(offset => lines.lineAt(this.folded.sourceOffset(offset))));
    const shown = (line: number): string => cutBetweenCharacters(lines.textOf(line), maxShownLine);
    const candidates = [...places].slice(0, shownLines).map(line => `line ${line}: ${shown(line)}`);
    return new ToolFailure(
      'target_ambiguous',
      `\`oldText\` of ${name.toLowerCase()} is in the note ${count} times.`,
      { hint: 'Add surrounding text until it occurs only once, or pass `replaceAll`.', candidates },
    );
  }
}

/**
 * The places that the edits of one call change. Stored in columns of numbers: collecting a million objects
 * blocks the thread for longer than any other step.
 */
class EditPlaces {
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  /** The edit of each place, from 0. */
  private readonly edit: number[] = [];
  private readonly texts: string[] = [];
  private growth = 0;

  get count(): number {
    return this.from.length;
  }

  /** Starts an edit; the places added next belong to it. */
  addEdit(text: string): void {
    this.texts.push(text);
  }

  add(from: number, to: number): void {
    this.from.push(from);
    this.to.push(to);
    this.edit.push(this.texts.length - 1);
    this.growth += this.text(this.texts.length - 1).length - (to - from);
  }

  /** The length of a text after the edits, in UTF-16 units. */
  lengthOf(text: string): number {
    return text.length + this.growth;
  }

  /** The splices in the order of the text, each created on demand. @throws ToolFailure for edits that overlap */
  inOrder(): Iterable<Splice> {
    // The places of one edit are in order.
    if (this.texts.length === 1) return this.splices(this.from.keys());
    const start = (at: number): number => itemAt(this.from, at);
    return this.splices([...this.from.keys()].sort((one, other) => start(one) - start(other)));
  }

  private *splices(order: Iterable<number>): Generator<Splice, void, void> {
    let before: number | undefined;
    for (const index of order) {
      const from = itemAt(this.from, index);
      if (before !== undefined && itemAt(this.to, before) > from)
        throw overlapping(itemAt(this.edit, before), itemAt(this.edit, index));
      yield { from, to: itemAt(this.to, index), text: this.text(itemAt(this.edit, index)) };
      before = index;
    }
  }

  private text(edit: number): string {
    return itemAt(this.texts, edit);
  }
}

/** @param one @param other edits, from 0 */
function overlapping(one: number, other: number): ToolFailure {
  const first = Math.min(one, other) + 1;
  const second = Math.max(one, other) + 1;
  return new ToolFailure('invalid_argument', `Edits ${first} and ${second} overlap.`, {
    hint: 'Combine them into one edit: every edit refers to the note as it was.',
  });
}

/** A note with LF breaks only, so that `\n` finds both kinds, and the way back to the note's own offsets. */
export class FoldedText {
  private constructor(
    readonly text: string,
    /** For each removed CR, the offset of its LF in this text. */
    private readonly breaks: Int32Array,
  ) {}

  /** @throws like `SliceTurn.pause` */
  static async inTurns(source: string, turn: SliceTurn): Promise<FoldedText> {
    if (!source.includes('\r\n')) return new FoldedText(source, new Int32Array());
    const parts: string[] = [];
    for (const part of portionsOf(source)) {
      parts.push(withNewline(part, '\n'));
      await rest(turn);
    }
    const text = parts.join('');
    const breaks = new Int32Array(source.length - text.length);
    for (let count = 0, at = source.indexOf('\r\n'); count < breaks.length; count += 1) {
      breaks[count] = at - count;
      at = source.indexOf('\r\n', at + 2);
      if (turn.due()) await turn.pause();
    }
    return new FoldedText(text, breaks);
  }

  /** The offset in the note of an offset in this text: a line break begins with its CR. */
  sourceOffset(offset: number): number {
    return offset + countBefore(this.breaks.length, index => itemAt(this.breaks, index) < offset);
  }
}

/**
 * Both texts of an edit without line numbers; undefined unless every line of the old text has one, and every line or
 * none of the new text. `line` is where the old text must begin; undefined if anywhere.
 */
function withoutLineNumbers(
  oldText: string,
  newText: string,
): { readonly oldText: string; readonly newText: string; readonly line: number | undefined } | undefined {
  const old = numbered(oldText);
  if (old === undefined || old.text === '') return undefined;
  const now = numbered(newText);
  // Not only lines of a read begin with a number and a colon.
  const line = old.mark === '→' ? undefined : old.first;
  if (now?.first === old.first && now.mark === old.mark)
    return { oldText: old.text, newText: now.text, line };
  const hasSome = newText.split('\n').some(line => linePrefix.exec(line)?.[2] === old.mark);
  return hasSome ? undefined : { oldText: old.text, newText, line };
}
