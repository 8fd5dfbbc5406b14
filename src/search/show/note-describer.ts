import { countUp } from '../../utils/collections';
import { readFrontmatter } from '../../markdown/frontmatter/frontmatter';
import type { NoteText, StoredNote } from '../index/stored-note';
import { type Likeness, type Matcher, originalSpan, type Span } from '../match/matcher';
import type { CompiledQuery, WordHelp } from '../plan/compiled-query';
import type { RankedNote } from '../rank/ranked-list';
import { cutSnippet, groupMatches, type MatchGroup } from './snippets';
import type { CharacterKinds } from '../text/character-kinds';
import type { Regions } from '../text/note-blocks';
import type { Field } from '../text/note-outline';
import { nameOf, type SearchText } from '../text/search-text';
import { itemAt } from '../../utils/item-at';
import type { SliceTurn } from '../../utils/slicing/time-slicer';

export type SnippetContext = 'line' | 'paragraph' | 'section';

export interface DescribeOptions {
  /** How much is shown around a match; its line by default. */
  readonly context?: SnippetContext | undefined;
  /** Most characters of a snippet. */
  readonly contextLength: number;
  readonly matchesPerNote: number;
  /** The title of a note from elsewhere; where it gives none, that of its frontmatter, else its name. */
  readonly titleOf?: ((path: string) => string | undefined) | undefined;
}

interface MatchDetails {
  /** 1-based; 1 for a match in the file's name. */
  readonly line: number;
  readonly field: Field;
  /** The headings above, outermost first, joined with `::`. */
  readonly heading?: string;
  readonly text: string;
  /** The first match is in code. */
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

interface Shown {
  readonly note: StoredNote;
  readonly text: NoteText;
  readonly ranked: RankedNote;
  /** Most snippets. */
  readonly most: number;
}

interface Found {
  readonly span: Span;
  readonly term: number;
  readonly like: Likeness;
}

/** Matches that are shown together. */
interface RatedGroup extends MatchGroup {
  readonly rating: number;
  readonly field: Field;
  /** Undefined if one of the words occurs exactly as it was searched. */
  readonly match: 'form' | 'near' | undefined;
}

/** Limits for the matches among which snippets are chosen: for all terms, and per term. */
const [maxConsidered, minPerTerm, maxPerTerm] = [1000, 30, 500];
/** The YAML of a longer one may take too long for one step: characters. */
const maxHeaderLength = 4096;
/** Behind this many characters the first match of a term is the last one that is looked at. */
const farEnough = 32_768;
const fieldRatings: Readonly<Record<Field, number>> = {
  title: 5,
  alias: 4,
  heading: 3,
  tag: 2,
  body: 1,
  frontmatter: 0,
};
/** Snippets with more of the searched words come first, then those in the better field. */
const termRating = 10;

/** Highest for a word that the note has once; a frequent one says little about the place. */
function ratingOf(occurrences: number): number {
  return termRating / (1 + Math.log10(Math.max(1, occurrences)));
}

/** Finds and shows where a query matches in a note. */
export class NoteDescriber {
  readonly #matchers: readonly Matcher[];
  /** What each matcher finds. */
  readonly #words: readonly string[];
  readonly #kinds: CharacterKinds;
  /** Limit for each term. */
  readonly #considered: number;

  constructor(
    query: CompiledQuery,
    private readonly options: DescribeOptions,
    help: WordHelp,
  ) {
    const { terms, rules } = query;
    this.#matchers = terms.map(term => term.sought(help).matcher);
    this.#words = terms.map(({ word }) => word);
    this.#kinds = rules.kinds;
    const share = Math.floor(maxConsidered / terms.length);
    this.#considered = Math.min(maxPerTerm, Math.max(minPerTerm, share));
  }

