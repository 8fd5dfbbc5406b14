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
} from '../../../../../src/markdown/structure/note-structure';

/** Stored with packed structures, so that those of another layout are ignored. */
export const PACKED_LAYOUT = 1;

// The order is part of the layout.
const sectionTypes: readonly SectionType[] = [
  ...(['paragraph', 'heading', 'list', 'code', 'yaml', 'blockquote', 'callout', 'table', 'html'] as const),
  ...(['thematicBreak', 'comment', 'math', 'footnoteDefinition', 'definition'] as const),
];
const enclosureKinds: readonly Enclosure['kind'][] = ['code', 'math', 'html', 'comment'];

export function packStructure(structure: NoteStructure): readonly number[] {
  const { frontmatter, lineStarts } = structure;
  const numbers: number[] = [structure.length, lineStarts.length];
  lineStarts.forEach(start => numbers.push(start));
  numbers.push(frontmatter ? 1 : 0);
  if (frontmatter)
    numbers.push(frontmatter.start, frontmatter.end, frontmatter.bodyStart, frontmatter.bodyEnd);
  write(numbers, structure.sections, it => numbers.push(it.start, it.end, sectionTypes.indexOf(it.type)));
  write(numbers, structure.headings, it =>
    numbers.push(it.start, it.end, it.level, it.textStart, it.textEnd),
  );
  write(numbers, structure.listItems, it => numbers.push(it.start, it.end, it.task, it.parent));
  write(numbers, structure.links, it => writeLink(numbers, it));
  write(numbers, structure.embeds, it => writeLink(numbers, it));
  write(numbers, structure.tags, it => numbers.push(it.start, it.end));
  write(numbers, structure.blockIds, it =>
    numbers.push(it.start, it.end, it.names === 'item' ? 1 : 0, it.index),
  );
  write(numbers, structure.footnotes, it => writeLabelled(numbers, it));
  write(numbers, structure.footnoteReferences, it => writeLabelled(numbers, it));
  write(numbers, structure.definitions, it => {
    writeLabelled(numbers, it);
    numbers.push(it.targetStart, it.targetEnd);
  });
  write(numbers, structure.enclosures, it => numbers.push(it.start, it.end, enclosureKinds.indexOf(it.kind)));
  return numbers;
}

/** @param packed a result of `packStructure` with this layout */
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

function write<Node>(numbers: number[], nodes: readonly Node[], add: (node: Node) => void): void {
  numbers.push(nodes.length);
  for (const node of nodes) add(node);
}

function writeLink(numbers: number[], link: Link): void {
  numbers.push(link.start, link.end, link.form === 'markdown' ? 1 : 0, link.targetStart, link.targetEnd);
  numbers.push(link.textStart, link.textEnd);
}

function writeLabelled(numbers: number[], footnote: Footnote): void {
  numbers.push(footnote.start, footnote.end, footnote.labelStart, footnote.labelEnd);
}

class NumberReader {
  private at = 0;

  constructor(private readonly numbers: Int32Array) {}

  next(): number {
    const number = this.numbers[this.at++];
    if (number === undefined) throw new RangeError('The packed structure ends too early.');
    return number;
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

// Written out: V8 takes some ten times as long to build an object that starts with a spread.
function readSpan(numbers: NumberReader): Span {
  return { start: numbers.next(), end: numbers.next() };
}

function readFrontmatter(numbers: NumberReader): FrontmatterBlock {
  return { start: numbers.next(), end: numbers.next(), bodyStart: numbers.next(), bodyEnd: numbers.next() };
}

function readSection(numbers: NumberReader): Section {
  return { start: numbers.next(), end: numbers.next(), type: sectionTypes[numbers.next()] ?? 'paragraph' };
}

function readHeading(numbers: NumberReader): Heading {
  return {
    start: numbers.next(),
    end: numbers.next(),
    level: numbers.next(),
    textStart: numbers.next(),
    textEnd: numbers.next(),
  };
}

function readListItem(numbers: NumberReader): ListItem {
  return { start: numbers.next(), end: numbers.next(), task: numbers.next(), parent: numbers.next() };
}

function readLink(numbers: NumberReader): Link {
  return {
    start: numbers.next(),
    end: numbers.next(),
    form: numbers.next() === 1 ? 'markdown' : 'wiki',
    targetStart: numbers.next(),
    targetEnd: numbers.next(),
    textStart: numbers.next(),
    textEnd: numbers.next(),
  };
}

function readBlockId(numbers: NumberReader): BlockId {
  return {
    start: numbers.next(),
    end: numbers.next(),
    names: numbers.next() === 1 ? 'item' : 'section',
    index: numbers.next(),
  };
}

function readFootnote(numbers: NumberReader): Footnote {
  return { start: numbers.next(), end: numbers.next(), labelStart: numbers.next(), labelEnd: numbers.next() };
}

function readDefinition(numbers: NumberReader): ReferenceDefinition {
  return {
    start: numbers.next(),
    end: numbers.next(),
    labelStart: numbers.next(),
    labelEnd: numbers.next(),
    targetStart: numbers.next(),
    targetEnd: numbers.next(),
  };
}

function readEnclosure(numbers: NumberReader): Enclosure {
  return { start: numbers.next(), end: numbers.next(), kind: enclosureKinds[numbers.next()] ?? 'code' };
}
