import { countUp, mapDefined } from '../../../utils/collections';
import { type Advice, adviceFor, ToolFailure } from '../../../errors';
import { jsonSize } from '../../../utils/json';
import type { CallerContext } from '../../caller-context';
import type { NoteFacts } from '../../index/metadata/note-metadata';
import { NoteViews } from '../../reading/note-reader';
import { type SearchHit, NoteSearch } from '../search/search-notes';
import {
  type Found,
  type LinkingParagraph,
  type NeighbourNote,
  NoteSurroundings,
  type OpenTask,
} from './note-surroundings';
import type { TFile } from 'obsidian';

/** Exactly one of `path` and `query`. */
export interface ContextQuery {
  readonly path?: string | undefined;
  readonly query?: string | undefined;
  /** Characters of all texts together. */
  readonly maxChars: number;
}

export interface ContextSection {
  path: string;
  /** Line of the first match, 1-based. */
  line: number;
  heading?: string;
  text: string;
  /** What the question may ask for, in the first section of each note. */
  properties?: Record<string, unknown>;
}

export interface NoteContextResult {
  /** The requested note, or the best one for the query. */
  path?: string;
  versionId?: string;
  totalLines?: number;
  /** The note's lines with numbers. */
  content?: string;
  sections?: ContextSection[];
  linkedFrom: LinkingParagraph[];
  tasks: OpenTask[];
  neighbours: NeighbourNote[];
  /** What was left out of each part, and how to get it. */
  omitted: string[];
  hints?: string[];
}

/** Shares of the budget for links, tasks and neighbours; the note or its sections get the rest. */
const shares = { linkedFrom: 0.2, tasks: 0.1, neighbours: 0.15 } as const;

const maxNotes = 8;
const sectionsOfNote = 2;
/** Matches in the title, aliases and tags included. */
const matchesOfNote = 5;
/** Budget share of one section, and the fewest and most sections that a search shows. */
const sectionShare = 0.15;
const [minSection, maxSection] = [100, 5000] as const;

/** Everything about a note or a question, within a number of characters. */
export class NoteContext {
  private readonly around: NoteSurroundings;
  private readonly search: NoteSearch;
  private readonly views: NoteViews;

  constructor(private readonly context: CallerContext) {
    this.around = new NoteSurroundings(context);
    this.search = new NoteSearch(context);
    this.views = new NoteViews(context);
  }

  /** @throws ToolFailure `invalid_argument` for both or none of `path` and `query`; like `read_note` and `search` */
  async of({ path, query, maxChars }: ContextQuery, signal: AbortSignal): Promise<NoteContextResult> {
    if (path !== undefined && query === undefined) return this.ofNote(path, maxChars, signal);
    if (query !== undefined && path === undefined) return this.ofQuestion(query, maxChars, signal);
    throw new ToolFailure('invalid_argument', 'Give either `path` or `query`.');
  }

  private async ofNote(path: string, maxChars: number, signal: AbortSignal): Promise<NoteContextResult> {
    const { file } = this.context.files.noteWithSubpath(path);
    const { used, ...around } = await this.surroundings(file, maxChars, signal);
    const { content, nextStartLine, truncated, ...view } = await this.viewOf(path, maxChars - used, signal);
    const { versionId, totalLines } = view;
    const rest = truncated === true ? [`The note continues at line ${nextStartLine ?? view.endLine}.`] : [];
    return {
      path: view.path,
      versionId,
      totalLines,
      ...(content === undefined ? {} : { content }),
      ...around,
      omitted: [...rest, ...around.omitted],
    };
  }

  /** Line numbers need characters too, so it may have to request less. */
  private async viewOf(path: string, limit: number, signal: AbortSignal) {
    const form = {
      withLineNumbers: true,
      withContent: true,
      parseFrontmatter: false,
      format: 'markdown',
    } as const;
    for (let maxChars = Math.max(1, limit); ;) {
      const view = await this.views.of({ path, maxChars, ...form }, signal);
      const length = view.content?.length ?? 0;
      if (length <= limit || maxChars === 1) return view;
      maxChars = Math.max(1, Math.min(maxChars - 1, Math.floor((maxChars * limit) / length)));
    }
  }

  private async ofQuestion(query: string, maxChars: number, signal: AbortSignal): Promise<NoteContextResult> {
    const contextLength = Math.floor(Math.min(maxSection, Math.max(minSection, maxChars * sectionShare)));
    const limits = { contextLength, limit: maxNotes, matchesPerNote: matchesOfNote };
    const {
      results,
      totalCount,
      partialCount = 0,
      hints,
    } = await this.search.search({ query, context: 'section', ...limits }, signal);
    const { files } = this.context;
    const best = mapDefined(results, hit => files.noteAtExactly(hit.path))[0];
    const { used, ...around } =
      best === undefined
        ? { used: 0, linkedFrom: [], tasks: [], neighbours: [], omitted: [] }
        : await this.surroundings(best, maxChars, signal);
    const all = results.flatMap(hit => this.sectionsOf(hit));
    const sections = fitting(
      all,
      maxChars - used,
      ({ path, heading = '', text, properties = {} }) =>
        [path, heading, text, JSON.stringify(properties)].join().length,
    );
    const shown = new Set(sections.map(({ path }) => path)).size;
    const left = totalCount + partialCount - shown;
    const rest = left > 0 ? [`\`search\` with this \`query\` finds ${left} more notes.`] : [];
    return {
      ...(best === undefined ? {} : { path: best.path }),
      sections,
      ...around,
      omitted: [...rest, ...around.omitted],
      ...(hints === undefined ? {} : { hints }),
    };
  }

