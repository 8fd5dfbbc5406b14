import { mapDefined, Best } from '../../../utils/collections';
import type { TFile } from 'obsidian';
import { locateFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import { type Lines, linesOf } from '../../../markdown/text/lines';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';
import { compareKeys, nameKey } from '../../../utils/text/folding';
import type { CallerContext } from '../../caller-context';
import { type IncomingLink, LinkListings } from '../../links/link-listing';
import { type ShownTask, TaskList } from '../tasks/list-tasks';
import { cutBetweenCharacters } from '../../../markdown/text/excerpt';
import { placeOf } from '../../../utils/text/text-search';

export interface LinkingParagraph {
  path: string;
  /** Line of the link, 1-based. */
  line: number;
  text: string;
}

export interface NeighbourNote {
  path: string;
  direction: 'out' | 'in' | 'both';
  /** The first line of its text; empty if there is none. */
  text: string;
}

export type OpenTask = Pick<ShownTask, 'line' | 'text' | 'due' | 'priority'>;

/** Some rows, and how many there are in all. */
export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly totalCount: number;
  /** Whether there may be more than `totalCount`. */
  readonly isAtLeast?: boolean;
}

const maxLinks = 40;
const maxTasks = 50;
const maxNeighbours = 40;

/** The surroundings of one note: links to it with their text, its open tasks, and the notes linked with it. */
export class NoteSurroundings {
  constructor(private readonly context: CallerContext) {}

  /** Each paragraph once; `totalCount` counts links, and one for each file that was not read. */
  async linkedFrom(file: TFile, signal: AbortSignal): Promise<Found<LinkingParagraph>> {
    const listings = new LinkListings(this.context);
    const { links, found, moreSources } = await listings.firstTo(file, maxLinks, signal);
    const { slicer } = this.context;
    const others = links.filter(({ source }) => source !== file.path);
    const paths = [...new Set(others.map(({ source }) => source))];
    const linesByPath = await this.linesOf(paths, signal);
    const rows: LinkingParagraph[] = [];
    const shown = new Set<string>();
    await forEachInTurn(others, { slicer, signal }, link => {
      const text = paragraphOf(link, linesByPath.get(link.source));
      const key = `${link.source}\n${text}`;
      if (text !== '' && !shown.has(key)) rows.push({ path: link.source, line: link.line, text });
      shown.add(key);
    });
    const repeated = links.length - rows.length;
    return { rows, totalCount: found + moreSources - repeated, isAtLeast: moreSources > 0 };
  }

  async openTasks(file: TFile, signal: AbortSignal): Promise<Found<OpenTask>> {
    const query = { path: file.path, status: 'open', sort: 'due', limit: maxTasks } as const;
    const { tasks, totalCount } = await new TaskList(this.context).list(query, signal);
    const rows = tasks.map(({ line, text, due, priority }) => ({
      line,
      text,
      ...(due === undefined ? {} : { due }),
      ...(priority === undefined ? {} : { priority }),
    }));
    return { rows, totalCount };
  }

  /** Notes that it links to, in its order, then those that only link to it, by path. */
  async neighbours(file: TFile, signal: AbortSignal): Promise<Found<NeighbourNote>> {
    const { files, links, slicer } = this.context;
    const graph = await links.whole(signal);
    const sources = new Set(graph.incoming(file.path));
    const targets = new Set(graph.outgoing(file.path));
    const linked: TFile[] = [];
    const linking = new Best<{ note: TFile; key: string }>(maxNeighbours, (a, b) =>
      compareKeys(a.key, b.key),
    );
    let totalCount = 0;
    await forEachInTurn(new Set([...targets, ...sources]), { slicer, signal }, path => {
      const note = files.noteAtExactly(path);
      if (note === undefined || note === file) return;
      totalCount += 1;
      if (!targets.has(path)) linking.offer({ note, key: nameKey(path) });
      else if (linked.length < maxNeighbours) linked.push(note);
    });
    const shown = [...linked, ...linking.sorted().map(({ note }) => note)].slice(0, maxNeighbours);
    const texts = await this.textsOf(shown, signal);
    const directionOf = (path: string): NeighbourNote['direction'] => {
      if (!targets.has(path)) return 'in';
      return sources.has(path) ? 'both' : 'out';
    };
    const rows = shown.map(({ path }) => {
      const text = texts.get(path) ?? '';
      const start = locateFrontmatter(text)?.after ?? 0;
      return { path, direction: directionOf(path), text: firstSentence(text, start) };
    });
    return { rows, totalCount };
  }

