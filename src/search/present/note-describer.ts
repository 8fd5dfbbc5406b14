import { readFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { sliced, type SliceTurn } from '../../utils/slicing/time-slicer';
import { nameOf } from '../text/title-text';
import type { Field } from '../text/note-fields';
import type { CharacterKinds } from '../text/character-kinds';
import type { NoteText } from '../store/note-text';
import type { Regions } from '../text/regions';
import type { Finder } from '../query/finders/finder';
import type { SearchText } from '../text/search-text';
import { windowLength } from '../query/finders/needle';
import type { CompiledQuery, WordHelp } from '../query/compiled-query';
import type { RankedNote } from '../score/best-notes';
import { countMatches } from './exact-count';
import { OriginalText } from './original-text';
import { mayHaveCode, type ShownParts, shownParts, type SnippetContext } from './part-spans';
import { cutSnippet, groupMatches, type MatchGroup, type Snippet, type Span } from './snippets';
import { minOccurrences } from '../scan/note-scan';
import type { Sliceable } from '../store/kept-text';
import type { StoredNote } from '../store/stored-note';
import { itemAt } from '../../utils/item-at';

export interface DescribeOptions {
  /** How much is shown around a match; its line by default. */
  readonly context?: SnippetContext | undefined;
  /** Most characters of a snippet. */
  readonly contextLength: number;
  readonly matchesPerNote: number;
  /** The title of a note from elsewhere; where it gives none, that of its frontmatter, else its name. */
  readonly titleOf?: ((path: string) => string | undefined) | undefined;
}

export interface MatchDetails {
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
  readonly original: OriginalText;
  readonly parts: ShownParts | undefined;
  readonly code: Regions | undefined;
}

interface Found {
  readonly span: Span;
  readonly term: number;
  readonly variant: Finder['variant'];
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
  readonly variant: Finder['variant'];
}

/** Limits for the matches among which snippets are chosen: for all terms, and per term. */
const [maxConsidered, minPerTerm, maxPerTerm] = [1000, 30, 500];
/** The YAML of a longer one may take too long for one step: characters. */
const maxHeaderLength = 4096;
/** After this many characters, an earlier term is not searched any more. */
const farEnough = 2 * windowLength;
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
  readonly #finders: readonly Finder[];
  /** What each finder finds. */
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
    this.#finders = terms.map(term => term.makeFinder(help));
    this.#words = terms.map(({ word }) => word);
    this.#kinds = rules.kinds;
    const share = Math.floor(maxConsidered / terms.length);
    this.#considered = Math.min(maxPerTerm, Math.max(minPerTerm, share));
  }

  async describe({ note, text, ranked, most }: Shown, turn: SliceTurn): Promise<NoteDetails> {
    const { titleOf } = this.options;
    if (!text.isPrepared) text.preparing();
    const original = new OriginalText(text);
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
      lines: original.alike,
      parts,
      fieldOf: (at: number) => fieldAt(text, at),
    });
    const chosen = best([...inTitle, ...inText], most);
    const chosenInText = inText.filter(rated => chosen.has(rated));
    const hasCode = chosenInText.length > 0 && mayHaveCode(original.alike);
    const code = hasCode ? text.blocksInSteps().code : undefined;
    const source: SnippetSource = { text, original, parts, code };
    const matches = inTitle.filter(rated => chosen.has(rated)).map(rated => this.#titleMatch(rated, note));
    for await (const rated of sliced(chosenInText, turn)) matches.push(this.#textMatch(rated, source));
    const shown = matches.reduce((sum, { ranges }) => sum + ranges.length, 0);
    const { path, score } = ranked;
    const title = titleOf?.(path) ?? titleIn(text, original) ?? nameOf(path);
    const details = { path, title, score, modified: note.modified, matches };
    const more = (await this.#matchesOf({ note, text, ranked }, turn)) - shown;
    return more > 0 ? { ...details, moreMatches: more } : details;
  }

  /** A scan counts at most some thousand matches in one note. */
  async #matchesOf({ note, text, ranked }: Omit<Shown, 'most'>, turn: SliceTurn): Promise<number> {
    if (ranked.isCounted === true || ranked.matches < minOccurrences) return ranked.matches;
    const inTitle = await countMatches(this.#finders, note.title, turn);
    return inTitle + (await countMatches(this.#finders, text, turn));
  }

  /** @param missing words that the note does not have */
  async #find(text: SearchText, missing: readonly string[], turn: SliceTurn): Promise<Found[]> {
    const found: Found[] = [];
    for (const [term, finder] of this.#finders.entries()) {
      if (missing.includes(itemAt(this.#words, term)) || !finder.mayMatch(text.folded)) continue;
      finder.open(text);
      for (let limit = windowLength, count = 0; ; limit += finder.isPaused ? 0 : windowLength) {
        for (; count < this.#considered && finder.next(limit); count += 1) {
          found.push({ span: finder.originalSpan(), term, variant: finder.variant });
        }
        if (turn.due(true)) await turn.pause();
        const isEnough = count === this.#considered || (count > 0 && limit >= farEnough);
        if (isEnough || (!finder.isPaused && limit > text.folded.length)) break;
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
      const variants = new Set<Finder['variant']>();
      for (
        ;
        (found[next]?.span[0] ?? Infinity) < end || (next < found.length && terms.size === 0);
        next += 1
      ) {
        const { term, variant } = itemAt(found, next);
        terms.add(term);
        variants.add(variant);
      }
      let rating: number = fieldRatings[fieldOf(itemAt(group.spans, 0)[0])];
      for (const term of terms) rating += ratingOf(occurrences.get(term) ?? 1);
      return { group, rating, variant: variantOf(variants) };
    });
  }

  #titleMatch({ group, variant }: RatedGroup, note: StoredNote): MatchDetails {
    const snippet = this.#snippet(note.title.original, group);
    return { line: 1, field: 'title', ...(variant && { match: variant }), ...snippet };
  }

  #snippet(source: Sliceable, group: MatchGroup, within?: Span): Snippet {
    return cutSnippet(source, group, { length: this.options.contextLength, kinds: this.#kinds, within });
  }

  #textMatch({ group, variant }: RatedGroup, { text, original, parts, code }: SnippetSource): MatchDetails {
    const start = itemAt(group.spans, 0)[0];
    const [folded] = text.foldedSpan(start, start);
    const heading = text.outline
      .headingsAbove(folded)
      .map(({ textStart, end }) => original.slice(...text.originalSpan(textStart, end)))
      .filter(name => name !== '')
      .join('::');
    return {
      line: group.line,
      field: text.outline.fieldAt(folded),
      ...(heading === '' ? {} : { heading }),
      ...(variant && { match: variant }),
      ...(code?.has(folded) === true ? { inCode: true } : {}),
      ...this.#snippet(original, group, parts?.boundsAt(start)),
    };
  }
}

function fieldAt(text: NoteText, at: number): Field {
  return text.outline.fieldAt(text.foldedSpan(at, at)[0]);
}

/** Undefined if one of the words occurs exactly as it was searched. */
function variantOf(variants: ReadonlySet<Finder['variant']>): Finder['variant'] {
  if (variants.has(undefined)) return undefined;
  return variants.has('form') ? 'form' : 'near';
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

function titleIn(text: NoteText, original: OriginalText): string | undefined {
  const { bodyStart } = text.outline;
  if (bodyStart === 0 || bodyStart > maxHeaderLength) return undefined;
  const [, end] = text.originalSpan(0, bodyStart);
  const title = readFrontmatter(original.slice(0, end))?.title;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}
