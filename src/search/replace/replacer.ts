import type { RE2JS } from 're2js';
import { ToolFailure } from '../../errors';
import { FoldedText } from '../../markdown/edits/exact/exact-edit';
import { detectNewline, withNewline } from '../../markdown/text/lines';
import type { Splice } from '../../markdown/text/splices';
import { compilePattern } from '../match/compiled-pattern';
import { CharacterKinds } from '../text/character-kinds';
import { continuesCluster } from '../text/folded-text';
import { countBefore, itemAt } from '../../utils/collections';
import { rest, sliced, type SliceTurn } from '../../utils/slicing/time-slicer';
import { beyondAscii } from '../../utils/text/folding';
import { occurrencesInTurns } from '../../utils/text/text-search';

export interface Replacing {
  /** A text, or with `isRegex` a pattern for single lines. */
  readonly find: string;
  readonly replace: string;
  readonly isRegex: boolean;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
}

/** Finds the places to replace in a text, with their replacements. */
export interface Replacer {
  /** In the order of the text, without overlaps. @throws ToolFailure `too_large` for a line that is too long for the pattern */
  splices(text: string, turn: SliceTurn): Promise<readonly Splice[]>;
}

const maxFindLength = 10_000;
/** Limit for one text; each place takes memory until the new text is made. */
const maxPlaces = 200_000;
/** Limit for one line: its characters times the size of the pattern's program, 20 ms at most. */
const maxLineWork = 400_000;
/** The same for lines between two pauses. */
const stepWork = 20_000;
/** The fixed cost of a line, in characters: a note can have millions of empty lines. */
const lineCost = 16;

/** @throws ToolFailure `invalid_argument`, `invalid_query` */
export function replacerOf(replacing: Replacing): Replacer {
  const { find, isRegex } = replacing;
  if (find === '') throw new ToolFailure('invalid_argument', '`find` is empty.');
  if (find.length > maxFindLength)
    throw new ToolFailure('invalid_argument', `\`find\` is longer than ${maxFindLength} characters.`);
  return isRegex ? new PatternReplacer(replacing) : new TextReplacer(replacing);
}

/**
 * A line break in the searched text matches LF and CRLF, and a letter either Unicode form; the new text gets the line
 * endings of the note.
 */
class TextReplacer implements Replacer {
  private readonly kinds = new CharacterKinds();

  constructor(private readonly replacing: Replacing) {}

  async splices(text: string, turn: SliceTurn): Promise<readonly Splice[]> {
    const { find, replace, caseSensitive, wholeWord } = this.replacing;
    const folded = await FoldedText.inTurns(text, turn);
    const composed = await ComposedText.of(folded.text, turn, caseSensitive ? undefined : lowered);
    const wanted = withNewline(find, '\n').normalize('NFC');
    const needle = caseSensitive ? wanted : lowered(wanted);
    const search = { mayOverlap: false, limit: maxPlaces };
    const { offsets, count } = await occurrencesInTurns(composed.text, needle, search, turn);
    if (count > maxPlaces) throw tooMany();
    const given = withNewline(replace, detectNewline(text));
    const splices: Splice[] = [];
    for (const offset of offsets) {
      const from = folded.sourceOffset(composed.sourceOffset(offset));
      const to = folded.sourceOffset(composed.sourceOffset(offset + wanted.length));
      if (!wholeWord || isWhole(this.kinds, text, from, to)) splices.push({ from, to, text: given });
      if (turn.due()) await turn.pause();
    }
    return splices;
  }
}

/** Each line is searched separately, without its line break and in Unicode form C. */
class PatternReplacer implements Replacer {
  private readonly kinds = new CharacterKinds();
  private readonly pattern: RE2JS;
  private readonly template: ReplacementTemplate;

  constructor(private readonly replacing: Replacing) {
    const { find, replace, caseSensitive } = replacing;
    this.pattern = compilePattern(find.normalize('NFC'), { caseSensitive }, 'find');
    const names = new Set(Object.keys(this.pattern.namedGroups()));
    this.template = new ReplacementTemplate(replace, { groups: this.pattern.groupCount(), names });
  }

  async splices(text: string, turn: SliceTurn): Promise<readonly Splice[]> {
    const { pattern } = this;
    const composed = await ComposedText.of(text, turn);
    const page = composed.text;
    const splices: Splice[] = [];
    let work = 0;
    for (let start = 0; start <= page.length;) {
      const feed = page.indexOf('\n', start);
      const end = feed === -1 ? page.length : feed;
      const line = page.slice(start, page[end - 1] === '\r' && end > start ? end - 1 : end);
      const cost = (line.length + lineCost) * pattern.programSize();
      work += cost;
      if (work > stepWork) {
        await rest(turn);
        work = cost;
      }
      if (line.length * pattern.programSize() > maxLineWork) throw tooLong();
      if (pattern.test(line)) this.addLine(splices, text, line, at => composed.sourceOffset(start + at));
      if (splices.length > maxPlaces) throw tooMany();
      start = end + 1;
    }
    return splices;
  }

