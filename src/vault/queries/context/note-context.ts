import { mapDefined } from '../../../utils/collections';
import { type Advice, adviceFor, ToolFailure } from '../../../errors';
import { findBody } from '../../../markdown/frontmatter/frontmatter';
import { parseNote } from '../../../markdown/structure/scan-structure';
import { HeadingTree } from '../../../markdown/targets/heading-target';
import { cutBetweenCharacters } from '../../../markdown/text/excerpt';
import { linesOf } from '../../../markdown/text/lines';
import { isRoundedInteger } from '../../../markdown/yaml/yaml-value';
import { contains } from '../../../utils/text/text-search';
import { jsonSize } from '../../../utils/json';
import { counted } from '../../../utils/text/pieces';
import { someOf } from '../../hints/missing-names';
import type { CallerContext } from '../../caller-context';
import type { NoteFacts } from '../../index/metadata/note-metadata';
import { NoteViews } from '../../reading/note-reader';
import { ifPossible } from '../../reading/notes';
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
interface ContextQuery {
  readonly path?: string | undefined;
  readonly query?: string | undefined;
  /** Characters of all texts together. */
  readonly maxChars: number;
}

interface ContextSection {
  path: string;
  /** Line of the first match in the text, or the first line of the text, 1-based. */
  line: number;
  heading?: string;
  text: string;
  /** Properties that the question may ask for, with the first section of each note. */
  properties?: Record<string, unknown>;
}

interface NoteContextResult {
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

const maxNotes = 12;
/** Sections of the best note, and of each other. */
const [sectionsOfBest, sectionsOfOthers] = [3, 2] as const;
/** Matches in the title, aliases and tags included. */
const matchesOfNote = 4;
/** Budget share of one section, and the fewest and most sections that a search shows. */
const sectionShare = 0.12;
const [minSection, maxSection] = [100, 5000] as const;

/** Everything about a note or a question, within a number of characters. */
export class NoteContext {
  private readonly around: NoteSurroundings;

  constructor(private readonly context: CallerContext) {
    this.around = new NoteSurroundings(context);
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
    const asText = { withContent: true, parseFrontmatter: false, format: 'markdown' } as const;
    for (let maxChars = Math.max(1, limit); ;) {
      const view = await new NoteViews(this.context).of(
        { path, maxChars, ...asText, withLineNumbers: true },
        signal,
      );
      const length = view.content?.length ?? 0;
      if (length <= limit || maxChars === 1) return view;
      maxChars = Math.max(1, Math.min(maxChars - 1, Math.floor((maxChars * limit) / length)));
    }
  }

  private async ofQuestion(query: string, maxChars: number, signal: AbortSignal): Promise<NoteContextResult> {
    const contextLength = Math.floor(Math.min(maxSection, Math.max(minSection, maxChars * sectionShare)));
    const limits = { contextLength, limit: maxNotes, matchesPerNote: matchesOfNote, bestFirst: true };
    const {
      results,
      totalCount,
      partialCount = 0,
      hints,
    } = await new NoteSearch(this.context).search({ query, context: 'section', ...limits }, signal);
    const [best] = mapDefined(results, hit => this.context.files.noteAtExactly(hit.path));
    const { used, ...around } =
      best === undefined
        ? { used: 0, linkedFrom: [], tasks: [], neighbours: [], omitted: [] }
        : await this.surroundings(best, maxChars, signal);
    const all: ContextSection[] = [];
    for (const hit of results) {
      const most = hit === results[0] ? sectionsOfBest : sectionsOfOthers;
      all.push(...(await this.sectionsOf(hit, { most, maxChars: contextLength }, signal)));
    }
    const sections = fitting(
      all,
      maxChars - used,
      ({ path, heading = '', text, properties = {} }) =>
        [path, heading, text, JSON.stringify(properties)].join().length,
    );
    const left = totalCount + partialCount - new Set(sections.map(({ path }) => path)).size;
    const rest = left > 0 ? [`\`search\` with this \`query\` finds ${counted(left, 'more note')}.`] : [];
    return {
      ...(best === undefined ? {} : { path: best.path }),
      sections,
      ...around,
      omitted: [...rest, ...omittedMatches(results, sections), ...around.omitted],
      ...(hints === undefined ? {} : { hints }),
    };
  }

  private async sectionsOf(
    { path, matches }: SearchHit,
    { most, maxChars }: { readonly most: number; readonly maxChars: number },
    signal: AbortSignal,
  ): Promise<ContextSection[]> {
    const file = this.context.files.noteAtExactly(path);
    const best = matches.filter(match => !isAside(match)).slice(0, most);
    const inOrder = [...(best.length === 0 ? matches : best)].sort((a, b) => a.line - b.line);
    const sections: ContextSection[] = [];
    let shownUpTo = 0;
    for (const match of best.length === 0 ? inOrder.slice(0, 1) : inOrder) {
      const { heading } = match;
      if (match.line <= shownUpTo) continue;
      const from = isAside(match) ? 'start' : bareHeading.test(match.text.trim()) ? match.line : undefined;
      const longer =
        file && from !== undefined ? await this.textFrom(file, from, maxChars, signal) : undefined;
      const { line, text } = longer ?? match;
      if (longer !== undefined) shownUpTo = line + text.split('\n').length - 1;
      sections.push({ path, line, ...(heading === undefined ? {} : { heading }), text });
    }
    const [first] = sections;
    const properties = file === undefined ? {} : propertiesOf(this.context.facts.of(file), matches);
    if (first !== undefined && Object.keys(properties).length > 0) first.properties = properties;
    return sections;
  }

