/** Chooses and shows the places of a note that say most about the query. */

import { readFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { type NoteText, nameOf, type SearchText } from '../text/search-text';
import type { StoredNote, TextStore } from '../index/text-store';
import { type Likeness, type Matcher, originalSpan } from '../match/matcher';
import type { Span, TextFolder } from '../text/folded-text';
import type { Searched } from '../plan/compiled-query';
import type { Query } from '../query/query';
import { likeness, type RankedNote } from '../rank/formula';
import { cutSnippet, groupMatches, type MatchGroup } from './snippets';
import type { CharacterKinds } from '../text/words';
import type { Regions, Field } from '../text/note-outline';
import { itemAt } from '../../utils/collections';
import { TextNeedle } from '../../utils/text/text-search';
import type { SliceTurn } from '../../utils/slicing/time-slicer';

export type SnippetContext = 'line' | 'paragraph' | 'section';

export interface DescribeOptions {
  /** How much is shown around a match; its line by default. */
  readonly context?: SnippetContext | undefined;
  /** Most characters of a snippet; enough for what is shown by default. */
  readonly contextLength?: number | undefined;
  readonly matchesPerNote: number;
  /** Instead of the order in the note. */
  readonly bestFirst?: boolean | undefined;
  /** The title of a note from elsewhere; by default that of its frontmatter, or else its name. */
  readonly titleOf?: ((path: string) => string | undefined) | undefined;
}

interface MatchDetails {
  /** 1-based; 1 for a match in the file's name. */
  readonly line: number;
  readonly field: Field;
  /** The headings above, outermost first, joined with `::`. */
  readonly heading?: string;
  readonly text: string;
  readonly inCode?: true;
  /** In UTF-16 units of `text`. */
  readonly ranges: readonly Span[];
  /** Set if it has only other forms of the words, or only similar words. */
  readonly match?: 'form' | 'near';
}

export interface NoteDetails {
  readonly path: string;
  readonly title: string;
  readonly score: number;
  /** Epoch milliseconds. */
  readonly modified: number;
  readonly matches: readonly MatchDetails[];
  /** The exact number of matches of the note beyond those shown. */
  readonly moreMatches?: number;
}

/** Tags and properties that a query asks for in addition to words; tags with or without `#`. */
type AskedFacts = Query['facts']['ofSome'];

interface Found {
  readonly span: Span;
  readonly term: number;
  readonly like: Likeness;
}

interface FieldGroup extends MatchGroup {
  /** The weight of each of its terms, by the term's index. */
  readonly words: ReadonlyMap<number, number>;
  readonly field: Field;
  /** The same for the heading that it is below. */
  readonly above?: FieldGroup['words'];
  /** Undefined if one of the words occurs exactly as it was searched. */
  readonly match: 'form' | 'near' | undefined;
}

/** Limits for the matches among which snippets are chosen: for all terms, and per term. */
const [maxConsidered, minPerTerm, maxPerTerm] = [1000, 30, 500];
/** Longer frontmatter is not parsed, which may take too long for one step; properties are only found in this many characters. */
const maxHeaderLength = 4096;
/** Beyond this many characters only the first match of a term counts. */
const farEnough = 32_768;

/** Default length of a snippet in characters, and of all snippets of a page of larger ones. */
const defaultLengths: Readonly<Record<SnippetContext, number>> = { line: 100, paragraph: 800, section: 2400 };
const pageLength = 24_000;
const minLength = 200;

function lengthOf(context: SnippetContext, notes: number): number {
  const usual = defaultLengths[context];
  return context === 'line' ? usual : Math.min(usual, Math.max(minLength, Math.floor(pageLength / notes)));
}

/**
 * If a caller asks for at most this many snippets per note, a page has this many beyond the first of each note, for
 * the best notes: three for each of twenty notes would be ten kilobytes. Whoever asks for more wants to see all.
 */
const fewSnippets = 3;
const [pageSnippets, minSpare] = [26, 6];

/** What to show for some of the found notes, in the same order; leaves out deleted ones. */
export async function describedNotes(
  notes: readonly RankedNote[],
  searched: Searched & { readonly facts: AskedFacts },
  store: TextStore,
  options: DescribeOptions,
  turn: SliceTurn,
): Promise<NoteDetails[]> {
  const { matchesPerNote, context = 'line', contextLength = lengthOf(context, notes.length) } = options;
  const describer = new NoteDescriber(searched, { ...options, contextLength }, store.folder);
  const details: NoteDetails[] = [];
  let spare = matchesPerNote > fewSnippets ? Infinity : Math.max(minSpare, pageSnippets - notes.length);
  for (const ranked of notes) {
    const note = store.get(ranked.path);
    const text = note && (await store.textOf(note, turn));
    if (note === undefined || text === undefined) continue;
    const described = await describer.describe(note, text, ranked, Math.min(matchesPerNote, 1 + spare), turn);
    spare -= Math.max(0, described.matches.length - 1);
    details.push(described);
  }
  return details;
}

class NoteDescriber {
  readonly #terms: readonly { readonly word: string; readonly matcher: Matcher; readonly rarity: number }[];
  readonly #facts: AskedFacts;
  readonly #kinds: CharacterKinds;

  constructor(
    { query, help, rarities = [], facts }: Searched & { readonly facts: AskedFacts },
    private readonly options: DescribeOptions & { readonly contextLength: number },
    private readonly folder: TextFolder,
  ) {
    this.#terms = query.terms.map((term, index) => ({
      word: term.shown,
      matcher: term.matcher(help),
      rarity: rarities[index] ?? 1,
    }));
    this.#facts = facts;
    this.#kinds = query.rules.kinds;
  }

  async describe(
    note: StoredNote,
    text: NoteText,
    ranked: RankedNote,
    most: number,
    turn: SliceTurn,
  ): Promise<NoteDetails> {
    const { titleOf, bestFirst, context = 'line' } = this.options;
    const { path, score, missing = [] } = ranked;
    const inTitle = await this.#groups(note.title, missing, () => 'title', turn);
    const fieldAt = (place: number): Field => text.outline.fieldAt(text.foldedSpan(place, place)[0]);
    const parts = context === 'line' ? undefined : text.blocks[context === 'section' ? 'sections' : 'blocks'];
    const inText = belowHeadings(await this.#groups(text, missing, fieldAt, turn, parts), text);
    const told = inTitle.length + inText.length > 0 ? [] : this.#told(text, fieldAt, ranked).slice(0, most);
    const isNamed = new Set(inTitle.flatMap(({ words }) => [...words.keys()]));
    const chosen = new Set([...bestGroups([...inText, ...inTitle], most, isNamed), ...told]);
    const inOrder = [...inTitle, ...inText, ...told].filter(group => chosen.has(group));
    const matches = (bestFirst === true ? [...chosen] : inOrder).map(group =>
      inTitle.includes(group)
        ? this.#detailsOf(note.title.original, group)
        : this.#inText(text, group, parts),
    );
    const title = titleOf?.(path) ?? titleIn(text) ?? nameOf(path);
    const more = ranked.matches - matches.reduce((sum, { ranges }) => sum + ranges.length, 0);
    return { path, title, score, modified: note.modified, matches, ...(more > 0 && { moreMatches: more }) };
  }

  async #find(text: SearchText, missing: readonly string[], turn: SliceTurn): Promise<Found[]> {
    const found: Found[] = [];
    const most = Math.min(maxPerTerm, Math.max(minPerTerm, Math.floor(maxConsidered / this.#terms.length)));
    for (const [term, { word, matcher }] of this.#terms.entries()) {
      if (missing.includes(word) || !matcher.mayMatch(text)) continue;
      let count = 0;
      for (const match of matcher.matches(text)) {
        if (turn.due()) await turn.pause();
        if (match === undefined) continue;
        found.push({ span: originalSpan(text, match), term, like: match.like });
        count += 1;
        if (count === most || match.start > farEnough) break;
      }
    }
    return found.sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
  }

  /** @param parts that are shown together instead of lines */
  async #groups(
    text: SearchText,
    missing: readonly string[],
    fieldAt: (place: number) => Field,
    turn: SliceTurn,
    parts?: Regions,
  ): Promise<FieldGroup[]> {
    const found = await this.#find(text, missing, turn);
    const partAt = parts && ((place: number) => parts.before(text.foldedSpan(place, place)[0]));
    const groups = groupMatches(text.original, joined(found), this.options.contextLength, partAt);
    let next = 0;
    return groups.map(group => {
      const end = itemAt(group.spans, group.spans.length - 1)[1];
      const first = next;
      while ((found[next]?.span[0] ?? Infinity) < end || (next < found.length && next === first)) next += 1;
      const own = found.slice(first, next);
      const fields = group.spans.map(([start]) => fieldAt(start));
      // A part is shown with its heading.
      const field = (parts && fields.find(one => one === 'body')) ?? itemAt(fields, 0);
      return { ...group, field, words: this.#wordsOf(own), match: variantOf(own) };
    });
  }

  /** A word within another match, such as a part of a hyphenated word, adds nothing. */
  #wordsOf(found: readonly Found[]): ReadonlyMap<number, number> {
    const words = new Map<number, number>();
    let behind = 0;
    for (const { span, term, like } of found) {
      if (span[1] <= behind) continue;
      behind = span[1];
      const says = itemAt(this.#terms, term).rarity * likeness[like];
      words.set(term, Math.max(says, words.get(term) ?? 0));
    }
    return words;
  }

  /** The places that meet a query with only conditions, or the beginning of a note that is near in meaning. */
  #told(text: NoteText, fieldAt: (place: number) => Field, { missing }: RankedNote): FieldGroup[] {
    const places = missing ? beginningOf(text) : factPlaces(text, this.#facts, this.folder);
    const groups = groupMatches(text.original, places, this.options.contextLength);
    const rest = { words: new Map<number, number>(), match: undefined };
    return groups.map(group => ({ ...group, ...rest, field: fieldAt(itemAt(group.spans, 0)[0]) }));
  }

  #detailsOf(
    source: string,
    { line, field, match, ...group }: FieldGroup,
    place: { heading?: string; isCode?: boolean; within?: Span | undefined } = {},
  ): MatchDetails {
    const { heading = '', isCode = false, within } = place;
    const cut = { length: this.options.contextLength, kinds: this.#kinds, within };
    const { text, ranges } = cutSnippet(source, group.spans, cut);
    return {
      line,
      field,
      ...(heading === '' ? {} : { heading }),
      ...(match && { match }),
      ...(isCode ? { inCode: true } : {}),
      text,
      ranges: ranges.filter(([start, end]) => start < end || group.words.size > 0),
    };
  }

  #inText(text: NoteText, group: FieldGroup, parts: Regions | undefined): MatchDetails {
    const start = itemAt(group.spans, 0)[0];
    const [folded] = text.foldedSpan(start, start);
    const part = parts?.before(folded) ?? -1;
    const within = parts && part >= 0 ? text.originalSpan(parts.startOf(part), parts.endOf(part)) : undefined;
    const heading = text.outline
      .headingsAbove(folded)
      .map(({ textStart, end }) => text.original.slice(...text.originalSpan(textStart, end)))
      .filter(name => name !== '')
      .join('::');
    return this.#detailsOf(text.original, group, { heading, within, isCode: text.blocks.code.has(folded) });
  }
}

/** Adds the words of their heading to groups in the order of the text; a heading begins its section. */
function belowHeadings(groups: readonly FieldGroup[], text: NoteText): FieldGroup[] {
  let [section, above]: [number, FieldGroup['words']] = [-1, new Map()];
  return groups.map(group => {
    const [start] = itemAt(group.spans, 0);
    const own = text.blocks.sections.before(text.foldedSpan(start, start)[0]);
    if (own !== section) [section, above] = [own, group.field === 'heading' ? group.words : new Map()];
    return { ...group, above };
  });
}

function variantOf(found: readonly Found[]): FieldGroup['match'] {
  const likes = new Set(found.map(({ like }) => like));
  if (likes.has('exact') || likes.has('beginning')) return undefined;
  return likes.has('form') || likes.has('compound') ? 'form' : 'near';
}

function joined(found: readonly Found[]): Span[] {
  const spans: Span[] = [];
  for (const { span } of found) {
    const last = spans.at(-1);
    if (last === undefined || span[0] >= last[1]) spans.push(span);
    else if (span[1] > last[1]) spans[spans.length - 1] = [last[0], span[1]];
  }
  return spans;
}

function titleIn(text: NoteText): string | undefined {
  const { bodyStart } = text.outline;
  if (bodyStart === 0 || bodyStart > maxHeaderLength) return undefined;
  const [, end] = text.originalSpan(0, bodyStart);
  const title = readFrontmatter(text.original.slice(0, end))?.title;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

/** How much a match in a field says about the text, which is shown on its own. */
const shareOf = (field: Field): number => (field === 'body' ? 1 : field === 'heading' ? 0.8 : 0.5);
/** Weight of a word that an earlier line already shows, or the heading above. */
const repeated = 0.1;

/**
 * The groups that show the rarest words, each word once before any twice. Names and headings that only repeat words
 * come last; properties and tags are among a few lines only for words that the text lacks.
 * @param known terms that are seen anyway, as those in the note's name
 */
function bestGroups(groups: readonly FieldGroup[], most: number, known: ReadonlySet<number>): FieldGroup[] {
  const seen = new Set(known);
  const read = new Set(groups.filter(({ field }) => isText(field)).flatMap(({ words }) => [...words.keys()]));
  const isSaid = ({ field, words }: FieldGroup): boolean =>
    isAside(field) && [...words.keys()].every(term => known.has(term) || read.has(term));
  const hasText = groups.some(({ field }) => field === 'body');
  const left = new Set(most <= fewSnippets && hasText ? groups.filter(group => !isSaid(group)) : groups);
  const chosen: FieldGroup[] = [];
  while (chosen.length < most) {
    let [best, rating]: [FieldGroup | undefined, number] = [undefined, -1];
    for (const group of left) {
      const own = ratingOf(group, term => seen.has(term) || (!isText(group.field) && read.has(term)));
      if (own > rating) [best, rating] = [group, own];
    }
    if (best === undefined) break;
    chosen.push(best);
    left.delete(best);
    for (const term of best.words.keys()) seen.add(term);
  }
  return chosen;
}

const isText = (field: Field): boolean => field === 'body' || field === 'heading';
const isAside = (field: Field): boolean => field === 'tag' || field === 'frontmatter';

function ratingOf({ field, words, above = words }: FieldGroup, isSeen: (term: number) => boolean): number {
  const again = field === 'body' ? repeated : 0;
  let rating = 0;
  for (const [term, says] of words) rating += says * (isSeen(term) ? again : shareOf(field));
  for (const [term, says] of above) if (!words.has(term)) rating += says * again;
  return rating;
}

const ofTag = /[\p{L}\p{M}\p{N}_/-]/u;

/** Where a note's text begins, below headings if it has any other. */
function beginningOf(text: NoteText): Span[] {
  const [, start] = text.originalSpan(0, text.outline.bodyStart);
  const body = text.original.slice(start);
  const at = [/^(?!#{1,6}\s)\S/mu, /\S/u].map(line => body.search(line)).find(found => found >= 0);
  return at === undefined ? [] : [[start + at, start + at]];
}

/** The first place of each tag and property, in the original text and in its order. */
function factPlaces(text: NoteText, { tags, properties }: AskedFacts, folder: TextFolder): Span[] {
  const places = [
    ...tags.map(tag => tagPlace(text, folder.fold(tag.replace(/^#/u, () => '')).folded)),
    ...properties.map(name => propertyPlace(text, name)),
  ];
  return places.filter(place => place !== undefined).sort((a, b) => a[0] - b[0]);
}

function tagPlace(text: NoteText, tag: string): Span | undefined {
  const { folded } = text;
  if (tag === '') return undefined;
  const needle = new TextNeedle(tag);
  for (let at = needle.indexIn(folded); at >= 0; at = needle.indexIn(folded, at + tag.length))
    if (isTagAt(text, at, at + tag.length)) return text.originalSpan(at, at + tag.length);
  return undefined;
}

/** Whether a tag is there, or begins there with a part of its own. */
function isTagAt({ folded, outline }: NoteText, start: number, end: number): boolean {
  const [before, behind] = [folded.charAt(start - 1), folded.charAt(end)];
  if (behind !== '/' && ofTag.test(behind)) return false;
  const field = outline.fieldAt(start);
  if (start < outline.bodyStart) return field === 'tag' && !ofTag.test(before);
  return before === '#' && (field === 'tag' || field === 'heading');
}

function propertyPlace(text: NoteText, name: string): Span | undefined {
  const [, end] = text.originalSpan(0, text.outline.bodyStart);
  const header = text.original.slice(0, Math.min(end, maxHeaderLength));
  for (const { 1: key = '', index } of header.matchAll(/\n([^:\n]*):/gu)) {
    const bare = key.replace(/^(["'])(.*)\1$/u, (_, _quote, inner: string) => inner);
    if (bare.toLowerCase() === name.toLowerCase()) return [index + 1, index + 1 + key.length];
  }
  return undefined;
}
