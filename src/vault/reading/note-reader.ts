import type { TFile } from 'obsidian';
import { ToolFailure } from '../../errors';
import { type Excerpt, excerpt } from '../../markdown/text/excerpt';
import { parseFrontmatter, splitFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { linesOf, type Lines } from '../../markdown/text/lines';
import { findBlock, findHeading } from '../../markdown/targets';
import { countingBodyWords } from '../../markdown/text/word-count';
import type { Steps } from '../../utils/slicing/steps';
import { plainData } from '../../utils/json/plain-data';
import type { Notes, NoteContent } from './notes';
import type { VisibleFiles } from '../access/visible-files';
import { counted } from '../../utils/text/counted';

/** Which part of a note to read; at most one of lines, heading and block. */
export interface ReadQuery {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  /** `Parent::Child` names a nested one. */
  readonly heading?: string | undefined;
  /** 1-based, among the headings of that path. */
  readonly occurrence?: number | undefined;
  readonly block?: string | undefined;
  readonly maxChars: number;
}

export interface NoteExcerpt extends NoteContent, Excerpt {
  readonly file: TFile;
  /** The whole note. */
  readonly lines: Lines;
  /** Words of the whole note below its frontmatter. */
  readonly wordCount: number;
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

  /** @throws ToolFailure `invalid_argument`, `target_not_found`, `target_ambiguous`, and as for any note reference */
  async read(query: ReadQuery, signal: AbortSignal): Promise<NoteExcerpt> {
    const { file, subpath } = this.files.noteWithSubpath(query.path);
    const asked = subpath === undefined ? query : withSubpath(query, subpath);
    checkExclusive(asked);
    const note = await this.notes.readFile(file, signal);
    return this.notes.inSlices(this.part(file, note, asked), signal);
  }

  private *part(file: TFile, note: NoteContent, asked: ReadQuery): Steps<NoteExcerpt> {
    const lines = yield* linesOf(note.text);
    const range = yield* this.rangeOf(note, lines, asked);
    const part = excerpt(lines, { ...range, maxChars: asked.maxChars });
    // A NoteText has a `text` of its own, which is the whole note.
    return { ...note, ...part, file, lines, wordCount: yield* countingBodyWords(note.text) };
  }

  private *rangeOf(note: NoteContent, lines: Lines, query: ReadQuery): Steps<LineRange> {
    const { heading, block, occurrence } = query;
    if (heading !== undefined)
      return yield* findHeading(note.text, yield* this.notes.structureOf(note), heading, { occurrence });
    if (block !== undefined) return yield* findBlock(note.text, yield* this.notes.structureOf(note), block);
    return linesAsked(lines, query);
  }
}

/** The parsed properties; null where there are none or they do not parse. */
export function propertiesOf(text: string): Record<string, unknown> | null {
  const { yaml } = splitFrontmatter(text);
  const parsed = yaml === undefined ? undefined : parseFrontmatter(yaml);
  if (parsed?.ok !== true) return null;
  return Object.fromEntries(Object.entries(parsed.value).map(([key, value]) => [key, plainData(value)]));
}

/** `Heading#Sub` of a wikilink is `Heading::Sub` here; `^id` is a block. */
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

function linesAsked(lines: Lines, query: ReadQuery): LineRange {
  const { startLine = 1, endLine = lines.count } = query;
  if (query.startLine !== undefined && startLine > lines.count) {
    throw new ToolFailure(
      'invalid_argument',
      `\`startLine\` is past the end: the note has ${counted(lines.count, 'line')}.`,
    );
  }
  if (query.endLine !== undefined && endLine < startLine) {
    throw new ToolFailure('invalid_argument', '`endLine` is before `startLine`.');
  }
  return { startLine, endLine };
}
