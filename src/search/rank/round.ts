/** One search for all terms of a query: by the word index where it decides, else by the texts. */

import type { Corpus, TermNotes } from '../index/corpus';
import type { NoteText, StoredNote } from '../index/stored-note';
import type { TextStore } from '../index/text-store';
import { holds, type Match, type Matcher, type Span } from '../match/matcher';
import type { CompiledQuery, ConditionNote, NoteCondition, Term, WordHelp } from '../plan/compiled-query';
import { finish, drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import { Scores, type TextHit, weightIn } from './formula';

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
  /** Whether notes that lack some of the words are found, too. */
  readonly isPartial: boolean;
  readonly scores: Scores;
  /** The terms that no searched note has. */
  readonly unknown: readonly Term[];
  /** Whether a note, by its number, lacks what it must have, or has what it must not. */
  readonly isOut: (number: number) => boolean;
  readonly stopped: Stopped | undefined;
  /** Notes with very long lines, which a pattern searched in pieces. */
  readonly incomplete: ReadonlySet<string>;
  /** Notes whose texts were not read. */
  readonly unread: readonly string[];
}

interface Wanted extends TermNotes {
  readonly term: Term;
  readonly matcher: Matcher;
  /** Whether a note without it is not found. */
  readonly isRequired: boolean;
  /** In the notes whose texts are searched. */
  readonly hits: TextHit[];
}

/** What is known of a note: nothing but what the index says, all that its text says, or that it is not found. */
const [ofIndex, scanned, out] = [0, 1, 2];

/** What is searched, and what is asked of its notes beside words. */
interface SearchedNotes {
  readonly store: TextStore;
  readonly corpus: Corpus;
  readonly filter: NoteFilter;
}

/** Facts about notes other than their texts; none are known of notes if left out. */
export interface FactSource {
  /** With or without `#`. */
  readonly tagsOf?: ((path: string) => readonly string[]) | undefined;
  readonly propertiesOf?: ((path: string) => Readonly<Record<string, unknown>> | undefined) | undefined;
}

/** What a query asks of notes beside their words. */
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
      ...{ path, text, onCut: () => this.incomplete.add(path) },
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
  readonly #state: Uint8Array;
  readonly #scores: Scores;
  readonly #incomplete = new Set<string>();
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
    this.#scores = new Scores(corpus, query.rules.kinds);
  }

  async run(): Promise<Round> {
    const { query, help, turn } = this;
    const { isPartial } = this.options;
    const wanted: Wanted[] = [];
    for (const term of query.terms) wanted.push(await this.#wanted(term, help));
    const excluded: Wanted[] = [];
    for (const term of query.excluded) excluded.push(await this.#wanted(term, {}));
    await this.#ruleOut(wanted, excluded);
    const stopped = await this.#searchTexts(wanted, excluded);
    const isOfIndex = (note: number): boolean => this.#state[note] === ofIndex;
    for (const one of wanted) await this.#scores.add(one, wanted.length === 1, isOfIndex, turn);
    const isUnknown = ({ words, possible, hits }: Wanted): boolean =>
      hits.length === 0 && (words === undefined || possible?.includes(1) !== true);
    return {
      ...{ query, help, isPartial, scores: this.#scores, stopped },
      unknown: wanted.filter(isUnknown).map(({ term }) => term),
      ...{ incomplete: this.#incomplete, unread: this.#unread },
      isOut: number => this.#state[number] === out,
    };
  }

  async #wanted(term: Term, help: WordHelp): Promise<Wanted> {
    const { matcher, ...tests } = term.sought(help);
    const found = await this.#corpus.notesWith({ ...tests, needs: matcher.needs }, this.turn);
    const mayLack = this.options.isPartial && term.isLoose === true;
    return { ...found, term, matcher, isRequired: term.role === undefined && !mayLack, hits: [] };
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
      if (!isIn) this.#state[number] = out;
    }
  }

  /**
   * Of the notes that are not ruled out, those whose texts say more. A slow search goes by path, through the part that is
   * asked for, or as far as time allows.
   */
  async #searchTexts(wanted: readonly Wanted[], excluded: readonly Wanted[]): Promise<Stopped | undefined> {
    const { turn } = this;
    const { counted, notes } = this.#corpus;
    const { part } = this.options;
    const { from = '', to } = part ?? {};
    const asksTexts = [...wanted, ...excluded].some(({ words }) => words === undefined);
    const isAsked = (number: number): boolean =>
      this.#state[number] === ofIndex && (asksTexts || number >= counted);
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
        for (const other of numbers.slice(at)) this.#state[other] = out;
        return { at: to ?? last ?? '', left: numbers.length - at };
      }
      if (path <= from) {
        this.#state[number] = out;
        continue;
      }
      await this.#searchText(number, wanted, excluded);
      last = path;
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
    const isIn =
      text !== undefined &&
      !(others.length > 0 && (await hasAny(others, note, text, turn))) &&
      (await this.#scan(number, note, text, wanted));
    this.#state[number] = isIn ? scanned : out;
  }

  /** Finds the terms in name and text. @returns false where one is missing that is required */
  async #scan(
    number: number,
    { path, title }: StoredNote,
    text: NoteText,
    wanted: readonly Wanted[],
  ): Promise<boolean> {
    const { turn } = this;
    const divisor = this.#scores.divisorOf(number);
    const inText = { searched: text, count: new MatchCount() };
    const inTitle = { searched: title, count: new MatchCount() };
    const found: (readonly [Wanted, TextHit])[] = [];
    for (const one of wanted) {
      const { matcher, term, isRequired } = one;
      let [weight, isInName] = [0, false];
      for (const { searched, count } of [inText, inTitle]) {
        if (!matcher.mayMatch(searched)) continue;
        for (const match of matcher.matches(searched)) {
          if (turn.due(match === undefined)) await turn.pause();
          if (match === undefined) continue;
          const field = searched === text ? text.outline.fieldAt(match.start) : 'title';
          weight += weightIn(field, match.like, divisor);
          isInName ||= field === 'title';
          if (term.role !== 'stopWord') count.add(match);
        }
        if (matcher.isIncomplete === true) this.#incomplete.add(path);
      }
      if (weight > 0) found.push([one, { note: number, weight, isInName }]);
      else if (isRequired) return false;
    }
    for (const [{ hits }, hit] of found) hits.push(hit);
    this.#scores.matches[number] = inText.count.total() + inTitle.count.total();
    return true;
  }
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

/** Matches of a text beyond these are not compared with each other. */
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
