/** The few parts of a note's text that its metadata quotes, so that the note itself need not be kept. */
import { countBefore } from '../../utils/bisect';
import { itemAt } from '../../utils/item-at';
import type { NoteStructure, Span } from '../structure/note-structure';

/** Returns text by the note's offsets: a string, or a condensed one. */
export interface TextSource {
  slice(start: number, end: number): string;
}

/** The quoted parts, concatenated. */
export function condense(text: string, structure: NoteStructure): string {
  return quotedSpans(structure)
    .map(span => text.slice(span.start, span.end))
    .join('');
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
    const begun = countBefore(this.spans.length, index => itemAt(this.spans, index).start <= start);
    const last = Math.max(0, begun - 1);
    const from = (this.starts[last] ?? 0) + start - (this.spans[last]?.start ?? 0);
    return this.condensed.slice(from, from + end - start);
  }
}

/** In order and without overlaps: a heading may contain links, a link's text may contain others. */
function quotedSpans(structure: NoteStructure): Span[] {
  const spans: Span[] = [
    ...structure.headings.map(({ textStart, textEnd }) => ({ start: textStart, end: textEnd })),
    ...structure.listItems
      .filter(({ task }) => task !== -1)
      .map(({ task }) => ({ start: task, end: task + 1 })),
    ...structure.links,
    ...structure.embeds,
    ...structure.tags,
    ...structure.blockIds,
    ...[...structure.footnotes, ...structure.footnoteReferences].map(({ labelStart, labelEnd }) => ({
      start: labelStart,
      end: labelEnd,
    })),
    ...structure.definitions,
  ].sort((left, right) => left.start - right.start);
  const merged: Span[] = [];
  for (const { start, end } of spans) {
    const last = merged.at(-1);
    if (!last || start >= last.end) merged.push({ start, end });
    else if (end > last.end) merged[merged.length - 1] = { start: last.start, end };
  }
  return merged;
}
