/** The positions of fields in a note's folded text: headings, inline tags and property values. */

import { matchOf } from '../../utils/text/pieces';
import { locateFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { MAX_PARSED_LENGTH } from '../../markdown/structure/limits';
import { scanStructure } from '../../markdown/structure/scan-structure';
import { countBefore } from '../../utils/collections';
import type { FoldMap } from './folded-text';

/** The part of a note that contains a match. */
export type Field = 'title' | 'alias' | 'heading' | 'tag' | 'frontmatter' | 'body';

interface HeadingSpan {
  readonly start: number;
  readonly end: number;
  readonly level: number;
  /** The start of the heading's own text, after its hashes; it ends with the span. */
  readonly textStart: number;
}

/** A stretch of the original text. */
interface FieldSpan {
  readonly field: Field;
  readonly start: number;
  readonly end: number;
}

/** Values per span: its start, its end, its field, and the start of its text. */
const width = 4;
const fields = ['title', 'alias', 'tag', 'frontmatter', 'body', 'heading'] as const;
/** For a heading, this plus its level. */
const headingCode = fields.indexOf('heading');

export class NoteOutline {
  /** In the order of the text, not nested. */
  readonly #spans: Int32Array;
  /** The last span that was asked for: most places follow the one before. */
  #span = -1;

  constructor(
    spans: readonly number[],
    /** The start of the text after the frontmatter. */
    readonly bodyStart: number,
  ) {
    this.#spans = Int32Array.from(spans);
  }

  /** The field that contains a place. */
  fieldAt(at: number): Field {
    if (at < this.#value(this.#span, 0)) this.#span = this.#spanBefore(at);
    while (this.#value(this.#span + 1, 0) <= at) this.#span += 1;
    const code = this.#value(this.#span, 2);
    if (this.#span >= 0 && at < this.#value(this.#span, 1))
      return fields[Math.min(code, headingCode)] ?? 'body';
    return at < this.bodyStart ? 'frontmatter' : 'body';
  }

  /** In the order of the text. */
  *headings(): Generator<HeadingSpan, void> {
    for (let span = 0; span < this.#spans.length / width; span += 1)
      if (this.#levelOf(span) > 0) yield this.#heading(span);
  }

  /** The headings above a place, outermost first, including one that contains the place. */
  headingsAbove(at: number): HeadingSpan[] {
    const above: HeadingSpan[] = [];
    let level = Infinity;
    for (let span = this.#spanBefore(at); span >= 0 && level > 1; span -= 1) {
      const own = this.#levelOf(span);
      if (own <= 0 || own >= level) continue;
      level = own;
      above.push(this.#heading(span));
    }
    return above.reverse();
  }

  /** The last span that starts at or before a place; -1 if there is none. */
  #spanBefore(at: number): number {
    return countBefore(this.#spans.length / width, index => this.#value(index, 0) <= at) - 1;
  }

  /** Infinity after the last span. */
  #value(span: number, index: number): number {
    return span < 0 ? -Infinity : (this.#spans[span * width + index] ?? Infinity);
  }

  /** 1 to 6 for a heading, 0 or less for other spans. */
  #levelOf(span: number): number {
    return this.#value(span, 2) - headingCode;
  }

  #heading(span: number): HeadingSpan {
    const [start, end] = [this.#value(span, 0), this.#value(span, 1)];
    return { start, end, level: this.#levelOf(span), textStart: this.#value(span, 3) };
  }
}

/** Finds the fields. */
export function outlineOf(text: string, map: FoldMap): NoteOutline {
  const block = locateFrontmatter(text);
  const spans: number[] = [];
  const add = ({ field, start, end }: FieldSpan, level = 0, textStart = start): void => {
    const [from, to] = map.foldedSpan(start, end);
    if (from < (spans.at(1 - width) ?? 0)) return;
    const [textFrom] = map.foldedSpan(textStart, textStart);
    spans.push(from, to, fields.indexOf(field) + level, textFrom);
  };
  if (block !== undefined) for (const span of propertySpans(text, block.bodyStart, block.bodyEnd)) add(span);
  if (text.length <= MAX_PARSED_LENGTH) addStructure(text, add);
  const bodyStart = block?.after ?? 0;
  return new NoteOutline(spans, map.foldedSpan(bodyStart, bodyStart)[0]);
}

/** Headings and inline tags in the order of the text. A tag within a heading is part of the heading. */
function addStructure(
  text: string,
  add: (span: FieldSpan, level?: number, textStart?: number) => void,
): void {
  const { headings, tags } = scanStructure(text);
  let next = 0;
  const addTags = (before: number): void => {
    for (let tag = tags[next]; tag !== undefined && tag.start < before; tag = tags[(next += 1)])
      add({ field: 'tag', start: tag.start, end: tag.end });
  };
  for (const { level, start, textStart, textEnd } of headings) {
    addTags(start);
    add({ field: 'heading', start, end: Math.max(textEnd, start) }, level, textStart);
  }
  addTags(Infinity);
}

const fieldKeys: ReadonlyMap<string, Field> = new Map([
  ['title', 'title'],
  ['aliases', 'alias'],
  ['tags', 'tag'],
]);
/** A top-level key and what separates it from its value. */
const keyLine = /^(["']?)(\w+)\1[ \t]*:(?=[ \t\r]|$)/u;
/** No relevant key is longer: a long line need not be copied. */
const maxKeyLength = 24;
/** A line that continues a key: it begins with a blank, a dash or a comment, or is empty. */
const continuing = /^[ \t\-#\r\n]/u;

/**
 * The positions of the values of `title`, `aliases` and `tags` in the YAML between two offsets, found line by
 * line: good enough to name the field of a match, even if the YAML does not parse.
 */
function propertySpans(text: string, start: number, end: number): FieldSpan[] {
  const spans: FieldSpan[] = [];
  let open: Omit<FieldSpan, 'end'> | undefined;
  const close = (at: number): void => {
    if (open !== undefined) spans.push({ ...open, end: at });
    open = undefined;
  };
  for (let line = start; line < end;) {
    const feed = text.indexOf('\n', line);
    const next = feed < 0 || feed >= end ? end : feed + 1;
    if (!continuing.test(text.charAt(line))) {
      close(line);
      const [whole = '', , key = ''] = matchOf(
        keyLine,
        text.slice(line, Math.min(next, line + maxKeyLength)).trimEnd(),
      );
      const field = fieldKeys.get(key);
      if (field !== undefined) open = { field, start: line + whole.length };
    }
    line = next;
  }
  close(end);
  return spans;
}
