import { readFrontmatter } from '../../markdown/frontmatter/frontmatter';
import type { NoteText, StoredNote } from '../index/stored-note';
import { type Likeness, type Matcher, originalSpan, type Span } from '../match/matcher';
import type { Asked } from '../plan/compiled-query';
import { likeness } from '../rank/formula';
import type { RankedNote } from '../rank/ranked-list';

import { bestGroups } from './best-groups';
import { type AskedFacts, factPlaces } from './fact-places';
import { cutSnippet, groupMatches, type MatchGroup } from './snippets';
import type { CharacterKinds } from '../text/character-kinds';
import type { TextFolder } from '../text/folded-text';
import type { Regions } from '../text/note-blocks';
import type { Field } from '../text/note-outline';
import { nameOf, type SearchText } from '../text/search-text';
import { itemAt } from '../../utils/collections';
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
interface FieldGroup extends MatchGroup {
  /** How much each of its terms says in it. */
  readonly words: ReadonlyMap<number, number>;
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

/** Finds and shows where a query matches in a note. */
export class NoteDescriber {
  readonly #matchers: readonly Matcher[];
  /** What each matcher finds, and how rare that is. */
  readonly #words: readonly string[];
  readonly #rarities: readonly number[];
  readonly #kinds: CharacterKinds;
  /** Limit for each term. */
  readonly #considered: number;

  constructor(
    { query, help, rarities = [] }: Asked,
    private readonly options: DescribeOptions,
    private readonly facts: AskedFacts,
    private readonly folder: TextFolder,
  ) {
    const { rules } = query;
    const rated = query.terms.map((term, index) => ({ term, rarity: rarities[index] ?? 1 }));
    const shown = rated.filter(({ term }) => term.role !== 'stopWord');
    const terms = shown.map(({ term }) => term);
    this.#matchers = terms.map(term => term.sought(help).matcher);
    this.#words = terms.map(({ word }) => word);
    this.#rarities = shown.map(({ rarity }) => rarity);
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
    const told = inTitle.length + inText.length > 0 ? [] : this.#told(text, fieldAt).slice(0, most);
    const isNamed = new Set(inTitle.flatMap(({ words }) => [...words.keys()]));
    const chosen = new Set([...bestGroups([...inText, ...inTitle], most, isNamed), ...told]);
    const matches = inTitle
      .filter(group => chosen.has(group))
      .map(group => this.#detailsOf(note.title.original, group));
    for (const group of [...inText, ...told])
      if (chosen.has(group)) matches.push(this.#inText(text, group, parts));
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
  ): Promise<FieldGroup[]> {
    const found = await this.#find(text, missing, turn);
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
      const match = variantOf(new Set(own.map(({ like }) => like)));
      return { ...group, field, words: this.#wordsOf(own), match };
    });
  }

  /** A word within another match, such as a part of a hyphenated word, says nothing more. */
  #wordsOf(found: readonly Found[]): ReadonlyMap<number, number> {
    const words = new Map<number, number>();
    let behind = 0;
    for (const { span, term, like } of found) {
      if (span[1] <= behind) continue;
      behind = span[1];
      const says = itemAt(this.#rarities, term) * likeness[like];
      words.set(term, Math.max(says, words.get(term) ?? 0));
    }
    return words;
  }

  /** Where the note has what a query of conditions alone asks for. */
  #told(text: NoteText, fieldAt: (place: number) => Field): FieldGroup[] {
    const places = factPlaces(text, this.facts, this.folder);
    const { contextLength } = this.options;
    return groupMatches(text.original, places, contextLength).map(group => {
      const field = fieldAt(itemAt(group.spans, 0)[0]);
      return { ...group, field, words: new Map<number, number>(), match: undefined };
    });
  }

  #detailsOf(
    source: string,
    { line, field, match, ...group }: FieldGroup,
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

function variantOf(likes: ReadonlySet<Likeness>): FieldGroup['match'] {
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

function titleIn(text: NoteText): string | undefined {
  const { bodyStart } = text.outline;
  if (bodyStart === 0 || bodyStart > maxHeaderLength) return undefined;
  const [, end] = text.originalSpan(0, bodyStart);
  const title = readFrontmatter(text.original.slice(0, end))?.title;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}
