/** The positions of fields in a note's folded text: headings, inline tags and property values. */

import { countBefore } from '../../utils/bisect';
import { locateFrontmatter } from '../../markdown/frontmatter/frontmatter';
import type { NoteStructure } from '../../markdown/structure/note-structure';
import { MAX_PARSED_LENGTH } from '../../markdown/structure/limits';
import { scanStructure } from '../../markdown/structure/scan-structure';
import type { FoldMap } from './fold-map';
import type { Field, FieldSpan } from './note-fields';
import { propertySpans } from './property-spans';

export interface HeadingSpan extends FieldSpan {
  readonly level: number;
  /** The start of the heading's own text, after its hashes; it ends with the span. */
  readonly textStart: number;
}

/** Values per span: its start, its end, its field, and the start of its text. */
const width = 4;
const fields = ['title', 'alias', 'tag', 'frontmatter', 'body', 'heading'] as const;
/** For a heading, this plus its level. */
const headingCode = fields.indexOf('heading');

export class NoteOutline {
  /** In the order of the text, not nested. */
  readonly #spans: Int32Array;

  constructor(
    spans: readonly number[],
    /** The start of the text after the frontmatter. */
    readonly bodyStart: number,
  ) {
    this.#spans = Int32Array.from(spans);
  }

  get count(): number {
    return this.#spans.length / width;
  }

  startOf(span: number): number {
    return this.#value(span, 0) ?? Infinity;
  }

  endOf(span: number): number {
    return this.#value(span, 1) ?? Infinity;
  }

  fieldOf(span: number): Field {
    return fields[Math.min(this.#value(span, 2) ?? headingCode, headingCode)] ?? 'body';
  }

  /** The last span that starts at or before a place; -1 if there is none. */
  spanBefore(at: number): number {
    return countBefore(this.count, index => this.startOf(index) <= at) - 1;
  }

  fieldAt(at: number): Field {
    const span = this.spanBefore(at);
    if (span >= 0 && at < this.endOf(span)) return this.fieldOf(span);
    return at < this.bodyStart ? 'frontmatter' : 'body';
  }

  /** In the order of the text. */
  *headings(): Generator<HeadingSpan, void> {
    for (let span = 0; span < this.count; span += 1) {
      const level = this.#levelOf(span);
      if (level > 0) yield this.#heading(span, level);
    }
  }

  /** The headings above a place, outermost first, including one that contains the place. */
  headingsAbove(at: number): HeadingSpan[] {
    const above: HeadingSpan[] = [];
    let level = Infinity;
    for (let span = this.spanBefore(at); span >= 0 && level > 1; span -= 1) {
      const code = this.#levelOf(span);
      if (code <= 0 || code >= level) continue;
      level = code;
      above.push(this.#heading(span, level));
    }
    return above.reverse();
  }

  #value(span: number, index: number): number | undefined {
    return this.#spans[span * width + index];
  }

  /** 1 to 6 for a heading, 0 or less for other spans. */
  #levelOf(span: number): number {
    return (this.#value(span, 2) ?? 0) - headingCode;
  }

  #heading(span: number, level: number): HeadingSpan {
    const textStart = this.#value(span, 3) ?? 0;
    return { field: 'heading', start: this.startOf(span), end: this.endOf(span), level, textStart };
  }
}

/** Finds the fields. */
export function outlineOf(text: string, map: FoldMap | undefined): NoteOutline {
  const block = locateFrontmatter(text);
  const spans: number[] = [];
  const add = (field: Field, level: number, start: number, textStart: number, end: number): void => {
    const at = map?.foldedStart(start) ?? start;
    if (at < (spans.at(1 - width) ?? 0)) return;
    spans.push(
      at,
      map?.foldedEnd(end) ?? end,
      fields.indexOf(field) + level,
      map?.foldedStart(textStart) ?? textStart,
    );
  };
  if (block !== undefined) {
    for (const span of propertySpans(text, block.bodyStart, block.bodyEnd)) {
      add(span.field, 0, span.start, span.start, span.end);
    }
  }
  if (text.length <= MAX_PARSED_LENGTH) addStructure(scanStructure(text), add);
  const bodyStart = block?.after ?? 0;
  return new NoteOutline(spans, map?.foldedStart(bodyStart) ?? bodyStart);
}

type AddSpan = (field: Field, level: number, start: number, textStart: number, end: number) => void;

/** Headings and inline tags in the order of the text. A tag within a heading is part of the heading. */
function addStructure({ headings, tags }: NoteStructure, add: AddSpan): void {
  let next = 0;
  for (const heading of headings) {
    for (; (tags[next]?.start ?? Infinity) < heading.start; next += 1) addTag(tags[next], add);
    add('heading', heading.level, heading.start, heading.textStart, Math.max(heading.textEnd, heading.start));
  }
  for (; next < tags.length; next += 1) addTag(tags[next], add);
}

function addTag(tag: NoteStructure['tags'][number] | undefined, add: AddSpan): void {
  if (tag !== undefined) add('tag', 0, tag.start, tag.start, tag.end);
}