  async describe({ note, text, ranked, most }: Shown, turn: SliceTurn): Promise<NoteDetails> {
    const { titleOf, context = 'line' } = this.options;
    const { path, score, missing = [] } = ranked;
    const inTitle = await this.#groups(note.title, missing, () => 'title', turn);
    const fieldAt = (place: number): Field => text.outline.fieldAt(text.foldedSpan(place, place)[0]);
    const parts = context === 'line' ? undefined : text.blocks[context === 'section' ? 'sections' : 'blocks'];
    const inText = await this.#groups(text, missing, fieldAt, turn, parts);
    const chosen = best([...inTitle, ...inText], most);
    const matches = inTitle
      .filter(group => chosen.has(group))
      .map(group => this.#detailsOf(note.title.original, group));
    for (const group of inText) if (chosen.has(group)) matches.push(this.#inText(text, group, parts));
    const shown = matches.reduce((sum, { ranges }) => sum + ranges.length, 0);
    const title = titleOf?.(path) ?? titleIn(text) ?? nameOf(path);
    const more = ranked.matches - shown;
    const details = { path, title, score, modified: note.modified, matches };
    return more > 0 ? { ...details, moreMatches: more } : details;
  }

  /** @param missing words that the note does not have */
  async #find(text: SearchText, missing: readonly string[], turn: SliceTurn): Promise<Found[]> {
    const found: Found[] = [];
    for (const [term, matcher] of this.#matchers.entries()) {
      if (missing.includes(itemAt(this.#words, term)) || !matcher.mayMatch(text)) continue;
      let count = 0;
      for (const match of matcher.matches(text)) {
        if (turn.due(match === undefined)) await turn.pause();
        if (match === undefined) continue;
        found.push({ span: originalSpan(text, match), term, like: match.like });
        count += 1;
        if (count === this.#considered || match.start > farEnough) break;
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
  ): Promise<RatedGroup[]> {
    const found = await this.#find(text, missing, turn);
    const occurrences = new Map<number, number>();
    for (const { term } of found) countUp(occurrences, term);
    const partAt = parts && ((place: number) => parts.before(text.foldedSpan(place, place)[0]));
    const { contextLength } = this.options;
    const groups = groupMatches(text.original, joined(found), contextLength, partAt);
    let next = 0;
    return groups.map(group => {
      const end = itemAt(group.spans, group.spans.length - 1)[1];
      const first = next;
      while ((found[next]?.span[0] ?? Infinity) < end || (next < found.length && next === first)) next += 1;
      const own = found.slice(first, next);
      const field = fieldAt(itemAt(group.spans, 0)[0]);
      let rating: number = fieldRatings[field];
      for (const term of new Set(own.map(one => one.term))) rating += ratingOf(occurrences.get(term) ?? 1);
      return { ...group, field, rating, match: variantOf(new Set(own.map(({ like }) => like))) };
    });
  }

  #detailsOf(
    source: string,
    { line, field, match, ...group }: RatedGroup,
    {
      heading = '',
      isCode = false,
      within,
    }: { heading?: string; isCode?: boolean; within?: Span | undefined } = {},
  ): MatchDetails {
    return {
      ...{ line, field },
      ...(heading === '' ? {} : { heading }),
      ...(match && { match }),
      ...(isCode ? { inCode: true } : {}),
      ...cutSnippet(source, group.spans, { length: this.options.contextLength, kinds: this.#kinds, within }),
    };
  }

  #inText(text: NoteText, group: RatedGroup, parts: Regions | undefined): MatchDetails {
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

function variantOf(likes: ReadonlySet<Likeness>): RatedGroup['match'] {
  if (likes.has('exact') || likes.has('beginning')) return undefined;
  return likes.has('form') || likes.has('compound') ? 'form' : 'near';
}

/** Merges overlapping matches. */
function joined(found: readonly Found[]): Span[] {
  const spans: Span[] = [];
  for (const { span } of found) {
    const last = spans.at(-1);
    if (last === undefined || span[0] >= last[1]) spans.push(span);
    else if (span[1] > last[1]) spans[spans.length - 1] = [last[0], span[1]];
  }
  return spans;
}

function best(groups: readonly RatedGroup[], count: number): ReadonlySet<RatedGroup> {
  return new Set(groups.toSorted((a, b) => b.rating - a.rating).slice(0, count));
}

function titleIn(text: NoteText): string | undefined {
  const { bodyStart } = text.outline;
  if (bodyStart === 0 || bodyStart > maxHeaderLength) return undefined;
  const [, end] = text.originalSpan(0, bodyStart);
  const title = readFrontmatter(text.original.slice(0, end))?.title;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}
