/** Finds the places to replace in a text, and their replacements. */

import { ToolFailure } from '../../../errors';
import { FoldedText } from '../../../markdown/edits/exact/exact-edit';
import { detectNewline, withNewline } from '../../../markdown/text/lines';
import type { Splice } from '../../../markdown/text/splices';
import { rest, type SliceTurn } from '../../../utils/slicing/time-slicer';
import { occurrencesInTurns } from '../../../utils/text/text-search';
import { compilePattern } from '../../../search/match/compiled-pattern';
import { type FoldMap, type Span, TextFolder } from '../../../search/text/folded-text';
import { CharacterKinds } from '../../../search/text/words';

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

/** Folds to Unicode form C, so that `é` is found however it is written, and to lower case if case does not count. */
function folderFor(caseSensitive: boolean): TextFolder {
  const lowered = (text: string): string => text.toLowerCase().replaceAll('ς', () => 'σ');
  const change = caseSensitive ? (text: string): string => text : lowered;
  return new TextFolder({ plain: change, cluster: text => change(text.normalize('NFC')), placesMarks: true });
}

/** Maps a place in the folded text to the original; undefined if it splits a character. */
function originalOf(map: FoldMap, from: number, to: number): Span | undefined {
  const place = map.originalSpan(from, to);
  const [start, end] = map.foldedSpan(...place);
  return start === from && end === to ? place : undefined;
}

/** A line break in the searched text matches LF and CRLF; the new text gets the line endings of the note. */
class TextReplacer implements Replacer {
  private readonly kinds = new CharacterKinds();
  private readonly folder: TextFolder;

  constructor(private readonly replacing: Replacing) {
    this.folder = folderFor(replacing.caseSensitive);
  }

  async splices(text: string, turn: SliceTurn): Promise<readonly Splice[]> {
    const { find, replace, wholeWord } = this.replacing;
    const lines = await FoldedText.inTurns(text, turn);
    const { folded, map } = await this.folder.foldLong(lines.text, turn);
    const wanted = this.folder.fold(withNewline(find, '\n')).folded;
    const search = { mayOverlap: false, limit: maxPlaces };
    const { offsets, count } = await occurrencesInTurns(folded, wanted, search, turn);
    if (count > maxPlaces) throw tooMany();
    const given = withNewline(replace, detectNewline(text));
    const splices: Splice[] = [];
    for (const offset of offsets) {
      if (turn.due()) await turn.pause();
      const place = originalOf(map, offset, offset + wanted.length);
      if (place === undefined) continue;
      const from = lines.sourceOffset(place[0]);
      const to = lines.sourceOffset(place[1]);
      if (!wholeWord || isWhole(this.kinds, text, from, to)) splices.push({ from, to, text: given });
    }
    return splices;
  }
}

/** Each line is searched separately, without its line break. */
class PatternReplacer implements Replacer {
  private readonly kinds = new CharacterKinds();
  private readonly folder = folderFor(true);
  private readonly pattern: ReturnType<typeof compilePattern>;
  private readonly template: ReplacementTemplate;

  constructor(private readonly replacing: Replacing) {
    const { find, replace, caseSensitive } = replacing;
    this.pattern = compilePattern(find.normalize('NFC'), { caseSensitive }, 'find');
    const names = new Set(Object.keys(this.pattern.namedGroups()));
    this.template = new ReplacementTemplate(replace, { groups: this.pattern.groupCount(), names });
  }

  async splices(text: string, turn: SliceTurn): Promise<readonly Splice[]> {
    const { pattern } = this;
    const { folded: page, map } = await this.folder.foldLong(text, turn);
    const splices: Splice[] = [];
    let work = 0;
    // A byte order mark is no part of the first line.
    for (let start = page.startsWith('\uFEFF') ? 1 : 0; start <= page.length;) {
      const feed = page.indexOf('\n', start);
      const end = feed === -1 ? page.length : feed;
      const line = page.slice(start, page[end - 1] === '\r' && end > start ? end - 1 : end);
      const cost = (line.length + lineCost) * pattern.programSize();
      work += cost;
      if (work > stepWork) {
        await rest(turn);
        work = cost;
      }
      if (line.length * pattern.programSize() > maxLineWork)
        throw new ToolFailure('too_large', 'A line of the note is too long for the pattern.');
      if (pattern.test(line))
        this.addLine(splices, text, line, (from, to) => originalOf(map, start + from, start + to));
      if (splices.length > maxPlaces) throw tooMany();
      start = end + 1;
    }
    return splices;
  }

  /** @param placeOf maps a place in the line to the text */
  private addLine(
    splices: Splice[],
    text: string,
    line: string,
    placeOf: (from: number, to: number) => Span | undefined,
  ): void {
    const { wholeWord } = this.replacing;
    const matcher = this.pattern.matcher(line);
    while (matcher.find()) {
      // An empty match is not replaced.
      if (matcher.start() === matcher.end()) continue;
      const [from, to] = placeOf(matcher.start(), matcher.end()) ?? [0, 0];
      if (from === to || (wholeWord && !isWhole(this.kinds, text, from, to))) continue;
      const fresh = this.template.fill(group => {
        const found = matcher.group(group) ?? '';
        const place = found === '' ? undefined : placeOf(matcher.start(group), matcher.end(group));
        return place === undefined ? found : text.slice(...place);
      });
      splices.push({ from, to, text: fresh });
    }
  }
}

function isWhole(kinds: CharacterKinds, text: string, from: number, to: number): boolean {
  return kinds.startsAt(text, from) && kinds.endsAt(text, to);
}

function tooMany(): ToolFailure {
  return new ToolFailure('budget_exceeded', `A note has more than ${maxPlaces} matches.`);
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
