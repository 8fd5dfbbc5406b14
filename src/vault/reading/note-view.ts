import type { TFile } from 'obsidian';
import { drawingBlock } from '../../markdown/drawing/drawing-block';
import type { Lines } from '../../markdown/text/lines';
import {
  locateFrontmatter,
  parseFrontmatter,
  splitFrontmatter,
} from '../../markdown/frontmatter/frontmatter';
import { type Excerpt, numberedLines } from '../../markdown/text/excerpt';
import { toIso } from '../../utils/dates/dates';
import type { Links } from '../links/links';
import type { MetadataReadiness } from '../index/metadata/metadata-readiness';
import type { NoteFactsIndex } from '../index/metadata/note-metadata';
import type { Notes } from './notes';
import {
  type LargeExcerpt,
  type NoteExcerpt,
  type NoteReader,
  tooLongToReadWhole,
  propertiesOf,
  type ReadQuery,
} from './note-reader';

export interface ViewQuery extends Omit<ReadQuery, 'showsText'> {
  readonly withLineNumbers: boolean;
  readonly parseFrontmatter: boolean;
  readonly withContent: boolean;
  readonly format: 'markdown' | 'json';
}

/** The result of `read_note`. */
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

export interface ViewOptions {
  readonly reader: NoteReader;
  readonly notes: Notes;
  readonly facts: NoteFactsIndex;
  readonly links: Links;
  readonly readiness: MetadataReadiness;
}

/** Shows parts of notes in the formats that callers request. */
export class NoteViews {
  constructor(private readonly options: ViewOptions) {}

  /** @throws ToolFailure as `NoteReader.read` does */
  async of(query: ViewQuery, signal: AbortSignal): Promise<NoteView> {
    const showsText = query.withContent || query.parseFrontmatter;
    const { reader } = this.options;
    const asked = { ...query, showsText, ...(showsText ? {} : { maxChars: Infinity }) };
    const large = reader.largeFile(asked);
    if (large !== undefined) return this.ofLarge(large, query, signal);
    const { file, view } = await reader.read(asked, signal, note => ({
      file: note.file,
      view: this.shown(note, query),
    }));
    return query.format === 'json' ? { ...view, ...(await this.facts(file, signal)) } : view;
  }

  private shown(note: NoteExcerpt, query: ViewQuery): NoteView {
    const shown = (part: Excerpt): string => shownText(note.lines, part, query);
    const { path, startLine, endLine, wordCount, versionId } = note;
    const view: NoteView = { path, totalLines: note.lines.count, startLine, endLine, wordCount, versionId };
    if (query.withContent) view.content = shown(note);
    if (note.isCut) view.truncated = true;
    if (note.nextStartLine !== undefined) view.nextStartLine = note.nextStartLine;
    if (note.end < note.lines.endOf(endLine))
      view.cutLineChars = note.lines.endOf(endLine) - note.lines.startOf(endLine);
    if (query.parseFrontmatter || query.format === 'json') view.frontmatter = propertiesOf(note.text);
    if (query.parseFrontmatter) view.contentWithoutFrontmatter = shown(withoutFrontmatter(note));
    const hints = [...(view.frontmatter === null ? tornHints(note.text) : []), ...drawingHints(note)];
    if (hints.length > 0) view.hints = hints;
    return view;
  }

  private async ofLarge(file: TFile, query: ViewQuery, signal: AbortSignal): Promise<NoteView> {
    if (query.parseFrontmatter || query.format === 'json') throw tooLongToReadWhole();
    const { reader } = this.options;
    const showsText = query.withContent;
    const shown = { ...query, showsText, ...(showsText ? {} : { maxChars: 0 }) };
    return largeView(await reader.readLarge(file, shown, signal), query);
  }

  private async facts(file: TFile, signal: AbortSignal): Promise<Partial<NoteView>> {
    const { facts, links, readiness } = this.options;
    await readiness.wait(signal);
    const { ctime, mtime, size } = file.stat;
    return {
      tags: [...facts.of(file).tags],
      stat: { created: toIso(ctime), modified: toIso(mtime), size },
      outgoingLinks: [...(await links.outgoing(file.path, signal))],
      backlinkCount: (await links.notesLinkingTo(file.path, signal)).length,
    };
  }
}

function largeView({ lines, part, before, ...note }: LargeExcerpt, query: ViewQuery): NoteView {
  const { path, totalLines, wordCount, versionId, nextStartLine, cutLineChars } = note;
  const startLine = before + 1;
  const facts = { path, totalLines, startLine, wordCount, versionId };
  if (!query.withContent) return { ...facts, endLine: Math.min(query.endLine ?? totalLines, totalLines) };
  const content = shownText(lines, part, query, before);
  return {
    ...facts,
    content,
    endLine: part.endLine + before,
    ...(part.isCut ? { truncated: true } : {}),
    ...(nextStartLine === undefined ? {} : { nextStartLine }),
    ...(cutLineChars === undefined ? {} : { cutLineChars }),
  };
}

function shownText(lines: Lines, part: Excerpt, { withLineNumbers }: ViewQuery, before = 0): string {
  return withLineNumbers ? numberedLines(lines, part, before) : lines.text.slice(part.start, part.end);
}

/** Of a note whose properties cannot be read. */
function tornHints(text: string): string[] {
  const { yaml } = splitFrontmatter(text);
  const parsed = yaml === undefined ? undefined : parseFrontmatter(yaml);
  if (parsed === undefined || parsed.ok || parsed.problem.kind === 'empty') return [];
  return [
    'The frontmatter is there but unreadable: its YAML does not parse, so that properties and their tags are unknown.',
  ];
}

function drawingHints({ text, start, end }: NoteExcerpt): string[] {
  const drawing = drawingBlock(text);
  return drawing?.isPacked === true && start < drawing.end && end > drawing.start
    ? ['The drawing is packed: `read_attachment` shows its texts, frames and links.']
    : [];
}

/** The excerpt from the first line below the frontmatter; line numbers stay those of the file. */
function withoutFrontmatter(note: NoteExcerpt): Excerpt {
  const block = locateFrontmatter(note.text);
  if (block === undefined || note.start >= block.after) return note;
  if (note.end <= block.after) return { ...note, startLine: 0, endLine: 0, start: note.end, end: note.end };
  return { ...note, start: block.after, startLine: note.lines.lineAt(block.after) };
}
