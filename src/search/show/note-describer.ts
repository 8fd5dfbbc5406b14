import { readFrontmatter } from '../../markdown/frontmatter/frontmatter';
import type { NoteText, StoredNote } from '../index/stored-note';
import { type Likeness, type Matcher, originalSpan, type Span } from '../match/matcher';
import type { CompiledQuery, WordHelp } from '../plan/compiled-query';
import type { RankedNote } from '../rank/ranked-list';
import { cutSnippet, groupMatches, type MatchGroup, type Snippet } from './snippets';
import type { CharacterKinds } from '../text/character-kinds';
import type { Regions } from '../text/note-blocks';
import type { Field } from '../text/note-outline';
import { nameOf, type SearchText } from '../text/search-text';
import { itemAt } from '../../utils/item-at';
import { sliced, type SliceTurn } from '../../utils/slicing/time-slicer';

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

/** What snippets of one text are cut from. */
interface SnippetSource {
  readonly text: NoteText;
  readonly parts: ShownParts | undefined;
  readonly code: Regions | undefined;
}

interface Found {
  readonly span: Span;
  readonly term: number;
  readonly like: Likeness;
}

interface Rating {
  readonly turn: SliceTurn;
  /** The text as it is in the file, or one with the same lines. */
  readonly lines: string;
  /** Words that the note is known to lack. */
  readonly missing: readonly string[];
  readonly fieldOf: (at: number) => Field;
  readonly parts?: ShownParts | undefined;
}

interface RatedGroup {
  readonly group: MatchGroup;
  readonly rating: number;
  /** Undefined if one of the words occurs exactly as it was searched. */
  readonly variant: 'form' | 'near' | undefined;
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
    const { titleOf } = this.options;
    const { missing = [] } = ranked;
    const shared = { turn, missing };
    const inTitle = await this.#rated(note.title, {
      ...shared,
      lines: note.title.original,
      fieldOf: () => 'title',
    });
    const parts = shownParts(text, this.options.context ?? 'line');
    const inText = await this.#rated(text, {
      ...shared,
      lines: text.original,
      parts,
      fieldOf: (at: number) => fieldAt(text, at),
    });
    const chosen = best([...inTitle, ...inText], most);
    const chosenInText = inText.filter(rated => chosen.has(rated));
    if (chosenInText.length > 0 && turn.due(true)) await turn.pause();
    const code = chosenInText.length === 0 ? undefined : text.blocks.code;
    const source: SnippetSource = { text, parts, code };
    const matches = inTitle.filter(rated => chosen.has(rated)).map(rated => this.#titleMatch(rated, note));
    for await (const rated of sliced(chosenInText, turn)) matches.push(this.#textMatch(rated, source));
    const shown = matches.reduce((sum, { ranges }) => sum + ranges.length, 0);
    const { path, score } = ranked;
    const title = titleOf?.(path) ?? titleIn(text) ?? nameOf(path);
    const details = { path, title, score, modified: note.modified, matches };
    const more = ranked.matches - shown;
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

  async #rated(text: SearchText, { turn, missing, lines, fieldOf, parts }: Rating): Promise<RatedGroup[]> {
    const found = await this.#find(text, missing, turn);
    const occurrences = new Map<number, number>();
    for (const { term } of found) occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
    const groups = await groupMatches(lines, joined(found), this.options.contextLength, turn, parts?.partAt);
    let next = 0;
    return groups.map(group => {
      const end = itemAt(group.spans, group.spans.length - 1)[1];
      const terms = new Set<number>();
      const likes = new Set<Likeness>();
      for (
        ;
        (found[next]?.span[0] ?? Infinity) < end || (next < found.length && terms.size === 0);
        next += 1
      ) {
        const { term, like } = itemAt(found, next);
        terms.add(term);
        likes.add(like);
      }
      let rating: number = fieldRatings[fieldOf(itemAt(group.spans, 0)[0])];
      for (const term of terms) rating += ratingOf(occurrences.get(term) ?? 1);
      return { group, rating, variant: variantOf(likes) };
    });
  }

  #titleMatch({ group, variant }: RatedGroup, note: StoredNote): MatchDetails {
    const snippet = this.#snippet(note.title.original, group);
    return { line: 1, field: 'title', ...(variant && { match: variant }), ...snippet };
  }

  #snippet(source: string, group: MatchGroup, within?: Span): Snippet {
    return cutSnippet(source, group, { length: this.options.contextLength, kinds: this.#kinds, within });
  }

  #textMatch({ group, variant }: RatedGroup, { text, parts, code }: SnippetSource): MatchDetails {
    const start = itemAt(group.spans, 0)[0];
    const [folded] = text.foldedSpan(start, start);
    const heading = text.outline
      .headingsAbove(folded)
      .map(({ textStart, end }) => text.original.slice(...text.originalSpan(textStart, end)))
      .filter(name => name !== '')
      .join('::');
    return {
      line: group.line,
      field: text.outline.fieldAt(folded),
      ...(heading === '' ? {} : { heading }),
      ...(variant && { match: variant }),
      ...(code?.has(folded) === true ? { inCode: true } : {}),
      ...this.#snippet(text.original, group, parts?.boundsAt(start)),
    };
  }
}

function fieldAt(text: NoteText, at: number): Field {
  return text.outline.fieldAt(text.foldedSpan(at, at)[0]);
}

function variantOf(likes: ReadonlySet<Likeness>): RatedGroup['variant'] {
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

export type SnippetContext = 'line' | 'paragraph' | 'section';

/** Parts of one text that are shown. Offsets are those of the original. */
interface ShownParts {
  /** The number of the part that contains a place; places with the same number are shown together. */
  readonly partAt: (place: number) => number;
  boundsAt(place: number): Span | undefined;
}

/** @returns undefined for lines, which need no structure */
function shownParts(text: NoteText, context: SnippetContext): ShownParts | undefined {
  if (context === 'line') return undefined;
  const { blocks, sections } = text.blocks;
  const regions = context === 'section' ? sections : blocks;
  const partAt = (place: number): number => regions.before(text.foldedSpan(place, place)[0]);
  return { partAt, boundsAt: place => boundsOf(regions, partAt(place), text) };
}

function boundsOf(regions: Regions, part: number, text: NoteText): Span | undefined {
  return part < 0 ? undefined : text.originalSpan(regions.startOf(part), regions.endOf(part));
}
