/** One search for all terms of a query: by the word index where it decides, else by the texts. */

import type { Corpus, MatchingWord, TermNotes } from '../index/corpus';
import type { WordCount } from '../index/word-index';
import type { NoteText, StoredNote } from '../index/stored-note';
import type { TextStore } from '../index/text-store';
import { holds, type Match, type Matcher } from '../match/matcher';
import type { CompiledQuery, Term, WordHelp } from '../plan/compiled-query';
import { fieldWeights, gainOf, likeness, rarityOf, textDivisor, weightOf } from './formula';
import type { NoteFilter } from './note-filter';
import type { SearchText } from '../text/search-text';
import { addTo, itemsOf } from '../../utils/collections';
import { itemAt } from '../../utils/item-at';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';

/** Milliseconds of work after which a slow search stops and reports where. */
const searchTime = 1000;

/** Notes after one path, up to another or as far as time allows, in the order of their paths. */
export interface SearchedPart {
  readonly from: string;
  readonly to?: string | undefined;
}

/** Where a search stopped. */
export interface Stopped {
  /** The last note that was searched. */
  readonly at: string;
  /** Number of notes after it. */
  readonly left: number;
}

interface RoundOptions {
  /** Set if an earlier search had to stop. */
  readonly part?: SearchedPart | undefined;
  /** Whether enough notes were read: the rest is left out. */
  readonly isEnough?: (() => boolean) | undefined;
  /** Whether a note may lack some of the words. */
  readonly isPartial: boolean;
}

/** What a round found. */
export interface Round {
  readonly query: CompiledQuery;
  readonly help: WordHelp;
  readonly scores: Scores;
  /** For each term whether a searched note has it. */
  readonly isKnown: readonly boolean[];
  /** Whether a note, by its number, lacks what it must have, or has what it must not. */
  readonly isOut: (number: number) => boolean;
  readonly stopped: Stopped | undefined;
  /** Notes with very long lines, which a pattern searched in pieces. */
  readonly incomplete: readonly string[];
  /** Notes whose texts were not read. */
  readonly unread: readonly string[];
}

interface Wanted extends TermNotes, ScannedTerm {
  readonly term: Term;
}

/** What is known of a note: nothing but what the index says, all that its text says, or that it is not found. */
const [ofIndex, scanned, out] = [0, 1, 2];

/** What is searched, and what is asked of its notes beside words. */
interface SearchedNotes {
  readonly store: TextStore;
  readonly corpus: Corpus;
  readonly filter: NoteFilter;
}

/** One round of a search; call `run` once. */
export class SearchRound {
  readonly #corpus: Corpus;
  readonly #state: Uint8Array;
  readonly #scores: Scores;
  readonly #hits: TextHit[][];
  readonly #incomplete: string[] = [];
  readonly #unread: string[] = [];

  /** @param help how the words of the query are found */
  constructor(
    private readonly notes: SearchedNotes,
    private readonly query: CompiledQuery,
    private readonly help: WordHelp,
    private readonly options: RoundOptions,
    private readonly turn: SliceTurn,
  ) {
    const { corpus } = notes;
    this.#corpus = corpus;
    this.#state = new Uint8Array(corpus.notes.length);
    this.#scores = new Scores(corpus);
    this.#hits = query.terms.map(() => []);
  }

