import { mapDefined } from '../../../utils/collections';
import { type Advice, adviceFor, ToolFailure } from '../../../errors';
import { matchOf } from '../../../utils/text/pieces';
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
const matchesOfNote = 3;
const asText = { withContent: true, parseFrontmatter: false, format: 'markdown' } as const;
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
    for (let maxChars = Math.max(1, limit); ;) {
      const view = await this.views.of({ path, maxChars, ...asText, withLineNumbers: true }, signal);
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
    const [best] = mapDefined(results, hit => this.context.files.noteAtExactly(hit.path));
    const { used, ...around } =
      best === undefined
        ? { used: 0, linkedFrom: [], tasks: [], neighbours: [], omitted: [] }
        : await this.surroundings(best, maxChars, signal);
    const all: ContextSection[] = [];
    for (const hit of results) all.push(...(await this.sectionsOf(hit, contextLength, signal)));
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

  private async sectionsOf(
    { path, matches }: SearchHit,
    maxChars: number,
    signal: AbortSignal,
  ): Promise<ContextSection[]> {
    const file = this.context.files.noteAtExactly(path);
    const ofText = matches.filter(({ field }) => !asideFields.includes(field));
    if (file !== undefined && ofText.length === 0)
      return [{ path, line: 1, text: await this.textFrom(path, 1, maxChars, signal) }];
    const sections: ContextSection[] = [];
    let shownUpTo = 0;
    for (const { line, heading, text } of (file === undefined ? matches : ofText).slice(0, sectionsOfNote)) {
      if (line <= shownUpTo) continue;
      const isBare = file !== undefined && levelOf(text) !== undefined && !text.trim().includes('\n');
      const whole = isBare ? withSubsections(await this.textFrom(path, line, maxChars, signal)) : text;
      if (isBare) shownUpTo = line + whole.split('\n').length - 1;
      sections.push({ path, line, ...(heading === undefined ? {} : { heading }), text: whole });
    }
    const [first] = sections;
    const properties = file === undefined ? {} : propertiesOf(this.context.facts.of(file));
    if (first !== undefined && Object.keys(properties).length > 0) first.properties = properties;
    return sections;
  }

  private async textFrom(
    path: string,
    startLine: number,
    maxChars: number,
    signal: AbortSignal,
  ): Promise<string> {
    const query = { path, startLine, maxChars, ...asText, withLineNumbers: false };
    const { content = '' } = await this.views.of(query, signal);
    return content.trim();
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
  const named = left === 1 ? what.replace(/s(?= |$)/u, () => '') : what;
  const more = `${found.isAtLeast === true ? 'At least ' : ''}${left} more ${named}`;
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

/** Names of a note add nothing to its sections, and properties are shown beside them; without others it is shown from its first line. */
const asideFields: readonly string[] = ['title', 'alias', 'tag', 'frontmatter'];

/** Of a text that begins with a heading. */
function levelOf(text: string): number | undefined {
  return matchOf(/^\s*(#{1,6})[ \t]/u, text)[1]?.length;
}

/** A heading and what is below it, up to the next of its level. */
function withSubsections(text: string): string {
  const [own = '', ...lines] = text.split('\n');
  const end = lines.findIndex(line => (levelOf(line) ?? Infinity) <= (levelOf(own) ?? 0));
  return [own, ...lines.slice(0, end < 0 ? lines.length : end)].join('\n').trim();
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
