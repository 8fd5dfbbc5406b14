/** One round of a search: finds the notes with the terms of a query, by the word index if that decides, otherwise in the texts, and ranks them. */

import { Best, itemAt } from '../../utils/collections';
import { finish, drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { Corpus, TermNotes } from '../index/corpus';
import type { StoredNote, TextStore } from '../index/text-store';
import { holds, type Likeness, type Match, type Matcher } from '../match/matcher';
import type { CompiledQuery, ConditionNote, NoteCondition, Term, WordHelp } from '../plan/compiled-query';
import type { Span } from '../text/folded-text';
import type { NoteText } from '../text/search-text';
import {
  compareRanked,
  type FoundTerm,
  leastWeight,
  likeness,
  partialShare,
  type RankedNote,
  rarityOf,
  rounded,
  scoreOf,
  scoreWithoutWords,
  shares,
  weightIn,
  weightOf,
  wordsIn,
} from './formula';

/** Milliseconds of work after which a slow search stops and reports where. */
const searchTime = 1000;

/** Notes after one path, up to another or as far as time allows, in path order. */
export interface SearchedPart {
  readonly from: string;
  readonly to?: string | undefined;
}

interface RoundOptions {
  /** Set if an earlier search had to stop. */
  readonly part?: SearchedPart | undefined;
  /** Whether enough notes were read: then the rest is left out. */
  readonly isEnough?: (() => boolean) | undefined;
  /** Whether a note may lack some of the words. */
  readonly isPartial: boolean;
}

export interface Round {
  readonly query: CompiledQuery;
  readonly help: WordHelp;
  /** Whether notes that lack some of the words are found too. */
  readonly isPartial: boolean;
  readonly terms: readonly FoundTerm[];
  readonly unknown: readonly Term[];
  /** What is known of each note, by number. */
  readonly states: Uint8Array;
  /** How many matches each note has, by number. */
  readonly matches: Uint32Array;
  /** Where the search stopped: at the last note that was searched, and the number of notes after it. */
  readonly stopped: { readonly at: string; readonly left: number } | undefined;
  /** Notes with very long lines, which a pattern searched in pieces. */
  readonly incomplete: ReadonlySet<string>;
  /** Notes whose texts were not read. */
  readonly unread: readonly string[];
}

interface Wanted extends TermNotes, Omit<FoundTerm, 'rarity'> {
  readonly matcher: Matcher;
  /** Whether notes without it are excluded. */
  readonly isRequired: boolean;
}

/** What is known of a note: only what the index says, everything its text says, or that it is not found. */
const [ofIndex, scanned, out] = [0, 1, 2];

/** Facts about notes other than their texts; a source that is left out knows none. */
export interface FactSource {
  /** With or without `#`. */
  readonly tagsOf?: ((path: string) => readonly string[]) | undefined;
  readonly propertiesOf?: ((path: string) => Readonly<Record<string, unknown>> | undefined) | undefined;
}

/** Tests what a query asks of notes in addition to their words. */
export class NoteFilter {
  /** Paths of notes with a value that was too long for a pattern. */
  readonly incomplete = new Set<string>();
  readonly #ofPath: readonly NoteCondition[];
  readonly #others: readonly NoteCondition[];

  constructor(
    private readonly store: TextStore,
    conditions: readonly NoteCondition[],
    private readonly facts: FactSource,
  ) {
    this.#ofPath = conditions.filter(({ reads }) => reads === 'path');
    this.#others = conditions.filter(({ reads }) => reads !== 'path');
  }

  async passes(note: StoredNote, turn: SliceTurn): Promise<boolean> {
    return this.passesPath(note) && (await this.passesFacts(note, turn));
  }

  /** The name of its file, and the text of its property `title`. */
  namesOf({ path, title }: StoredNote): readonly string[] {
    const named = this.facts.propertiesOf?.(path)?.['title'];
    return [title.folded, ...(typeof named === 'string' ? [named] : [])];
  }

  passesPath(note: StoredNote): boolean {
    if (this.#ofPath.length === 0) return true;
    const asked = this.#asked(note);
    return this.#ofPath.every(({ holdsOf }) => finish(holdsOf(asked)));
  }

  /** Whether it has the tags, the properties and the parts that are asked for. */
  async passesFacts(note: StoredNote, turn: SliceTurn): Promise<boolean> {
    for (const { reads, holdsOf } of this.#others) {
      const text = reads === 'text' ? (note.text ?? (await this.store.textOf(note, turn))) : undefined;
      if (reads === 'text' && text === undefined) return false;
      if (!(await drive(holdsOf(this.#asked(note, text)), turn))) return false;
    }
    return true;
  }

  #asked(note: StoredNote, text?: NoteText): ConditionNote {
    const { path } = note;
    const { tagsOf, propertiesOf } = this.facts;
    return {
      path,
      text,
      onCut: () => this.incomplete.add(path),
      get title() {
        return note.title;
      },
      get tags() {
        return tagsOf?.(path) ?? [];
      },
      get properties() {
        return propertiesOf?.(path) ?? {};
      },
    };
  }
}

/** One round of a search; call `run` once. */
export class SearchRound {
  readonly #corpus: Corpus;
  readonly #states: Uint8Array;
  readonly #matches: Uint32Array;
  readonly #incomplete = new Set<string>();
  readonly #unread: string[] = [];

  constructor(
    private readonly notes: {
      readonly store: TextStore;
      readonly corpus: Corpus;
      readonly filter: NoteFilter;
    },
    private readonly query: CompiledQuery,
    private readonly help: WordHelp,
    private readonly options: RoundOptions,
    private readonly turn: SliceTurn,
  ) {
    this.#corpus = notes.corpus;
    const { length } = this.#corpus.notes;
    this.#states = new Uint8Array(length);
    this.#matches = new Uint32Array(length);
  }

  async run(): Promise<Round> {
    const { query, help } = this;
    const { isPartial } = this.options;
    const wanted: Wanted[] = [];
    for (const term of query.terms) wanted.push(await this.#wanted(term, help));
    const excluded: Wanted[] = [];
    for (const term of query.excluded) excluded.push(await this.#wanted(term, {}));
    await this.#ruleOut(wanted, excluded);
    const stopped = await this.#searchTexts(wanted, excluded);
    await this.#weighByIndex(wanted);
    const isUnknown = ({ words, possible, weights }: Wanted): boolean =>
      !(words !== undefined && possible?.includes(1) === true) && weights.every(weight => weight === 0);
    const having = (weights: Float64Array): number => weights.filter(weight => weight > 0).length;
    return {
      query,
      help,
      isPartial,
      stopped,
      terms: wanted.map(({ term, weights, isInName }) => ({
        term,
        weights,
        isInName,
        // If there is only one term, its rarity makes no difference.
        rarity: (term.times ?? 1) * rarityOf(wanted.length === 1 ? 0 : having(weights), this.#corpus.size),
      })),
      unknown: wanted.filter(isUnknown).map(({ term }) => term),
      states: this.#states,
      matches: this.#matches,
      incomplete: this.#incomplete,
      unread: this.#unread,
    };
  }

  async #wanted(term: Term, help: WordHelp): Promise<Wanted> {
    const matcher = term.matcher(help);
    const { length } = this.#corpus.notes;
    const mayLack = this.options.isPartial && term.isLoose === true;
    return {
      ...(await this.#corpus.notesWith(matcher, this.turn)),
      term,
      matcher,
      isRequired: term.role === undefined && !mayLack,
      weights: new Float64Array(length),
      isInName: new Uint8Array(length),
    };
  }

  async #ruleOut(wanted: readonly Wanted[], excluded: readonly Wanted[]): Promise<void> {
    const [corpus, turn] = [this.#corpus, this.turn];
    const { filter } = this.notes;
    const required = wanted.filter(({ isRequired }) => isRequired);
    const surely = excluded.filter(({ words }) => words !== undefined);
    for (const [number, note] of corpus.notes.entries()) {
      if (turn.due()) await turn.pause();
      const isCounted = number < corpus.counted;
      const isIn =
        note !== undefined &&
        !(isCounted && required.some(({ possible }) => possible?.[number] === 0)) &&
        !(isCounted && surely.some(({ possible }) => possible?.[number] === 1)) &&
        filter.passesPath(note);
      if (!isIn) this.#states[number] = out;
    }
  }

  /** Searches the texts that say more than the index. A slow search goes in path order, as far as time allows. */
  async #searchTexts(wanted: readonly Wanted[], excluded: readonly Wanted[]): Promise<Round['stopped']> {
    const { turn } = this;
    const { counted, notes } = this.#corpus;
    const { part } = this.options;
    const { from = '', to } = part ?? {};
    const asksTexts = [...wanted, ...excluded].some(({ words }) => words === undefined);
    const isAsked = (number: number): boolean =>
      this.#states[number] === ofIndex && (asksTexts || number >= counted);
    const numbers = [...notes.keys()].filter(isAsked);
    const pathOf = (number: number): string => notes[number]?.path ?? '';
    const isByPath = part !== undefined || this.#isSlow(wanted);
    if (isByPath) numbers.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
    const until = turn.worked() + searchTime;
    let last: string | undefined;
    for (const [at, number] of numbers.entries()) {
      const path = pathOf(number);
      const isLate = (): boolean => last !== undefined && turn.worked() >= until;
      if (isByPath && (to === undefined ? isLate() : path > to)) {
        for (const other of numbers.slice(at)) this.#states[other] = out;
        return { at: to ?? last ?? '', left: numbers.length - at };
      }
      if (path <= from) {
        this.#states[number] = out;
        continue;
      }
      await this.#searchText(number, wanted, excluded);
      last = path;
    }
    return undefined;
  }

  /** Whether there is a pattern, or a word or phrase that takes as long. */
  #isSlow(wanted: readonly Wanted[]): boolean {
    const { counted, notes } = this.#corpus;
    return wanted.some(
      ({ term, words }) =>
        term.isSlow || (words !== undefined && term.tolerance !== undefined && counted < notes.length),
    );
  }

  /** Searches a text for all terms at once, so that overlapping matches count once. */
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
    if (text === undefined && !isLeft && this.notes.store.missing.has(note.path))
      this.#unread.push(note.path);
    const isIn =
      text !== undefined &&
      !(others.length > 0 && (await hasAny(others, note, text, turn))) &&
      (await this.#scan(number, note, text, wanted));
    this.#states[number] = isIn ? scanned : out;
  }

  /** Finds the terms in name and text. @returns false if a required one is missing */
  async #scan(
    number: number,
    { path, title }: StoredNote,
    text: NoteText,
    wanted: readonly Wanted[],
  ): Promise<boolean> {
    const { turn } = this;
    const { length } = text.folded;
    const inText = { searched: text, count: new MatchCount() };
    const inTitle = { searched: title, count: new MatchCount() };
    const found: (readonly [one: Wanted, weight: number, isInName: boolean])[] = [];
    for (const one of wanted) {
      const { matcher, isRequired } = one;
      let [weight, least, isInName] = [0, 0, false];
      for (const { searched, count } of [inText, inTitle]) {
        if (!matcher.mayMatch(searched)) continue;
        for (const match of matcher.matches(searched)) {
          if (turn.due()) await turn.pause();
          if (match === undefined) continue;
          const field = searched === text ? text.outline.fieldAt(match.start) : 'title';
          weight += weightIn(field, match.like, length, this.#corpus);
          least = Math.max(least, leastWeight * likeness[match.like]);
          isInName ||= field === 'title';
          count.add(match);
        }
        if (matcher.isIncomplete === true) this.#incomplete.add(path);
      }
      if (weight > 0) found.push([one, Math.max(weight, least), isInName]);
      else if (isRequired) return false;
    }
    for (const [{ weights, isInName }, weight, isNamed] of found) {
      weights[number] = weight;
      isInName[number] = isNamed ? 1 : 0;
    }
    this.#matches[number] = inText.count.total() + inTitle.count.total();
    return true;
  }

  /** Weighs the notes whose texts were not searched. Matches of a word that several terms have count once. */
  async #weighByIndex(wanted: readonly Wanted[]): Promise<void> {
    const corpus = this.#corpus;
    const known = new Set<number>();
    for (const { words = new Map<number, Likeness>(), weights, isInName } of wanted) {
      const least = new Float64Array(weights.length);
      for (const [word, like] of words) {
        const isCounted = !known.has(word);
        known.add(word);
        await corpus.forEachWith(word, this.turn, (note, count) => {
          if (this.#states[note] !== ofIndex) return;
          const length = corpus.notes[note]?.textLength ?? 0;
          weights[note] = itemAt(weights, note) + weightOf(count, like, length, corpus);
          least[note] = Math.max(itemAt(least, note), leastWeight * likeness[like]);
          if (count.inName > 0) isInName[note] = 1;
          const { inBody, inName, inAliases, inHeadings, inProperties } = count;
          const matches = inBody + inName + inAliases + inHeadings + inProperties;
          if (isCounted) this.#matches[note] = itemAt(this.#matches, note) + matches;
        });
      }
      least.forEach((weight, note) => {
        if (weight > itemAt(weights, note)) weights[note] = weight;
      });
    }
  }
}

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

/** Beyond this many matches in a text, overlaps are no longer checked. */
const maxCompared = 20_000;

/** Counts the matches of several terms in one text: overlapping ones count once. */
class MatchCount {
  readonly #spans: Span[] = [];
  #others = 0;

  add({ start, end }: Match): void {
    if (this.#spans.length < maxCompared) this.#spans.push([start, end]);
    else this.#others += 1;
  }

  total(): number {
    let [total, behind] = [this.#others, -1];
    for (const [start, end] of this.#spans.sort((a, b) => a[0] - b[0])) {
      if (start >= behind) total += 1;
      behind = Math.max(behind, end);
    }
    return total;
  }
}

interface RankingOptions {
  /** See `SearchOptions`. */
  readonly isLast?: ((path: string) => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly turn: SliceTurn;
}

/** Limit for listed notes that lack some of the words. */
const maxPartial = 50;
/** Limit for reported missing words of one note. */
export const maxMissing = 10;

/** The notes with all words, and those of the others that are good enough to show beside the best. */
export async function rankedList(
  round: Round,
  notes: Corpus['notes'],
  filter: NoteFilter,
  { isLast, now, turn }: RankingOptions,
): Promise<{ readonly full: readonly RankedNote[]; readonly partial: readonly RankedNote[] }> {
  const { query, states, terms, isPartial } = round;
  const full: RankedNote[] = [];
  const partial = new Best<RankedNote & { readonly number: number; readonly isNamed: boolean }>(
    maxPartial,
    compareRanked,
  );
  const asked = terms.filter(({ term }) => term.role === undefined);
  const [rarest] = [...asked].sort((a, b) => b.rarity - a.rarity);
  const isNamed = (number: number, note: StoredNote): boolean =>
    rarest?.isInName[number] === 1 && filter.namesOf(note).some(name => wordsIn(name, query) === 1);
  let best = 0;
  for (const [number, note] of notes.entries()) {
    if (turn.due()) await turn.pause();
    if (note === undefined || states[number] === out) continue;
    const hasAll = asked.every(({ weights }) => weights[number] !== 0);
    if (!hasAll && !isPartial) continue;
    const whole =
      terms.length === 0
        ? scoreWithoutWords(note.modified, now)
        : scoreOf(terms, number, () => filter.namesOf(note), query);
    if (!hasAll && (whole === 0 || whole < shares.partial * best)) continue;
    const { path, modified } = note;
    const score = isLast?.(path) === true ? rounded(whole * shares.last) : whole;
    const ranked = { path, modified, score, matches: itemAt(round.matches, number) };
    const isWorse = !hasAll && partial.bound !== undefined && compareRanked(ranked, partial.bound) > 0;
    if (isWorse || (query.conditions.length > 0 && !(await filter.passesFacts(note, turn)))) continue;
    best = Math.max(best, score);
    if (hasAll) full.push(ranked);
    else partial.offer({ ...ranked, number, isNamed: isNamed(number, note) });
  }
  const shown = partial.sorted().filter(({ score }) => score > 0 && score >= shares.partial * best);
  const share = full.length === 0 ? 1 : (partialShare[asked.length] ?? 1);
  return {
    full,
    partial: shown.map(({ number, isNamed: isSpared, score, ...ranked }) => ({
      ...ranked,
      score: rounded(score * (isSpared ? 1 : share)),
      missing: missingWords(number, round),
    })),
  };
}

/** The words that a note lacks, rarest first. */
function missingWords(number: number, { terms }: Round): string[] {
  const lacking = terms.filter(
    ({ term: { role, isLoose = false, isSentence }, weights }) =>
      isLoose && isSentence !== true && role !== 'part' && weights[number] === 0,
  );
  return lacking
    .sort((a, b) => b.rarity - a.rarity)
    .slice(0, maxMissing)
    .map(({ term }) => term.shown);
}
