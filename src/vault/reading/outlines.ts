import { type ItemError, itemError, type Shows, ToolFailure } from '../../errors';
import { frontmatterLinks } from '../../markdown/frontmatter/property-links';
import { countLines, linesInTurns } from '../../markdown/text/lines';
import { parseNote } from '../../markdown/structure/scan-structure';
import { findHeading } from '../../markdown/targets/heading-target';
import { countTasks, outline, outlinedHeadings, type Outline } from '../../markdown/targets/outline';
import type { TaskRules } from '../../markdown/tasks/task-rules';
import { leadingThatFit } from '../../utils/json';
import type { SortKey } from '../../utils/page';
import {
  forEachInTurn,
  longStep,
  type SlicedLoop,
  throwIfAborted,
  type TimeSlicer,
} from '../../utils/slicing/time-slicer';
import { propertiesOf, tornHints } from './note-reader';
import type { Notes, NoteContent } from './notes';
import type { PagedQuery, PageFields, Pager } from '../paging';

interface NoteOutline extends Outline {
  path: string;
  versionId: string;
  totalLines: number;
  frontmatterKeys: string[];
  hints: string[];
  /** The requested lines, 1-based; `endLine` is Infinity for a whole note. */
  section: { startLine: number; endLine: number };
}

interface ManyQuery {
  readonly paths: readonly string[];
  /** For all notes together, in UTF-16 units. */
  readonly maxChars: number;
  readonly withLineNumbers: boolean;
}

interface ReadRow {
  path: string;
  content?: string;
  outline?: { heading: string; level: number; startLine: number; endLine: number }[];
  headingsOmitted?: number;
  totalLines?: number;
  /** Bytes. */
  size?: number;
  versionId?: string;
  /** Left out because the budget was used up. */
  omitted?: boolean;
  error?: ItemError;
}

/** Limit for the outlines of notes that did not fit, in bytes of JSON, for all together. */
const outlinesLimit = 20_000;

/** Bytes of notes that one call reads. */
const maxBytesRead = 40_000_000;

interface RowLimits extends Pick<ManyQuery, 'withLineNumbers'> {
  readonly left: number;
  readonly bytesLeft: number;
  readonly outlineLimit: number;
}

export class Outlines {
  constructor(
    private readonly notes: Notes,
    private readonly slicer: TimeSlicer,
    private readonly shows: Shows,
    private readonly rules: () => Promise<TaskRules>,
    private readonly bytesRead = maxBytesRead,
  ) {}

  /** @throws ToolFailure as for any note reference, `too_large`, and as `findHeading` for a heading */
  of(reference: string, signal: AbortSignal, heading?: string): Promise<NoteOutline> {
    const loop = { slicer: this.slicer, signal };
    return this.notes.work(reference, signal, note => this.outlineOf(note, heading, loop));
  }

  /** Parsing a large note, counting its tasks and naming its parts are separate steps, with pauses in between. */
  private async outlineOf(
    note: NoteContent,
    heading: string | undefined,
    loop: SlicedLoop,
  ): Promise<NoteOutline> {
    const rules = await this.rules();
    const structure = await longStep(loop, () => parseNote(note.text));
    const tasks = await longStep(loop, () => countTasks(note.text, structure, rules));
    const inText = await longStep(loop, () => outline(note.text, structure, tasks));
    const properties = propertiesOf(note.text) ?? {};
    const whole = { startLine: 1, endLine: Infinity };
    return {
      section:
        heading === undefined ? whole : findHeading(note.text, structure, heading, { mayCount: false }),
      path: note.path,
      versionId: note.versionId,
      totalLines: countLines(note.text),
      ...inText,
      links: inText.links + frontmatterLinks(properties).length,
      frontmatterKeys: Object.keys(properties),
      hints: tornHints(note.text),
    };
  }

  /** Notes in the given order; those beyond the budget as outlines. One note never fails the call. */
  async readMany(
    { paths, maxChars, withLineNumbers }: ManyQuery,
    signal: AbortSignal,
  ): Promise<{ notes: ReadRow[]; omittedCount: number }> {
    const rows: ReadRow[] = [];
    const outlineLimit = Math.floor(outlinesLimit / paths.length);
    let left = maxChars;
    let bytesLeft = this.bytesRead;
    const loop = { slicer: this.slicer, signal };
    await forEachInTurn(paths, loop, async path => {
      throwIfAborted(signal);
      const row = await this.row(path, { left, bytesLeft, withLineNumbers, outlineLimit }, signal);
      left -= row.content?.length ?? 0;
      bytesLeft -= row.size ?? 0;
      rows.push(row);
    });
    return { notes: rows, omittedCount: rows.filter(row => row.omitted === true).length };
  }

  private async row(path: string, limits: RowLimits, signal: AbortSignal): Promise<ReadRow> {
    try {
      if (limits.bytesLeft <= 0) throw tooMuch();
      return await this.notes.work(path, signal, note => this.rowOf(note, limits, signal));
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      throwIfAborted(signal);
      return { path, error: itemError(this.notes.files.failureFor(error, [path]), this.shows) };
    }
  }