  /** The text below the properties, or a heading with everything below it; undefined if the note is not parsed. */
  private async textFrom(file: TFile, from: 'start' | number, maxChars: number, signal: AbortSignal) {
    if (this.context.notes.isLarge(file)) return undefined;
    return ifPossible(async () => {
      const { text } = await this.context.notes.readFile(file, signal);
      const lines = linesOf(text);
      const bodyFrom = (start: number, end?: number) => {
        const body = text.slice(start, end);
        const line = lines.lineAt(start + body.length - body.trimStart().length);
        const cut = cutBetweenCharacters(body.trim(), maxChars - 1).trimEnd();
        return { line, text: body.trim().length <= maxChars ? body.trim() : `${cut}…` };
      };
      if (from === 'start') return bodyFrom(findBody(text));
      const tree = new HeadingTree(text, parseNote(text));
      const start = lines.startOf(from);
      const index = tree.structure.headings.findIndex(heading => heading.start >= start);
      if (index === -1) return undefined;
      const { headingSpan, contentEnd } = tree.sectionOf(index);
      return bodyFrom(headingSpan.start, contentEnd);
    });
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

/** What is left out of notes that are shown. */
function omittedMatches(hits: readonly SearchHit[], sections: readonly ContextSection[]): string[] {
  let more = 0;
  const cutNotes: string[] = [];
  for (const { path, matches, moreMatches = 0 } of hits) {
    const shown = sections.filter(section => section.path === path);
    if (shown.length === 0) continue;
    const left = matches.filter(match => !isAside(match)).slice(shown.length);
    more += left.reduce((sum, { ranges }) => sum + ranges.length, moreMatches);
    const said = JSON.stringify(shown).toLowerCase();
    const isSaid = ({ text, ranges }: Match): boolean =>
      ranges.every(range =>
        contains(
          said,
          JSON.stringify(text.slice(...range))
            .slice(1, -1)
            .toLowerCase(),
        ),
      );
    if (matches.some(match => match.field === 'frontmatter' && !isSaid(match))) cutNotes.push(path);
  }
  const count = counted(more, 'more match', 'more matches');
  const way = `\`search\` with this \`query\` and a higher \`matchesPerNote\` shows up to ${count} in the notes above.`;
  const long = `Long properties that match are left out for ${someOf(cutNotes, 3)}: read the note.`;
  return [...(more > 0 ? [way] : []), ...(cutNotes.length > 0 ? [long] : [])];
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

function costOf(row: LinkingParagraph | OpenTask | NeighbourNote): number {
  return Object.values(row).join().length;
}

/** The first rows that fit into a number of characters together. */
function fitting<Row>(rows: readonly Row[], limit: number, cost: (row: Row) => number): Row[] {
  let left = limit;
  const end = rows.findIndex(row => (left -= cost(row)) < 0);
  return rows.slice(0, end < 0 ? rows.length : end);
}

type Match = SearchHit['matches'][number];

/** Names of a note add nothing to its sections, and properties are shown beside them. */
const asideFields: readonly string[] = ['title', 'alias', 'tag', 'frontmatter'];
const isAside = ({ field }: Match): boolean => asideFields.includes(field);
const bareHeading = /^(?:#{1,6}[ \t].*|.*\n[=-]+)$/u;

/** Names and looks of a note, which no question asks for. */
const otherProperties = /^(?:title|alias(?:es)?|tags?|cssclass(?:es)?|position)$/iu;
/** Total characters of JSON for a note's properties; a property that does not fit is left out. */
const maxProperties = 400;

/** The properties of a note, those with matches first. */
function propertiesOf({ frontmatter = {} }: NoteFacts, matches: readonly Match[]): Record<string, unknown> {
  const words = matches.flatMap(({ text, ranges }) =>
    ranges.map(range => text.slice(...range).toLowerCase()),
  );
  const sizeOf = ([name, value]: [string, unknown]): number => name.length + jsonSize(value, maxProperties);
  const usable = Object.entries(frontmatter).filter(
    ([name, value]) =>
      !otherProperties.test(name) && value !== null && value !== '' && !isRoundedInteger(value),
  );
  const small = usable.filter(entry => sizeOf(entry) <= maxProperties);
  const isAsked = (entry: [string, unknown]): boolean => {
    const text = JSON.stringify(entry).toLowerCase();
    return words.some(word => contains(text, word));
  };
  let left = maxProperties;
  const chosen = [...small.filter(isAsked), ...small.filter(entry => !isAsked(entry))].filter(entry => {
    const fits = sizeOf(entry) <= left;
    if (fits) left -= sizeOf(entry);
    return fits;
  });
  return Object.fromEntries(chosen);
}