  async run(): Promise<Round> {
    const { query, help, turn } = this;
    const wanted: Wanted[] = [];
    for (const term of query.terms) wanted.push(await this.#wanted(term, this.#isRequired(term), help));
    const excluded: Wanted[] = [];
    for (const term of query.excluded) excluded.push(await this.#wanted(term, false, {}));
    await this.#ruleOut(wanted, excluded);
    const stopped = await this.#searchTexts(wanted, excluded);
    for (const [index, { term, isStopWord, words = [] }] of wanted.entries()) {
      const { times = 1, partOperator, phraseWords } = term;
      const size = partOperator === undefined ? (phraseWords?.length ?? 1) : 1;
      const hits = itemAt(this.#hits, index);
      const isAlone = wanted.length === 1;
      const isOfIndex = (note: number): boolean => this.#state[note] === ofIndex;
      await this.#scores.add({ words, hits, times, size, isAlone, isStopWord }, isOfIndex, turn);
    }
    const isKnown = wanted.map(
      ({ words, possible }, index) =>
        itemAt(this.#hits, index).length > 0 || (words !== undefined && possible?.includes(1) === true),
    );
    return {
      ...{ query, help, scores: this.#scores, isKnown, stopped },
      ...{ incomplete: this.#incomplete, unread: this.#unread },
      isOut: number => this.#state[number] === out,
    };
  }

  /** Whether no note is found without a term. */
  #isRequired({ role, isLoose = false }: Term): boolean {
    return role === undefined && !(this.options.isPartial && isLoose);
  }

  async #wanted(term: Term, isRequired: boolean, help: WordHelp): Promise<Wanted> {
    const { matcher, ...tests } = term.sought(help);
    const notes = await this.#corpus.notesWith({ ...tests, needs: matcher.needs }, this.turn);
    return { ...notes, term, isRequired, isStopWord: term.role === 'stopWord', matcher };
  }

  async #ruleOut(wanted: readonly Wanted[], excluded: readonly Wanted[]): Promise<void> {
    const [corpus, turn] = [this.#corpus, this.turn];
    const { filter } = this.notes;
    const required = wanted.filter(({ isRequired }) => isRequired);
    const surely = excluded.filter(({ words }) => words !== undefined);
    for (const [number, note] of corpus.notes.entries()) {
      if (turn.due()) await turn.pause();
      const isIn =
        note !== undefined &&
        required.every(one => mayHave(one, number, corpus)) &&
        (number >= corpus.counted || !surely.some(({ possible }) => possible?.[number] === 1)) &&
        filter.passesPath(note);
      if (!isIn) this.#state[number] = out;
    }
  }

  /** Of the notes that are not ruled out, those whose texts say more; by path where the search may stop. */
  async #searchTexts(wanted: readonly Wanted[], excluded: readonly Wanted[]): Promise<Stopped | undefined> {
    const [corpus, options] = [this.#corpus, this.options];
    const asksTexts = [...wanted, ...excluded].some(({ words }) => words === undefined);
    const numbers = [...corpus.notes.keys()].filter(
      number => this.#state[number] === ofIndex && (asksTexts || number >= corpus.counted),
    );
    if (this.#isSlow(wanted) || options.part !== undefined)
      return this.#searchByPath(numbers, wanted, excluded);
    for (const number of numbers) await this.#searchText(number, wanted, excluded);
    return undefined;
  }

  /** The part that is asked for; as far as time allows if that has no end. */
  async #searchByPath(
    numbers: number[],
    wanted: readonly Wanted[],
    excluded: readonly Wanted[],
  ): Promise<Stopped | undefined> {
    const { turn } = this;
    const { from = '', to } = this.options.part ?? {};
    const pathOf = (number: number): string => this.#corpus.notes[number]?.path ?? '';
    numbers.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
    const until = turn.worked() + searchTime;
    let last: string | undefined;
    for (const [at, number] of numbers.entries()) {
      const path = pathOf(number);
      const isOver = to === undefined ? last !== undefined && turn.worked() >= until : path > to;
      if (isOver) {
        for (const other of numbers.slice(at)) this.#state[other] = out;
        return { at: to ?? last ?? '', left: numbers.length - at };
      }
      if (path <= from) this.#state[number] = out;
      else await this.#searchText(number, wanted, excluded);
      if (path > from) last = path;
    }
    return undefined;
  }

  /** A pattern, or a word or phrase whose search takes as long. */
  #isSlow(wanted: readonly Wanted[]): boolean {
    const { counted, notes } = this.#corpus;
    return wanted.some(
      ({ term, words }) =>
        term.isSlow || (words !== undefined && term.tolerance !== undefined && counted < notes.length),
    );
  }

  /** A note whose text is searched is searched for all terms, so that overlapping matches count once. */
  async #searchText(number: number, wanted: readonly Wanted[], excluded: readonly Wanted[]): Promise<void> {
    const [corpus, { options, turn }] = [this.#corpus, this];
    if (turn.due()) await turn.pause();
    const isAsked = ({ words, possible }: Wanted): boolean =>
      number >= corpus.counted || (words === undefined && possible?.[number] !== 0);
    const others = excluded.filter(isAsked).map(({ matcher }) => matcher);
    const note = corpus.notes[number];
    if (note === undefined || !(others.length > 0 || wanted.some(isAsked))) return;
    const isLeft = !note.isRead && options.isEnough?.() === true;
    if (isLeft) this.#unread.push(note.path);
    // Nearly all texts are in memory: awaiting each takes longer than searching it.
    const text = note.text ?? (isLeft ? undefined : await this.notes.store.textOf(note, turn));
    if (text === undefined || (others.length > 0 && (await hasAny(others, note, text, turn)))) {
      this.#state[number] = out;
      return;
    }
    const divisor = this.#scores.divisorOf(number);
    const scan = await scanNote(note, text, { terms: wanted, divisor, turn });
    if (scan.isIncomplete) this.#incomplete.push(note.path);
    this.#state[number] = scan.lacksRequired ? out : scanned;
    if (scan.lacksRequired) return;
    this.#scores.matches[number] = scan.matches;
    for (const [index, hit] of scan.found) itemAt(this.#hits, index).push({ note: number, ...hit });
  }
}

function mayHave({ possible }: Wanted, number: number, { counted }: Corpus): boolean {
  return number >= counted || possible === undefined || possible[number] === 1;
}

/** What the text of a note, by its number, says of one term. */
interface TextHit extends TermInText {
  readonly note: number;
}

interface ScoredTerm {
  /** Words of the index that match it. */
  readonly words: readonly MatchingWord[];
  /** In notes whose texts were searched. */
  readonly hits: readonly TextHit[];
  /** How often it was given. */
  readonly times: number;
  /** The number of its words: as many are in the name where it is. */
  readonly size: number;
  /** Whether it is the only one: how rare it is then makes no difference. */
  readonly isAlone: boolean;
  /** Whether what it matches does not count. */
  readonly isStopWord: boolean;
}

/** Arrays by the numbers of the notes. */
class Scores {
  readonly sums: Float64Array;
  /** Number of matches; those of texts are added by whoever searches them. */
  readonly matches: Uint32Array;
  /** How many of the words are in the note's name. */
  readonly inName: Uint16Array;
  /** For each term the notes that have it, and how rare it is. */
  readonly holders: Int32Array[] = [];
  readonly rarities: number[] = [];
  /** See `textDivisor`; 0 if not computed yet. */
  readonly #divisors: Float64Array;
  /** Of the current term: its weight in each note, whether the name has it, and the notes that have it. */
  readonly #weights: Float64Array;
  readonly #isInName: Uint8Array;
  readonly #having: number[] = [];
  /** Words that match an earlier term: their matches are counted. */
  readonly #known = new Set<number>();

  constructor(private readonly corpus: Corpus) {
    const { length } = corpus.notes;
    this.sums = new Float64Array(length);
    this.matches = new Uint32Array(length);
    this.inName = new Uint16Array(length);
    this.#divisors = new Float64Array(length);
    this.#weights = new Float64Array(length);
    this.#isInName = new Uint8Array(length);
  }

  /** Adds a term. @param isOfIndex whether the index says what a note has of it */
  async add(
    { words, hits, times, size, isAlone, isStopWord }: ScoredTerm,
    isOfIndex: (note: number) => boolean,
    turn: SliceTurn,
  ): Promise<void> {
    for (const { word, like } of words) {
      const isKnown = isStopWord || this.#known.has(word);
      if (!isStopWord) this.#known.add(word);
      const share = likeness[like];
      await this.corpus.forEachWith(word, turn, (note, count) => {
        if (!isOfIndex(note)) return;
        this.#hit(note, share * weightOf(count, this.divisorOf(note)), count.inName > 0);
        if (!isKnown) this.matches[note] = itemAt(this.matches, note) + matchesIn(count);
      });
    }
    for (const { note, weight, isInName } of hits) this.#hit(note, weight, isInName);
    this.#sumUp({ times, size, isAlone, isStopWord });
  }

  /** What the text of a note is divided by. @param number of the note */
  divisorOf(number: number): number {
    const known = itemAt(this.#divisors, number);
    if (known > 0) return known;
    const divisor = textDivisor(this.corpus.notes[number]?.textLength ?? 0, this.corpus);
    this.#divisors[number] = divisor;
    return divisor;
  }

  #hit(note: number, weight: number, isInName: boolean): void {
    const before = itemAt(this.#weights, note);
    if (before === 0) this.#having.push(note);
    this.#weights[note] = before + weight;
    if (isInName) this.#isInName[note] = 1;
  }

  #sumUp({ times, size, isAlone, isStopWord }: Omit<ScoredTerm, 'words' | 'hits'>): void {
    const having = this.#having;
    const rarity = times * rarityOf(isAlone ? 0 : having.length, this.corpus.size);
    for (const note of having) {
      const before = itemAt(this.sums, note);
      if (!isStopWord || before > 0) {
        this.sums[note] = before + rarity * gainOf(itemAt(this.#weights, note));
        this.inName[note] = itemAt(this.inName, note) + size * itemAt(this.#isInName, note);
      }
      this.#weights[note] = 0;
      this.#isInName[note] = 0;
    }
    this.holders.push(Int32Array.from(having));
    this.rarities.push(rarity);
    having.length = 0;
  }
}

function matchesIn({ inBody, inName, inAliases, inHeadings, inProperties }: Readonly<WordCount>): number {
  return inBody + inName + inAliases + inHeadings + inProperties;
}

/** A term with its matcher. */
interface ScannedTerm {
  /** Whether a note without it is not found. */
  readonly isRequired: boolean;
  /** Whether what it matches does not count. */
  readonly isStopWord: boolean;
  readonly matcher: Matcher;
}

/** What a text has of one term. */
interface TermInText {
  /** See `weightOf`. */
  readonly weight: number;
  readonly isInName: boolean;
}

interface NoteScan {
  /** Whether a term that is required has no match. */
  readonly lacksRequired: boolean;
  /** The terms that it has, by their places in the query. */
  readonly found: readonly (readonly [term: number, inText: TermInText])[];
  /** The number of matches: overlapping ones count once. */
  readonly matches: number;
  /** Whether it has lines that are too long for a pattern. */
  readonly isIncomplete: boolean;
}

/** Matches of a note and a term beyond these are not compared with those of other terms. */
const maxCompared = 20_000;

/** The matches of some terms in name and text, up to the first that is required and has none. @param divisor of the text: see `textDivisor` */
async function scanNote(
  { title }: StoredNote,
  text: NoteText,
  {
    terms,
    divisor,
    turn,
  }: { readonly terms: readonly ScannedTerm[]; readonly divisor: number; readonly turn: SliceTurn },
): Promise<NoteScan> {
  const found: (readonly [number, TermInText])[] = [];
  const count = new MatchCount();
  let [isIncomplete, lacksRequired] = [false, false];
  for (const [term, { isRequired, isStopWord, matcher }] of terms.entries()) {
    const mayBeIn = [text, title].filter(searched => matcher.mayMatch(searched));
    let [weight, isInName] = [0, false];
    for (const searched of mayBeIn) {
      for (const match of matcher.matches(searched)) {
        if (turn.due(match === undefined)) await turn.pause();
        if (match === undefined) continue;
        const field = searched === text ? text.outline.fieldAt(match.start) : 'title';
        const isNamed = field === 'title' || field === 'alias';
        weight += (fieldWeights[field] * likeness[match.like]) / (isNamed ? 1 : divisor);
        isInName ||= field === 'title';
        if (!isStopWord) count.add(searched, match);
      }
      isIncomplete ||= matcher.isIncomplete === true;
    }
    if (weight > 0) found.push([term, { weight, isInName }]);
    else if (isRequired) {
      lacksRequired = true;
      break;
    }
  }
  return { lacksRequired, found, matches: count.total(), isIncomplete };
}

/** Whether name or text have any of the terms. */
export async function hasAny(
  matchers: readonly Matcher[],
  { title }: StoredNote,
  text: NoteText | undefined,
  turn: SliceTurn,
): Promise<boolean> {
  for (const matcher of matchers)
    for (const searched of text === undefined ? [title] : [title, text])
      if (await drive(holds(matcher, searched), turn)) return true;
  return false;
}

/** Counts the matches of several terms in the texts of one note. */
class MatchCount {
  readonly #spans = new Map<SearchText, (readonly [start: number, end: number])[]>();
  #others = 0;

  add(text: SearchText, { start, end }: Match): void {
    if (itemsOf(this.#spans, text).length < maxCompared) addTo(this.#spans, text, [start, end]);
    else this.#others += 1;
  }

  total(): number {
    let total = this.#others;
    for (const spans of this.#spans.values()) {
      let behind = -1;
      for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
        if (start >= behind) total += 1;
        behind = Math.max(behind, end);
      }
    }
    return total;
  }
}