  private async linesOf(paths: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Lines>> {
    const notes = mapDefined(paths, path => this.context.files.noteAtExactly(path));
    const known = new Map<string, Lines>();
    for (const [path, text] of await this.textsOf(notes, signal)) known.set(path, linesOf(text));
    return known;
  }

  private async textsOf(notes: readonly TFile[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const loop = { slicer: this.context.slicer, signal };
    const store = await this.context.texts.read(notes, signal);
    const texts = new Map<string, string>();
    await forEachInTurn(notes, loop, async ({ path }) => {
      const stored = store.get(path);
      const text = stored === undefined ? undefined : await store.textOf(stored, loop.slicer.slice(loop));
      if (text !== undefined) texts.set(path, text.original);
    });
    return texts;
  }
}

/** The line of a property; for a canvas or base, the text that contains the link. */
function paragraphOf({ line, link, kind, text = '' }: IncomingLink, lines: Lines | undefined): string {
  if (lines === undefined || line > lines.count) return text;
  return kind === 'frontmatter' ? cutAround(lines.textOf(line), link) : paragraphAt(lines, line, link);
}

/** Longest paragraph in characters; of a longer one only the line is shown. */
const maxPerParagraph = 600;
const maxLinesAround = 10;
const maxPerSummary = 120;
/** Lines at the start of a note in which its first sentence is searched. */
const maxLinesOfBeginning = 100;

/** Lines that are a block by themselves: headings, list items, rows of tables, fences, and those without text. */
const ownBlock = /^\s*(?:$|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\||```|~~~|---)/u;

/**
 * The paragraph that contains a line; only the line itself if it is a list item, heading or table row.
 * @param line 1-based
 * @param shown a piece of the line that is kept if the line is cut
 */
function paragraphAt(lines: Lines, line: number, shown: string): string {
  const own = lines.textOf(line);
  if (ownBlock.test(own)) return cutAround(own, shown);
  let first = line;
  let last = line;
  while (first > 1 && line - first < maxLinesAround && !ownBlock.test(lines.textOf(first - 1))) first -= 1;
  while (last < lines.count && last - line < maxLinesAround && !ownBlock.test(lines.textOf(last + 1)))
    last += 1;
  if (line - first === maxLinesAround || last - line === maxLinesAround) return cutAround(own, shown);
  if (lines.endOf(last) - lines.startOf(first) > maxPerParagraph) return cutAround(own, shown);
  return lines.slice(first, last).trim();
}

function cutAround(line: string, shown: string): string {
  const text = line.trim();
  if (text.length <= maxPerParagraph) return text;
  const from = Math.max(0, placeOf(text, shown) - maxPerParagraph / 2);
  const cut = text.slice(from, from + maxPerParagraph).toWellFormed();
  return `${from === 0 ? '' : '…'}${cut}${from + maxPerParagraph < text.length ? '…' : ''}`;
}

/**
 * The first line of text below properties and headings, cut; empty for a note without text.
 * @param start where the text below the properties begins
 */
function firstSentence(text: string, start: number): string {
  let at = start;
  for (let line = 0; line < maxLinesOfBeginning && at < text.length; line += 1) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    const shown = text.slice(at, Math.min(end, at + maxPerSummary * 2)).trim();
    if (shown !== '' && !/^(?:#{1,6}\s|---|```|~~~|%%)/u.test(shown))
      return shown.length <= maxPerSummary ? shown : `${cutBetweenCharacters(shown, maxPerSummary)}…`;
    at = end + 1;
  }
  return '';
}