  private async rowOf(note: NoteContent, limits: RowLimits, signal: AbortSignal): Promise<ReadRow> {
    const { left, withLineNumbers, outlineLimit } = limits;
    const { path, text, size, versionId } = note;
    const lines = await linesInTurns(text, { slicer: this.slicer, signal });
    const facts = { path, totalLines: lines.count, size, versionId };
    // Line numbers only add length.
    const isShown = withLineNumbers && text.length <= left;
    const content = isShown ? lines.numbered(1, lines.count) : text;
    if (content.length <= left) return { ...facts, content };
    return { ...facts, ...this.outlineWithin(outlineLimit, note), omitted: true };
  }

  /** Empty for a note whose structure is too large. */
  private outlineWithin(limit: number, note: NoteContent): Pick<ReadRow, 'outline' | 'headingsOmitted'> {
    try {
      const headings = headingsOf(note.text);
      const shown = leadingThatFit(headings, limit);
      if (shown === headings.length) return { outline: headings };
      return { outline: headings.slice(0, shown), headingsOmitted: headings.length - shown };
    } catch (error) {
      if (error instanceof ToolFailure && error.code === 'too_large') return {};
      throw error;
    }
  }
}

function tooMuch(): ToolFailure {
  return new ToolFailure('too_large', 'The notes before this one filled the answer.', {
    hint: 'Ask for it in another call.',
  });
}

function headingsOf(text: string): NonNullable<ReadRow['outline']> {
  const headings = outlinedHeadings(text, parseNote(text));
  return headings.map(({ heading, level, startLine, endLine }) => ({ heading, level, startLine, endLine }));
}

interface OutlineQuery extends PagedQuery {
  readonly path: string;
  /** Only this heading and what is below it; named like in `findHeading`. */
  readonly heading?: string | undefined;
  /** Levels of nesting to show, 1 for the outermost requested ones; all by default. */
  readonly depth?: number | undefined;
}

interface OutlinePage extends Omit<NoteOutline, 'section' | 'hints'>, PageFields {
  hints?: string[];
  /** Number of property names that are left out because there are too many. */
  frontmatterKeysOmitted?: number;
}

/** Limit for the names of properties, in bytes of JSON. */
const bytesOfKeys = 1500;

type Row =
  | { readonly kind: 0; readonly item: NoteOutline['headings'][number] }
  | { readonly kind: 1; readonly item: NoteOutline['blocks'][number] };

/** Outlines in pages: headings and blocks in the order of the note. */
export class OutlinePages {
  constructor(private readonly parts: { readonly outlines: Outlines; readonly pager: Pager }) {}

  /**
   * @param maxBytes limit for headings and blocks, in JSON; at least one is always shown
   * @throws ToolFailure as `Outlines.of`, and `invalid_cursor`
   */
  async of(query: OutlineQuery, maxBytes: number, signal: AbortSignal): Promise<OutlinePage> {
    const { outlines, pager } = this.parts;
    const { section, hints, ...whole } = await outlines.of(query.path, signal, query.heading);
    const isAsked = (item: { startLine: number }): boolean =>
      item.startLine >= section.startLine && item.startLine <= section.endLine;
    const headings = whole.headings.filter(isAsked).filter(withinDepth(query.depth ?? Infinity));
    const rows = inOrder(headings, whole.blocks.filter(isAsked));
    if (rows.length === 0) hints.push('The note has no headings and no block ids.');
    const request = { items: rows, keyOf };
    const first = pager.page('get_outline', query, request);
    const items = first.page.map(({ item }) => item);
    const fitting = Math.max(1, leadingThatFit(items, maxBytes));
    const { page, ...rest } =
      fitting < first.page.length ? pager.page('get_outline', { ...query, limit: fitting }, request) : first;
    return {
      ...whole,
      headings: page.flatMap(row => (row.kind === 0 ? [row.item] : [])),
      blocks: page.flatMap(row => (row.kind === 1 ? [row.item] : [])),
      ...shownKeys(whole.frontmatterKeys),
      ...rest,
      ...(hints.length === 0 ? {} : { hints }),
    };
  }
}

function inOrder(headings: NoteOutline['headings'], blocks: NoteOutline['blocks']): Row[] {
  const rows = [
    ...headings.map((item): Row => ({ kind: 0, item })),
    ...blocks.map((item): Row => ({ kind: 1, item })),
  ];
  return rows.sort((a, b) => a.item.startLine - b.item.startLine || a.kind - b.kind);
}

/** Whether a heading is nested in fewer headings than `depth`; call it for all of them in order. */
function withinDepth(depth: number): (heading: { readonly level: number }) => boolean {
  const above: number[] = [];
  return ({ level }) => {
    while ((above.at(-1) ?? 0) >= level) above.pop();
    above.push(level);
    return above.length <= depth;
  };
}

function keyOf({ kind, item }: Row): SortKey {
  return [item.startLine, kind, item.endLine, 'id' in item ? item.id : ''];
}

function shownKeys(keys: string[]): Pick<OutlinePage, 'frontmatterKeys' | 'frontmatterKeysOmitted'> {
  const shown = leadingThatFit(keys, bytesOfKeys);
  if (shown === keys.length) return { frontmatterKeys: keys };
  return { frontmatterKeys: keys.slice(0, shown), frontmatterKeysOmitted: keys.length - shown };
}
