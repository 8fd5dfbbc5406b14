import type { TFile } from 'obsidian';
import { ToolFailure } from '../../errors';
import { type Excerpt, excerpt } from '../../markdown/text/excerpt';
import { parseFrontmatter, splitFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { linesOf, type Lines } from '../../markdown/text/lines';
import { findBlock } from '../../markdown/targets/block-target';
import { findHeading } from '../../markdown/targets/heading-target';
import { countBodyWords } from '../../markdown/text/word-count';
import { plainData } from '../../utils/json/plain-data';
import type { Notes, NoteContent } from './notes';
import type { VisibleFiles } from '../access/visible-files';
import { counted } from '../../utils/text/one-line';

/** Which part of a note to read; at most one of lines, heading and block. */
export interface ReadQuery {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  /** `Parent::Child` names a nested one. */
  readonly heading?: string | undefined;
  /** 1-based, among the headings with that path. */
  readonly occurrence?: number | undefined;
  readonly block?: string | undefined;
  readonly maxChars: number;
  /** Whether the result contains the text of the part. */
  readonly showsText: boolean;
}

export interface NoteExcerpt extends NoteContent, Excerpt {
  readonly file: TFile;
  /** The whole note. */
  readonly lines: Lines;
  /** Number of words in the whole note below its frontmatter. */
  readonly wordCount: number;
}

/** Lines of a note of more than 20 MB. */
export interface LargeExcerpt extends Pick<
  NoteExcerpt,
  'path' | 'wordCount' | 'versionId' | 'nextStartLine'
> {
  readonly totalLines: number;
  /** The lines from the first requested one, and which of them fit. */
  readonly lines: Lines;
  readonly part: Excerpt;
  /** Number of lines of the note before those. */
  readonly before: number;
  /** Characters of the last line, if the text is cut inside it. */
  readonly cutLineChars?: number;
}

interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Reads parts of the notes that one caller may see. */
export class NoteReader {
  constructor(
    private readonly files: VisibleFiles,
    private readonly notes: Notes,
  ) {}

  /**
   * @param work called with the part; it must read no other note
   * @throws ToolFailure `invalid_argument`, `target_not_found`, `target_ambiguous`, like any reference
   */
  read<T>(query: ReadQuery, signal: AbortSignal, work: (part: NoteExcerpt) => T): Promise<T> {
    const { file, subpath } = this.files.noteWithSubpath(query.path);
    const asked = subpath === undefined ? query : withSubpath(query, subpath);
    checkExclusive(asked);
    return this.notes.whileHeld(file, signal, note => Promise.resolve(work(this.part(file, note, asked))));
  }

  /**
   * The note if it is so large that it is read by lines; else undefined.
   * @throws ToolFailure `too_large` for a heading or block of such a note
   */
  largeFile(query: ReadQuery): TFile | undefined {
    const { file, subpath } = this.files.noteWithSubpath(query.path);
    if (!this.notes.isLarge(file)) return undefined;
    if ((subpath ?? query.heading ?? query.block) !== undefined) throw tooLongToReadWhole();
    return file;
  }

  async readLarge(file: TFile, query: ReadQuery, signal: AbortSignal): Promise<LargeExcerpt> {
    const { startLine = 1, endLine = Infinity, maxChars } = query;
    const window = await this.notes.readWindow(file, { startLine, endLine, maxChars }, signal);
    const { totalLines, wordCount, versionId } = window;
    const range = linesAsked(totalLines, query);
    const last = Math.min(range.endLine, totalLines);
    const lines = linesOf(window.text);
    const part = excerpt(lines, { startLine: 1, endLine: last - startLine + 1, maxChars });
    const endOfPart = part.endLine + startLine - 1;
    return {
      path: file.path,
      totalLines,
      wordCount,
      versionId,
      lines,
      part,
      before: startLine - 1,
      ...(endOfPart < last ? { nextStartLine: endOfPart + 1 } : {}),
      ...(part.endLine === 1 && part.end < window.firstLineLength
        ? { cutLineChars: window.firstLineLength }
        : {}),
    };
  }

  private part(file: TFile, note: NoteContent, asked: ReadQuery): NoteExcerpt {
    const lines = linesOf(note.text);
    const range = this.rangeOf(note, lines, asked);
    const part = excerpt(lines, { ...range, maxChars: asked.maxChars });
    // NoteText has its own `text`, the whole note.
    return { ...note, ...part, file, lines, wordCount: countBodyWords(note.text) };
  }

  private rangeOf(note: NoteContent, lines: Lines, query: ReadQuery): LineRange {
    const { heading, block, occurrence } = query;
    if (heading !== undefined)
      return findHeading(note.text, this.notes.structureOf(note), heading, { occurrence });
    if (block !== undefined) return findBlock(note.text, this.notes.structureOf(note), block);
    return linesAsked(lines.count, query);
  }
}

/** The parsed properties; null where there are none or they do not parse. */
export function propertiesOf(text: string): Record<string, unknown> | null {
  const { yaml } = splitFrontmatter(text);
  const parsed = yaml === undefined ? undefined : parseFrontmatter(yaml, { exactIntegers: true });
  if (parsed?.ok !== true) return null;
  return Object.fromEntries(Object.entries(parsed.value).map(([key, value]) => [key, plainData(value)]));
}

/** Converts the wikilink `Heading#Sub` to `Heading::Sub`; `^id` is a block. */
function withSubpath(query: ReadQuery, subpath: string): ReadQuery {
  if (query.heading !== undefined || query.block !== undefined) {
    throw new ToolFailure('invalid_argument', '`heading` and `block` exclude a subpath in `path`.');
  }
  return subpath.startsWith('^')
    ? { ...query, block: subpath }
    : { ...query, heading: subpath.split('#').join('::') };
}

function checkExclusive({ heading, block, startLine, endLine, occurrence }: ReadQuery): void {
  const named = [heading, block].filter(value => value !== undefined).length;
  if (named > 1) throw new ToolFailure('invalid_argument', '`heading` and `block` exclude each other.');
  if (named === 1 && (startLine !== undefined || endLine !== undefined)) {
    throw new ToolFailure('invalid_argument', '`startLine` and `endLine` exclude `heading` and `block`.');
  }
  if (occurrence !== undefined && heading === undefined) {
    throw new ToolFailure('invalid_argument', '`occurrence` counts headings and needs `heading`.');
  }
}

/** The failure for a note of more than 20 MB. */
export function tooLongToReadWhole(): ToolFailure {
  return new ToolFailure('too_large', 'Of a note larger than 20 MB only lines can be read.', {
    hint: 'Pass `startLine` and `endLine`, without `heading`, `block`, `parseFrontmatter` and `format`.',
  });
}

function linesAsked(count: number, query: ReadQuery): LineRange {
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