  /** @param placeOf the place in the text of one in the line */
  private addLine(splices: Splice[], text: string, line: string, placeOf: (at: number) => number): void {
    const { wholeWord } = this.replacing;
    const matcher = this.pattern.matcher(line);
    while (matcher.find()) {
      const [from, to] = [placeOf(matcher.start()), placeOf(matcher.end())];
      // An empty match is not replaced.
      if (to === from || (wholeWord && !isWhole(this.kinds, text, from, to))) continue;
      splices.push({ from, to, text: this.template.fill(group => matcher.group(group) ?? '') });
    }
  }
}

function isWhole(kinds: CharacterKinds, text: string, from: number, to: number): boolean {
  return kinds.startsAt(text, from) && kinds.endsAt(text, to);
}

/** In lower case, with the same offsets. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  const units: string[] = [];
  for (const unit of text.split('')) {
    const one = unit.toLowerCase();
    units.push(one.length === 1 ? one : unit);
  }
  return units.join('');
}

function tooMany(): ToolFailure {
  return new ToolFailure('budget_exceeded', `A note has more than ${maxPlaces} matches.`);
}

function tooLong(): ToolFailure {
  return new ToolFailure('too_large', 'A line of the note is too long for the pattern.');
}

/** The groups of one match; 0 is all of it. */
type Groups = (group: number | string) => string;

type Part = { readonly text: string } | { readonly group: number | string };

/** What may follow a `$`. */
const placeholder = /\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/gu;

/** The replacement of a match: `$1` and `$<name>` are its groups, `$&` the whole match, `$$` a dollar sign. */
class ReplacementTemplate {
  private readonly parts: readonly Part[];

  /** @throws ToolFailure `invalid_query` for a group that the pattern does not have */
  constructor(template: string, pattern: { readonly groups: number; readonly names: ReadonlySet<string> }) {
    const parts: Part[] = [];
    let at = 0;
    for (const found of template.matchAll(placeholder)) {
      const [whole, dollar, all, digits, name] = found;
      parts.push({ text: template.slice(at, found.index) });
      at = found.index + whole.length;
      if (dollar !== undefined) parts.push({ text: '$' });
      else if (all !== undefined) parts.push({ group: 0 });
      else if (name !== undefined) parts.push({ group: requireName(name, pattern.names) });
      else parts.push(...numbered(digits ?? '', pattern.groups));
    }
    this.parts = [...parts, { text: template.slice(at) }];
  }

  fill(groups: Groups): string {
    return this.parts.map(part => ('text' in part ? part.text : groups(part.group))).join('');
  }
}

/** `$12` is group 12 if there is one, else group 1 and a 2. */
function numbered(digits: string, groups: number): Part[] {
  if (Number(digits) <= groups) return [{ group: Number(digits) }];
  const [first = '', second = ''] = digits;
  if (second !== '' && Number(first) <= groups) return [{ group: Number(first) }, { text: second }];
  throw new ToolFailure('invalid_query', '`replace` names a group that is not in the pattern.', {
    hint: 'Write `$$` for a dollar sign.',
  });
}

function requireName(name: string, names: ReadonlySet<string>): string {
  if (names.has(name)) return name;
  throw new ToolFailure('invalid_query', '`replace` names a group that is not in the pattern.', {
    candidates: [...names],
  });
}

/** A text in Unicode form C, so that `é` is found however it is written, with the way back to its own offsets. */
class ComposedText {
  private readonly parts: string[] = [];
  private length = 0;
  /** Offsets behind each character that became shorter or longer, in the composed text and in the source. */
  private readonly composed: number[] = [];
  private readonly source: number[] = [];
  text = '';

  /** @param changed what else is done to each part, without a change of its length @throws like `SliceTurn.pause` */
  static async of(
    source: string,
    turn: SliceTurn,
    changed = (part: string): string => part,
  ): Promise<ComposedText> {
    const composed = new ComposedText();
    let start = 0;
    for await (const part of sliced(wordPortions(source), turn)) {
      const made = composed.composedPart(part, start);
      composed.parts.push(changed(made));
      composed.length += made.length;
      start += part.length;
    }
    composed.text = composed.parts.join('');
    return composed;
  }

  /** @param start of the part in the source */
  private composedPart(part: string, start: number): string {
    if (!beyondAscii.test(part) || part.normalize('NFC') === part) return part;
    let made = '';
    for (let at = 0; at < part.length;) {
      let end = at + 1;
      while (end < part.length && continuesCluster(part.charCodeAt(end))) end += 1;
      const character = part.slice(at, end).normalize('NFC');
      made += character;
      if (character.length !== end - at) {
        this.composed.push(this.length + made.length);
        this.source.push(start + end);
      }
      at = end;
    }
    return made;
  }

  sourceOffset(offset: number): number {
    const { composed, source } = this;
    const passed = countBefore(composed.length, index => itemAt(composed, index) <= offset);
    return passed === 0 ? offset : itemAt(source, passed - 1) + offset - itemAt(composed, passed - 1);
  }
}
/** Units that are composed or lower-cased without a pause: a run of as many marks takes the engine 25 ms. */
const portion = 4_096;
/** A longer word, or run of marks, is divided. */
const maxWord = 1_000;

/** A text in parts that divide no word: what a letter becomes may depend on those beside it. */
function wordPortions(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + portion, text.length);
    const last = end + maxWord;
    while (end < text.length && end < last && !isBlankOrBreak(text.charCodeAt(end))) end += 1;
    while (end < text.length && end < last + maxWord && continuesCluster(text.charCodeAt(end))) end += 1;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

function isBlankOrBreak(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
