import { adviceFor, type Shows } from '../../errors';
import type { TFile } from 'obsidian';
import { drawingBlock } from '../../markdown/drawing/drawing-texts';
import {
  locateFrontmatter,
  parseFrontmatter,
  splitFrontmatter,
} from '../../markdown/frontmatter/frontmatter';
import { type Excerpt, numberedLines } from '../../markdown/text/excerpt';
import { toIso } from '../../utils/dates';
import { quoted } from '../hints/missing-names';
import type { CallerContext } from '../caller-context';
import { type NoteExcerpt, propertiesOf, type ReadQuery } from './note-reader';

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

export type ViewOptions = Pick<CallerContext, 'reader' | 'facts' | 'links' | 'readiness' | 'shows'>;

/** Shows parts of notes in the formats that callers request. */
export class NoteViews {
  constructor(private readonly options: ViewOptions) {}

  /** @throws ToolFailure as `NoteReader.read` does */
  async of(query: ViewQuery, signal: AbortSignal): Promise<NoteView> {
    const showsText = query.withContent || query.parseFrontmatter;
    const { file, view } = await this.options.reader.read({ ...query, showsText }, signal, part => ({
      file: part.file,
      view: viewOf(part, query, this.options.shows),
    }));
    return query.format === 'json' ? { ...view, ...(await this.facts(file, signal)) } : view;
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

function viewOf(part: NoteExcerpt, query: ViewQuery, shows: Shows): NoteView {
  const shown = (excerpt: Excerpt): string => shownText(part, excerpt, query);
  const { file, head, before, totalLines, wordCount, versionId, nextStartLine, cutLineChars } = part;
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
    ...drawingHints(part, shows),
  ];
  if (hints.length > 0) view.hints = hints;
  return view;
}

function shownText({ lines, before }: NoteExcerpt, part: Excerpt, { withLineNumbers }: ViewQuery): string {
  return withLineNumbers ? numberedLines(lines, part, before.lines) : lines.text.slice(part.start, part.end);
}

/** Which note it is, where the name was another one. */
function meantHints({ file, guess }: NoteExcerpt, { path }: ViewQuery): string[] {
  if (guess === undefined) return [];
  const why = guess === 'alias' ? 'which has it as an alias' : 'the only near name';
  return [`There is no note ${quoted(path)}; this is ${file.path}, ${why}.`];
}

/** Of a note whose properties cannot be read. */
function tornHints(text: string): string[] {
  const { yaml } = splitFrontmatter(text);
  const parsed = yaml === undefined ? undefined : parseFrontmatter(yaml);
  if (parsed === undefined || parsed.ok || parsed.problem.kind === 'empty') return [];
  return ['The YAML of the frontmatter does not parse, so properties and their tags are unknown.'];
}

function drawingHints({ head, before, start, end }: NoteExcerpt, shows: Shows): string[] {
  const drawing = drawingBlock(head);
  return drawing?.isPacked === true &&
    start + before.units < drawing.end &&
    end + before.units > drawing.start
    ? [
        adviceFor(
          [
            'The drawing is packed: `read_attachment` shows its texts, frames and links.',
            'The drawing is packed.',
          ],
          shows,
        ),
      ]
    : [];
}

/** The excerpt from the first line below the frontmatter; line numbers stay those of the file. */
function withoutFrontmatter(part: NoteExcerpt): Excerpt {
  const { head, lines, before, start, end } = part;
  const below = (locateFrontmatter(head)?.after ?? 0) - before.units;
  if (start >= below) return part;
  if (end <= below) return { ...part, startLine: 0, endLine: 0, start: end, end };
  return { ...part, start: below, startLine: lines.lineAt(below) };
}
