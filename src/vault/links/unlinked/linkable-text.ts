import { itemAt, countBefore } from '../../../utils/collections';
import type { NoteStructure, Span } from '../../../markdown/structure/note-structure';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { isInWebLink } from '../mentions';

/** Which parts of a text can become links: not properties, code, comments, tags, links and URLs. */
export class LinkableText {
  private constructor(
    readonly text: string,
    private readonly structure: NoteStructure,
    /** Sorted by start; the ends ascend too. */
    private readonly closed: readonly Span[],
  ) {}

  static async of(text: string, structure: NoteStructure, loop: SlicedLoop): Promise<LinkableText> {
    const { frontmatter, links, embeds, enclosures, tags, definitions } = structure;
    const spans = [links, embeds, enclosures, tags, definitions, frontmatter ?? []].flat();
    const closed: { start: number; end: number }[] = [];
    const inOrder = spans.sort((a, b) => a.start - b.start);
    await forEachInTurn(inOrder, loop, ({ start, end }) => {
      const last = closed.at(-1);
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
      else closed.push({ start, end });
    });
    return new LinkableText(text, structure, closed);
  }

  /** Whether a range overlaps no closed span. */
  isOpen(start: number, end: number): boolean {
    const next = this.closed[firstEndingBehind(this.closed, start)];
    return (next === undefined || next.start >= end) && !isInWebLink(this.text, start);
  }

  /** Whether a name is the whole text of its heading. */
  isWholeHeading(start: number, end: number): boolean {
    const { headings } = this.structure;
    const heading = headings[firstEndingBehind(headings, start)];
    return heading !== undefined && heading.textStart === start && heading.textEnd === end;
  }

  isInTable(start: number): boolean {
    const { sections } = this.structure;
    const section = sections[firstEndingBehind(sections, start)];
    return section !== undefined && section.type === 'table' && section.start <= start;
  }
}

/** The index of the first of ascending spans that ends after a place. */
function firstEndingBehind(spans: readonly Span[], place: number): number {
  return countBefore(spans.length, index => itemAt(spans, index).end <= place);
}
