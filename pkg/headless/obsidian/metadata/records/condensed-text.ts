/** The few parts of a note's text that its metadata quotes, so that the note itself need not be kept. */
import type { TextSource } from '../../../../../src/markdown/links/links';
import {
  firstAtOrBehind,
  type Footnote,
  type NoteStructure,
  type Span,
} from '../../../../../src/markdown/structure/note-structure';

/** The quoted parts, concatenated. */
export function condense(text: string, structure: NoteStructure): string {
  let condensed = '';
  for (const { start, end } of quotedSpans(structure)) condensed += text.slice(start, end);
  return condensed;
}

/** Returns text for the note's offsets from the result of `condense`; only parts that metadata quotes. */
export class CondensedText implements TextSource {
  private readonly spans: readonly Span[];
  /** The start of each part in the condensed text. */
  private readonly starts: readonly number[];

  constructor(
    private readonly condensed: string,
    structure: NoteStructure,
  ) {
    this.spans = quotedSpans(structure);
    let at = 0;
    this.starts = this.spans.map(span => (at += span.end - span.start) - (span.end - span.start));
  }

  slice(start: number, end: number): string {
    const last = Math.max(0, firstAtOrBehind(this.spans, start + 1) - 1);
    const from = (this.starts[last] ?? 0) + start - (this.spans[last]?.start ?? 0);
    return this.condensed.slice(from, from + end - start);
  }
}

/** In order and without overlaps: a heading may contain links, a link's text may contain others. */
function quotedSpans(structure: NoteStructure): Span[] {
  const spans: Span[] = [];
  for (const { textStart, textEnd } of structure.headings) spans.push({ start: textStart, end: textEnd });
  for (const { task } of structure.listItems) if (task !== -1) spans.push({ start: task, end: task + 1 });
  addSpans(spans, structure.links);
  addSpans(spans, structure.embeds);
  addSpans(spans, structure.tags);
  addSpans(spans, structure.blockIds);
  addLabels(spans, structure.footnotes);
  addLabels(spans, structure.footnoteReferences);
  addSpans(spans, structure.definitions);
  return merged(spans.sort((left, right) => left.start - right.start));
}

function addSpans(spans: Span[], nodes: readonly Span[]): void {
  for (const { start, end } of nodes) spans.push({ start, end });
}

function addLabels(spans: Span[], footnotes: readonly Footnote[]): void {
  for (const { labelStart, labelEnd } of footnotes) spans.push({ start: labelStart, end: labelEnd });
}

/** @param spans in the order of their starts */
function merged(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans) {
    const last = apart.at(-1);
    if (!last || span.start >= last.end) apart.push(span);
    else if (span.end > last.end) apart[apart.length - 1] = { start: last.start, end: span.end };
  }
  return apart;
}