  private sectionsOf({ path, matches }: SearchHit): ContextSection[] {
    const ofText = matches.filter(({ field }) => !nameFields.includes(field));
    const shown = ofText.length === 0 ? matches.slice(0, 1) : bestOf(ofText);
    const file = this.context.files.noteAtExactly(path);
    const isShown = shown.some(({ field }) => field === 'frontmatter');
    const properties = file === undefined || isShown ? {} : propertiesOf(this.context.facts.of(file));
    return shown.map(({ line, heading, text }, index) => ({
      path,
      line,
      text,
      ...(heading === undefined ? {} : { heading }),
      ...(index > 0 || Object.keys(properties).length === 0 ? {} : { properties }),
    }));
  }

  private async surroundings(file: TFile, maxChars: number, signal: AbortSignal) {
    const links = await this.around.linkedFrom(file, signal);
    const open = await this.around.openTasks(file, signal);
    const near = await this.around.neighbours(file, signal);
    const linkedFrom = fitting(links.rows, maxChars * shares.linkedFrom, costOf);
    const tasks = fitting(open.rows, maxChars * shares.tasks, costOf);
    const neighbours = fitting(near.rows, maxChars * shares.neighbours, costOf);
    const used = [...linkedFrom, ...tasks, ...neighbours].reduce((sum, row) => sum + costOf(row), 0);
    const omitted = [
      ...omittedSentences(links, linkedFrom, 'links to it', '`get_links` with `direction: in`'),
      ...omittedSentences(open, tasks, 'open tasks', '`list_tasks` with this `path`'),
      ...omittedSentences(near, neighbours, 'linked notes', '`get_links`'),
    ].map(ways => adviceFor(ways, this.context.shows));
    return { used, linkedFrom, tasks, neighbours, omitted };
  }
}

function omittedSentences(
  found: Found<unknown>,
  shown: readonly unknown[],
  what: string,
  way: string,
): Advice[] {
  const left = found.totalCount - shown.length;
  const more = `${found.isAtLeast === true ? 'At least ' : ''}${left} more ${what}`;
  return left > 0 ? [[`${more}: ${way}.`, `${more}.`]] : [];
}

/** Number of characters that a row shows. */
function costOf(row: LinkingParagraph | OpenTask | NeighbourNote): number {
  return Object.values(row).join().length;
}

/** The first rows that fit into a number of characters together. */
function fitting<Row>(rows: readonly Row[], limit: number, cost: (row: Row) => number): Row[] {
  let left = limit;
  const end = rows.findIndex(row => (left -= cost(row)) < 0);
  return rows.slice(0, end < 0 ? rows.length : end);
}

/** Names of a note add nothing to its sections. */
const nameFields: readonly string[] = ['title', 'alias', 'tag'];

type Match = SearchHit['matches'][number];

/** The searched words in a match, each once. */
function wordsIn({ text, ranges }: Match): ReadonlySet<string> {
  return new Set(ranges.map(([start, end]) => text.slice(start, end).toLowerCase()));
}

/** A word counts more the fewer matches contain it. */
function bestOf(matches: readonly Match[]): readonly Match[] {
  const holders = new Map<string, number>();
  for (const match of matches) for (const word of wordsIn(match)) countUp(holders, word);
  const ratingOf = (match: Match): number =>
    [...wordsIn(match)].reduce((sum, word) => sum + 1 / (holders.get(word) ?? 1), 0);
  return matches.toSorted((a, b) => ratingOf(b) - ratingOf(a)).slice(0, sectionsOfNote);
}

/** Names and looks of a note, which no question asks for. */
const otherProperties = /^(?:title|alias(?:es)?|tags?|cssclass(?:es)?|position)$/iu;
/** Characters of JSON of a note's properties together; one that does not fit is left out. */
const maxProperties = 400;

function propertiesOf({ frontmatter = {} }: NoteFacts): Record<string, unknown> {
  let left = maxProperties;
  const chosen = Object.entries(frontmatter).filter(([name, value]) => {
    if (otherProperties.test(name) || value === null || value === '') return false;
    const size = name.length + jsonSize(value, left);
    const fits = size <= left;
    if (fits) left -= size;
    return fits;
  });
  return Object.fromEntries(chosen);
}
