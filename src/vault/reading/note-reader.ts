/** Reads parts of notes, and shows them in the formats that callers ask for. */

import type { TFile } from 'obsidian';
import { ToolFailure, adviceFor, type Shows } from '../../errors';
import { type Excerpt, excerpt, numberedLines } from '../../markdown/text/excerpt';
import { frontmatterIn, locateFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { countLines, linesOf, type Lines } from '../../markdown/text/lines';
import { parseNote } from '../../markdown/structure/scan-structure';
import { findBlock } from '../../markdown/targets/block-target';
import { findHeading, linkedSection } from '../../markdown/targets/heading-target';
import { countBodyWords } from '../../markdown/text/word-count';
import { plainValues } from '../../utils/json';
import type { NoteContent } from './notes';
import type { MeantNote } from '../access/visible-files';
import { counted, jsonLine, quoted } from '../../utils/text/pieces';
import { drawingBlock } from '../../markdown/drawing/drawing-texts';
import { toIso } from '../../utils/dates';
import { linkingPaths, type LinkingContext } from '../links/file-occurrences';

/** Which part of a note to read, at most one of lines, heading and block, and in which form. */
interface ViewQuery {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  /** `Parent::Child` names a nested one. */
  readonly heading?: string | undefined;
  /** Whether the heading is named as in a link, which leads to the first of its name. */
  readonly isLink?: boolean;
  /** 1-based, among the headings with that path. */
  readonly occurrence?: number | undefined;
  readonly block?: string | undefined;
  readonly maxChars: number;
  readonly withLineNumbers: boolean;
  readonly parseFrontmatter: boolean;
  readonly withContent: boolean;
  readonly format: 'markdown' | 'json';
}

/** A part of a note; the lines and offsets of the excerpt are those of `lines`. */
interface NoteExcerpt extends Excerpt {
  readonly file: TFile;
  /** How the note was found, if the requested name is not its own. */
  readonly guess: MeantNote['guess'];
  readonly versionId: string;
  readonly totalLines: number;
  readonly wordCount: number;
  /** The beginning of the note with its frontmatter, or all of it if it is not large. */
  readonly head: string;
  /** All lines of the note, or for a large one, those that may be shown from the first requested one. */
  readonly lines: Lines;
  /** Lines and UTF-16 units of the note before those. */
  readonly before: { readonly lines: number; readonly units: number };
  /** The last line of the requested part; its text may be cut earlier. */
  readonly lastLine: number;
  /** Characters of the last line, if the text is cut inside it. */
  readonly cutLineChars?: number;
}

type OwnPart = Omit<NoteExcerpt, 'guess'>;

interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

function partOf(file: TFile, { text, versionId }: NoteContent, asked: ViewQuery): OwnPart {
  const range = rangeOf(text, asked);
  const lines = linesOf(text);
  const part = excerpt(lines, { ...range, maxChars: needsText(asked) ? asked.maxChars : Infinity });
  const lineEnd = lines.endOf(part.endLine);
  return {
    ...part,
    ...(part.end < lineEnd ? { cutLineChars: lineEnd - lines.startOf(part.endLine) } : {}),
    file,
    versionId,
    totalLines: lines.count,
    wordCount: countBodyWords(text),
    head: text,
    lines,
    lastLine: Math.min(range.endLine, lines.count),
    before: { lines: 0, units: 0 },
  };
}

/** Whether any text of the part is shown: otherwise its lines are only counted. */
function needsText({ withContent, parseFrontmatter }: ViewQuery): boolean {
  return withContent || parseFrontmatter;
}

function rangeOf(text: string, query: ViewQuery): LineRange {
  const { heading, block, occurrence } = query;
  const emptyHint = 'Leave the heading out to use the whole note, or name lines or a block id instead.';
  const find = query.isLink === true ? linkedSection : findHeading;
  if (heading !== undefined) return find(text, parseNote(text), heading, { occurrence, emptyHint });
  if (block === undefined) return linesAsked(countLines(text), query);
  return findBlock(text, parseNote(text), block, { emptyHint: 'Name the part by its heading or lines.' });
}

/** The parsed properties; null if there are none or they do not parse. */
export function propertiesOf(text: string): Record<string, unknown> | null {
  const parsed = frontmatterIn(text, { exactIntegers: true });
  if (parsed?.ok !== true) return null;
  return plainValues(parsed.value);
}

/** The subpath of a wikilink names a heading, or with `^` a block. */
function withSubpath(query: ViewQuery, subpath: string): ViewQuery {
  if (query.heading !== undefined || query.block !== undefined) {
    throw new ToolFailure('invalid_argument', 'With a subpath in `path`, leave out `heading` and `block`.');
  }
  return { ...query, ...(subpath.startsWith('^') ? { block: subpath } : { heading: subpath, isLink: true }) };
}

function checkExclusive({ heading, block, startLine, endLine, occurrence }: ViewQuery): void {
  const named = [heading, block].filter(value => value !== undefined).length;
  if (named > 1) throw new ToolFailure('invalid_argument', '`heading` and `block` cannot be combined.');
  if (named === 1 && (startLine !== undefined || endLine !== undefined)) {
    throw new ToolFailure(
      'invalid_argument',
      'Pass either `startLine` and `endLine`, or `heading`, or `block`.',
    );
  }
  if (occurrence !== undefined && heading === undefined) {
    throw new ToolFailure('invalid_argument', '`occurrence` counts headings and needs `heading`.');
  }
}

function linesAsked(count: number, query: ViewQuery): LineRange {
  const { startLine = 1, endLine = count } = query;
  if (query.startLine !== undefined && startLine > count) {
    throw new ToolFailure(
      'invalid_argument',
      `\`startLine\` is past the end: the note has ${counted(count, 'line')}.`,
    );
  }
  if (query.endLine !== undefined && endLine < startLine) {
    throw new ToolFailure('invalid_argument', '`endLine` is before `startLine`.');
  }
  return { startLine, endLine };
}

export interface NoteView {
  path: string;
  content?: string;
  totalLines: number;
  startLine: number;
  endLine: number;
  wordCount: number;
  versionId: string;
  frontmatter?: Record<string, unknown> | null;
  contentWithoutFrontmatter?: string;
  truncated?: boolean;
  nextStartLine?: number;
  /** Characters of the last line, if the text is cut inside it. */
  cutLineChars?: number;
  tags?: string[];
  stat?: { created: string; modified: string; size: number };
  outgoingLinks?: string[];
  backlinkCount?: number;
  hints?: string[];
}

export class NoteViews {
  constructor(private readonly context: LinkingContext) {}

  /**
   * @throws ToolFailure `invalid_argument`, `target_not_found`, `target_ambiguous`, like any reference; `too_large` for
   * a heading or block of a note that is not parsed
   */
  async of(query: ViewQuery, signal: AbortSignal): Promise<NoteView> {
    const { files, notes, shows } = this.context;
    const { file, subpath, guess } = files.noteMeant(query.path);
    const asked = subpath === undefined ? query : withSubpath(query, subpath);
    checkExclusive(asked);
    const isOfPart = (asked.heading ?? asked.block) !== undefined;
    if (isOfPart) notes.requireParts(file);
    const viewed = (part: OwnPart): NoteView => viewOf({ ...part, guess }, query, shows);
    const view =
      notes.isLarge(file) && !isOfPart
        ? viewed(await this.windowOf(file, asked, signal))
        : await notes.whileHeld(file, signal, note => Promise.resolve(viewed(partOf(file, note, asked))));
    return query.format === 'json' ? { ...view, ...(await this.facts(file, signal)) } : view;
  }

  /** Lines of a note that is never held as one text. */
  private async windowOf(file: TFile, query: ViewQuery, signal: AbortSignal): Promise<OwnPart> {
    const { startLine = 1, endLine = Infinity } = query;
    const showsText = needsText(query);
    const maxChars = showsText ? query.maxChars : 0;
    const window = await this.context.notes.readWindow(file, { startLine, endLine, maxChars }, signal);
    const { totalLines, wordCount, versionId, head } = window;
    const last = Math.min(linesAsked(totalLines, query).endLine, totalLines);
    const lines = linesOf(window.text);
    const count = last - startLine + 1;
    const part = showsText
      ? excerpt(lines, { startLine: 1, endLine: count, maxChars })
      : { startLine: 1, endLine: count, start: 0, end: 0, isCut: false };
    const isCutInside = showsText && part.endLine === 1 && part.end < window.firstLineLength;
    return {
      ...part,
      ...(part.endLine < count ? { nextStartLine: part.endLine + 1 } : {}),
      ...(isCutInside ? { cutLineChars: window.firstLineLength } : {}),
      file,
      versionId,
      totalLines,
      wordCount,
      head,
      lines,
      lastLine: last,
      before: { lines: startLine - 1, units: window.offset },
    };
  }

  private async facts(file: TFile, signal: AbortSignal): Promise<Partial<NoteView>> {
    const { facts, links, readiness } = this.context;
    await readiness.wait(signal);
    const linking = await linkingPaths(this.context, signal);
    const { ctime, mtime, size } = file.stat;
    return {
      tags: [...facts.of(file).tags],
      stat: { created: toIso(ctime), modified: toIso(mtime), size },
      outgoingLinks: [...(await links.whole(signal)).outgoing(file.path)],
      backlinkCount: linking(file.path).filter(path => path !== file.path).length,
    };
  }
}

function viewOf(part: NoteExcerpt, query: ViewQuery, shows: Shows): NoteView {
  const { file, head, before, lines, totalLines, wordCount, versionId, nextStartLine, cutLineChars } = part;
  const shown = (own: Excerpt): string =>
    query.withLineNumbers ? numberedLines(lines, own, before.lines) : lines.text.slice(own.start, own.end);
  const startLine = part.startLine + before.lines;
  const endLine = part.endLine + before.lines;
  const view: NoteView = { path: file.path, totalLines, startLine, endLine, wordCount, versionId };
  if (query.withContent) view.content = shown(part);
  if (part.isCut) view.truncated = true;
  if (nextStartLine !== undefined) view.nextStartLine = nextStartLine + before.lines;
  if (cutLineChars !== undefined) view.cutLineChars = cutLineChars;
  if (query.parseFrontmatter || query.format === 'json') view.frontmatter = propertiesOf(head);
  if (query.parseFrontmatter) view.contentWithoutFrontmatter = shown(withoutFrontmatter(part));
  const hints = [
    ...meantHints(part, query),
    ...(view.frontmatter === null ? tornHints(head) : []),
    ...(view.nextStartLine !== undefined && part.lastLine < totalLines
      ? [
          `What was asked for ends on line ${part.lastLine}: read on with \`startLine: ${view.nextStartLine}\` and \`endLine: ${part.lastLine}\`.`,
        ]
      : []),
    ...drawingHints(part, shows),
  ];
  if (hints.length > 0) view.hints = hints;
  return view;
}

/** Says which note was read, if the requested name was another one. */
function meantHints({ file, guess }: NoteExcerpt, { path }: ViewQuery): string[] {
  if (guess === undefined) return [];
  const why = guess === 'alias' ? 'which has that alias' : 'the only note with a similar name';
  return [`No note is called ${quoted(path)}; showing ${jsonLine(file.path)}, ${why}.`];
}

/** Says that the YAML of a note's properties cannot be read; empty if it can, or if there is none. */
export function tornHints(text: string): string[] {
  const parsed = frontmatterIn(text);
  if (parsed === undefined || parsed.ok || parsed.problem.kind === 'empty') return [];
  const { problem } = parsed;
  const place = problem.kind === 'syntax' ? ` (see line ${problem.line + 1})` : '';
  const unparsed = problem.kind === 'too_deep' ? 'is nested too deep' : `does not parse${place}`;
  const why = problem.kind === 'too_large' ? 'has more than 65,536 characters' : unparsed;
  return [`The YAML of the frontmatter ${why}, so properties and their tags are unknown.`];
}

function drawingHints({ head, before, start, end }: NoteExcerpt, shows: Shows): string[] {
  const drawing = drawingBlock(head);
  if (drawing?.isPacked !== true) return [];
  if (start + before.units >= drawing.end || end + before.units <= drawing.start) return [];
  const shown = 'The drawing is packed: `read_attachment` shows its texts, frames and links.';
  return [adviceFor([shown, 'The drawing is packed.'], shows)];
}

/** The excerpt from the first line below the frontmatter; line numbers stay those of the file. */
function withoutFrontmatter(part: NoteExcerpt): Excerpt {
  const { head, lines, before, start, end } = part;
  const below = (locateFrontmatter(head)?.after ?? 0) - before.units;
  if (start >= below) return part;
  if (end <= below) return { ...part, startLine: 0, endLine: 0, start: end, end };
  return { ...part, start: below, startLine: lines.lineAt(below) };
}
