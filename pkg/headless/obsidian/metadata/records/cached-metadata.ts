/** A note's metadata in the format of the app's cache: plain objects, absent lists absent. */
import {
  frontmatterLinks,
  type FrontmatterLink,
} from '../../../../../src/markdown/frontmatter/property-links';
import { linkText, type LinkText, type TextSource } from '../../../../../src/markdown/links/links';
import {
  type Link,
  lineOf,
  type NoteStructure,
  type SectionType,
  type Span,
} from '../../../../../src/markdown/structure/note-structure';

interface Placed {
  position: Position;
}

export interface LinkMetadata extends LinkText, Placed {}

export interface TagMetadata extends Placed {
  /** With its `#`. */
  tag: string;
}

export interface HeadingMetadata extends Placed {
  /** As written, including links. */
  heading: string;
  level: number;
}

export interface SectionMetadata extends Placed {
  type: SectionType;
  id?: string;
}

export interface ListItemMetadata extends Placed {
  /** The character between the brackets. */
  task?: string;
  parent: number;
  id?: string;
}

export interface NamedMetadata extends Placed {
  id: string;
}

export interface ReferenceLinkMetadata extends NamedMetadata {
  link: string;
}

export interface NoteMetadata {
  links?: LinkMetadata[];
  embeds?: LinkMetadata[];
  tags?: TagMetadata[];
  headings?: HeadingMetadata[];
  footnotes?: NamedMetadata[];
  footnoteRefs?: NamedMetadata[];
  referenceLinks?: ReferenceLinkMetadata[];
  sections?: SectionMetadata[];
  listItems?: ListItemMetadata[];
  frontmatter?: Readonly<Record<string, unknown>>;
  frontmatterPosition?: Position;
  frontmatterLinks?: FrontmatterLink[];
  /** By id in lower case. */
  blocks?: Record<string, NamedMetadata>;
}

/**
 * @param text the scanned text, whole or condensed.
 * @param frontmatter the parsed YAML; left out if there is none, or if it is empty, no map, or invalid.
 */
export function cachedMetadata(
  text: TextSource,
  structure: NoteStructure,
  frontmatter?: Readonly<Record<string, unknown>>,
): NoteMetadata {
  return new MetadataBuilder(text, structure).build(frontmatter);
}

class MetadataBuilder {
  private readonly table: LineTable;

  constructor(
    private readonly text: TextSource,
    private readonly structure: NoteStructure,
  ) {
    this.table = new LineTable(structure);
  }

  build(frontmatter: Readonly<Record<string, unknown>> | undefined): NoteMetadata {
    const metadata: NoteMetadata = {};
    this.addInline(metadata);
    this.addBlocks(metadata);
    this.addIds(metadata);
    const block = this.structure.frontmatter;
    if (frontmatter && block) {
      metadata.frontmatter = frontmatter;
      metadata.frontmatterPosition = this.position(block);
      metadata.frontmatterLinks = frontmatterLinks(frontmatter);
    }
    return metadata;
  }

  private addInline(metadata: NoteMetadata): void {
    const { links, embeds, tags, footnoteReferences } = this.structure;
    if (links.length > 0) metadata.links = links.map(link => this.link(link));
    if (embeds.length > 0) metadata.embeds = embeds.map(link => this.link(link));
    if (tags.length > 0) {
      metadata.tags = tags.map(tag => ({
        tag: this.slice(tag.start, tag.end),
        position: this.position(tag),
      }));
    }
    if (footnoteReferences.length > 0) {
      metadata.footnoteRefs = footnoteReferences.map(reference => this.labelled(reference));
    }
  }

  private addBlocks(metadata: NoteMetadata): void {
    const { headings, sections, listItems, footnotes, definitions } = this.structure;
    if (headings.length > 0) {
      metadata.headings = headings.map(heading => ({
        heading: this.slice(heading.textStart, heading.textEnd),
        level: heading.level,
        position: this.position(heading),
      }));
    }
    if (sections.length > 0) {
      metadata.sections = sections.map(section => ({ type: section.type, position: this.position(section) }));
    }
    if (listItems.length > 0) {
      metadata.listItems = listItems.map(({ start, end, parent, task }) => {
        const position = this.table.between(start, end);
        return task === -1 ? { position, parent } : { position, parent, task: this.slice(task, task + 1) };
      });
    }
    if (footnotes.length > 0) metadata.footnotes = footnotes.map(footnote => this.labelled(footnote));
    if (definitions.length > 0) {
      metadata.referenceLinks = definitions.map(definition => {
        const { id, position } = this.labelled(definition);
        return { id, position, link: this.slice(definition.targetStart, definition.targetEnd) };
      });
    }
  }

  /** Of two blocks with the same id, the later is used. */
  private addIds(metadata: NoteMetadata): void {
    for (const blockId of this.structure.blockIds) {
      const id = this.slice(blockId.start + 1, blockId.end);
      const named = (blockId.names === 'item' ? metadata.listItems : metadata.sections)?.[blockId.index];
      if (!named) continue;
      named.id = id;
      metadata.blocks ??= {};
      metadata.blocks[id.toLowerCase()] = { id, position: named.position };
    }
  }

  private labelled(labelled: Span & { labelStart: number; labelEnd: number }): NamedMetadata {
    return { id: this.slice(labelled.labelStart, labelled.labelEnd), position: this.position(labelled) };
  }

  private link(link: Link): LinkMetadata {
    const { link: target, original, displayText } = linkText(this.text, link);
    return { link: target, original, displayText, position: this.position(link) };
  }

  private position(span: Span): Position {
    return this.table.between(span.start, span.end);
  }

  private slice(start: number, end: number): string {
    return this.text.slice(start, end);
  }
}

/** A position in a note in the app's format: line and column from 0, offset in UTF-16 units. */
interface Place {
  readonly line: number;
  readonly col: number;
  readonly offset: number;
}

/** `end` is exclusive. */
interface Position {
  readonly start: Place;
  readonly end: Place;
}

/** Converts offsets to lines and columns; fastest with ascending offsets. */
export class LineTable {
  private line = 0;

  constructor(private readonly structure: Pick<NoteStructure, 'lineStarts'>) {}

  at(offset: number): Place {
    if (this.start(this.line) > offset || this.start(this.line + 8) <= offset)
      this.line = lineOf(this.structure, offset);
    while (this.start(this.line + 1) <= offset) this.line++;
    return { line: this.line, col: offset - this.start(this.line), offset };
  }

  between(start: number, end: number): Position {
    return { start: this.at(start), end: this.at(end) };
  }

  private start(line: number): number {
    return this.structure.lineStarts[line] ?? Infinity;
  }
}
