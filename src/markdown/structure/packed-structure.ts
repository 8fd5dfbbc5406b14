/** A note's structure as one array of integers: a fifth of the memory of its objects, and ready to be stored. */
import type {
  BlockId,
  Enclosure,
  Footnote,
  FrontmatterBlock,
  Heading,
  Link,
  ListItem,
  NoteStructure,
  ReferenceDefinition,
  Section,
  SectionType,
  Span,
} from './note-structure';

/** Stored with packed structures, so that those of another layout are ignored. */
export const PACKED_LAYOUT = 1;

// The order is part of the layout.
const sectionTypes: readonly SectionType[] = [
  ...(['paragraph', 'heading', 'list', 'code', 'yaml', 'blockquote', 'callout', 'table', 'html'] as const),
  ...(['thematicBreak', 'comment', 'math', 'footnoteDefinition', 'definition'] as const),
];
const enclosureKinds: readonly Enclosure['kind'][] = ['code', 'math', 'html', 'comment'];

export function packStructure(structure: NoteStructure): Int32Array {
  const { frontmatter, lineStarts } = structure;
  const numbers: number[] = [structure.length, lineStarts.length];
  for (const start of lineStarts) numbers.push(start);
  write(numbers, frontmatter ? [frontmatter] : [], it => [it.start, it.end, it.bodyStart, it.bodyEnd]);
  write(numbers, structure.sections, it => [it.start, it.end, sectionTypes.indexOf(it.type)]);
  write(numbers, structure.headings, it => [it.start, it.end, it.level, it.textStart, it.textEnd]);
  write(numbers, structure.listItems, it => [it.start, it.end, it.task, it.parent]);
  write(numbers, structure.links, linkNumbers);
  write(numbers, structure.embeds, linkNumbers);
  write(numbers, structure.tags, it => [it.start, it.end]);
  write(numbers, structure.blockIds, it => [it.start, it.end, Number(it.names === 'item'), it.index]);
  write(numbers, structure.footnotes, labelNumbers);
  write(numbers, structure.footnoteReferences, labelNumbers);
  write(numbers, structure.definitions, it => [...labelNumbers(it), it.targetStart, it.targetEnd]);
  write(numbers, structure.enclosures, it => [it.start, it.end, enclosureKinds.indexOf(it.kind)]);
  return Int32Array.from(numbers);
}

/** @param packed a result of `packStructure` with this layout. */
export function unpackStructure(packed: Int32Array): NoteStructure {
  const numbers = new NumberReader(packed);
  // Read in the order in which they are written.
  return {
    length: numbers.next(),
    lineStarts: numbers.array(),
    frontmatter: numbers.list(readFrontmatter)[0],
    sections: numbers.list(readSection),
    headings: numbers.list(readHeading),
    listItems: numbers.list(readListItem),
    links: numbers.list(readLink),
    embeds: numbers.list(readLink),
    tags: numbers.list(readSpan),
    blockIds: numbers.list(readBlockId),
    footnotes: numbers.list(readFootnote),
    footnoteReferences: numbers.list(readFootnote),
    definitions: numbers.list(readDefinition),
    enclosures: numbers.list(readEnclosure),
  };
}

function write<Node>(
  numbers: number[],
  nodes: readonly Node[],
  numbersOf: (node: Node) => readonly number[],
): void {
  numbers.push(nodes.length);
  for (const node of nodes) numbers.push(...numbersOf(node));
}

function linkNumbers(link: Link): number[] {
  const form = Number(link.form === 'markdown');
  return [link.start, link.end, form, link.targetStart, link.targetEnd, link.textStart, link.textEnd];
}

function labelNumbers(footnote: Footnote): number[] {
  return [footnote.start, footnote.end, footnote.labelStart, footnote.labelEnd];
}

class NumberReader {
  private at = 0;

  constructor(private readonly numbers: Int32Array) {}

  next(): number {
    return this.numbers[this.at++] ?? 0;
  }

  /** Shares memory with the packed structure. */
  array(): Int32Array {
    const count = this.next();
    this.at += count;
    return this.numbers.subarray(this.at - count, this.at);
  }

  list<Node>(read: (numbers: NumberReader) => Node): Node[] {
    const nodes: Node[] = [];
    for (let left = this.next(); left > 0; left--) nodes.push(read(this));
    return nodes;
  }
}

function readSpan(numbers: NumberReader): Span {
  return { start: numbers.next(), end: numbers.next() };
}

function readFrontmatter(numbers: NumberReader): FrontmatterBlock {
  return { ...readSpan(numbers), bodyStart: numbers.next(), bodyEnd: numbers.next() };
}

function readSection(numbers: NumberReader): Section {
  return { ...readSpan(numbers), type: sectionTypes[numbers.next()] ?? 'paragraph' };
}

function readHeading(numbers: NumberReader): Heading {
  return {
    ...readSpan(numbers),
    level: numbers.next(),
    textStart: numbers.next(),
    textEnd: numbers.next(),
  };
}

function readListItem(numbers: NumberReader): ListItem {
  return { ...readSpan(numbers), task: numbers.next(), parent: numbers.next() };
}

function readLink(numbers: NumberReader): Link {
  return {
    ...readSpan(numbers),
    form: numbers.next() === 1 ? 'markdown' : 'wiki',
    targetStart: numbers.next(),
    targetEnd: numbers.next(),
    textStart: numbers.next(),
    textEnd: numbers.next(),
  };
}

function readBlockId(numbers: NumberReader): BlockId {
  return {
    ...readSpan(numbers),
    names: numbers.next() === 1 ? 'item' : 'section',
    index: numbers.next(),
  };
}

function readFootnote(numbers: NumberReader): Footnote {
  return { ...readSpan(numbers), labelStart: numbers.next(), labelEnd: numbers.next() };
}

function readDefinition(numbers: NumberReader): ReferenceDefinition {
  return { ...readFootnote(numbers), targetStart: numbers.next(), targetEnd: numbers.next() };
}

function readEnclosure(numbers: NumberReader): Enclosure {
  return { ...readSpan(numbers), kind: enclosureKinds[numbers.next()] ?? 'code' };
}
