/**
 * What is kept of a note's metadata: its structure as numbers and the few stretches of text that metadata quotes,
 * in one piece of bytes. A tenth of the memory of the objects that plugins see, which are made when asked for.
 */
import { deserialize, serialize } from 'node:v8';
import type * as Api from 'obsidian';
import { CondensedText, condense } from '../../../../src/markdown/condensed-text';
import { readFrontmatter } from '../../../../src/markdown/frontmatter';
import { frontmatterLinks } from '../../../../src/markdown/frontmatter-links';
import { linkpathOf } from '../../../../src/markdown/link-target';
import { linkText } from '../../../../src/markdown/links';
import { cachedMetadata } from '../../../../src/markdown/metadata';
import type { NoteStructure } from '../../../../src/markdown/structure/note-structure';
import { packStructure, unpackStructure } from '../../../../src/markdown/structure/packed-structure';
import { scanStructure } from '../../../../src/markdown/structure/scan-structure';
import { allTags } from '../../../../src/markdown/tags';
import { isRecord } from '../unknowns';
import { ByteReader, ByteWriter } from './bytes';

/** To be raised whenever the scanner finds something else in a note, or its record is laid out differently. */
export const recordVersion = 1;

/** Empty for a note without metadata. */
export type NoteRecord = Buffer;

/** Of a note that could not be read. */
export const emptyRecord: NoteRecord = Buffer.alloc(0);

/** How often a note names something: a linkpath, '' for itself, or a tag. */
export type Counts = ReadonlyMap<string, number>;

type Frontmatter = Readonly<Record<string, unknown>>;

/** How the frontmatter is kept. */
const absent = 0;
const asJson = 1;
const asBytes = 2;

/** YAML that may mean what JSON cannot say: infinities, NaN, minus zero, and values that aliases share. */
const notForJson = /\.(?:inf|nan)\b|-0(?!\d)|\*/i;

/** So many links, items and so on of one note are told; the rest of a list would only be a burden. */
const mostNodes = 50_000;

export class NoteRecorder {
  private readonly writer = new ByteWriter();

  /** Reads a note's text; in time proportional to its length, never throws. */
  record(text: string): NoteRecord {
    const structure = trimmed(scanStructure(text));
    const frontmatter = structure.frontmatter === undefined ? undefined : readFrontmatter(text);
    this.counts(linkpaths(text, structure, frontmatter));
    this.counts(countsOf(allTags({ frontmatter, tags: inlineTags(text, structure) })));
    this.frontmatter(text, structure, frontmatter);
    const packed = packStructure(structure);
    this.writer.integer(packed.length);
    this.writer.integers(packed);
    this.writer.string(condense(text, structure));
    return this.writer.take();
  }

  private counts(counts: Counts): void {
    this.writer.integer(counts.size);
    for (const [name, count] of counts) {
      this.writer.string(name);
      this.writer.integer(count);
    }
  }

  private frontmatter(text: string, structure: NoteStructure, frontmatter: Frontmatter | undefined): void {
    const block = structure.frontmatter;
    if (frontmatter === undefined || block === undefined) {
      this.writer.integer(absent);
    } else if (notForJson.test(text.slice(block.bodyStart, block.bodyEnd))) {
      const bytes = serialize(frontmatter);
      this.writer.integer(asBytes);
      this.writer.integer(bytes.length);
      this.writer.bytes(bytes);
    } else {
      this.writer.integer(asJson);
      this.writer.string(JSON.stringify(frontmatter));
    }
  }
}

/** Makes the objects that plugins see; new ones at each call. */
export function metadataOf(record: NoteRecord): Api.CachedMetadata {
  if (record.length === 0) return {};
  const reader = new ByteReader(record);
  readCounts(reader);
  readCounts(reader);
  const frontmatter = readStoredFrontmatter(reader);
  const structure = unpackStructure(reader.integers(reader.integer()));
  return cachedMetadata(new CondensedText(reader.string(), structure), structure, frontmatter);
}

/** What the note's links, embeds and frontmatter links lead to. */
export function linkpathsOf(record: NoteRecord): Counts {
  return record.length === 0 ? new Map() : readCounts(new ByteReader(record));
}

/** As `getAllTags` gives them, each with `#`. */
export function tagsOf(record: NoteRecord): Counts {
  if (record.length === 0) return new Map();
  const reader = new ByteReader(record);
  readCounts(reader);
  return readCounts(reader);
}

export function frontmatterOf(record: NoteRecord): Frontmatter | undefined {
  if (record.length === 0) return undefined;
  const reader = new ByteReader(record);
  readCounts(reader);
  readCounts(reader);
  return readStoredFrontmatter(reader);
}

/** Without what is too much, and without the lines behind the last thing that is told. */
function trimmed(structure: NoteStructure): NoteStructure {
  const first = <Node>(nodes: readonly Node[]): readonly Node[] =>
    nodes.length > mostNodes ? nodes.slice(0, mostNodes) : nodes;
  const lists = {
    sections: first(structure.sections),
    headings: first(structure.headings),
    listItems: first(structure.listItems),
    links: first(structure.links),
    embeds: first(structure.embeds),
    tags: first(structure.tags),
    blockIds: first(structure.blockIds),
    footnotes: first(structure.footnotes),
    footnoteReferences: first(structure.footnoteReferences),
    definitions: first(structure.definitions),
  };
  const end = Math.max(0, ...Object.values(lists).map(nodes => nodes.at(-1)?.end ?? 0));
  const lines = structure.lineStarts.findIndex(start => start > end);
  return {
    ...structure,
    ...lists,
    lineStarts: lines === -1 ? structure.lineStarts : structure.lineStarts.subarray(0, lines),
    // Nobody who asks for metadata asks for these.
    enclosures: [],
  };
}

function linkpaths(text: string, structure: NoteStructure, frontmatter: Frontmatter | undefined): Counts {
  const links = [...structure.links, ...structure.embeds].map(link => linkText(text, link));
  const all = frontmatter === undefined ? links : [...links, ...frontmatterLinks(frontmatter)];
  return countsOf(all.map(({ link }) => linkpathOf(link)));
}

function inlineTags(text: string, structure: NoteStructure): { tag: string }[] {
  return structure.tags.map(({ start, end }) => ({ tag: text.slice(start, end) }));
}

function countsOf(names: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function readCounts(reader: ByteReader): Counts {
  const counts = new Map<string, number>();
  for (let left = reader.integer(); left > 0; left--) counts.set(reader.string(), reader.integer());
  return counts;
}

function readStoredFrontmatter(reader: ByteReader): Frontmatter | undefined {
  const kind = reader.integer();
  if (kind === absent) return undefined;
  const value: unknown =
    kind === asJson ? JSON.parse(reader.string()) : deserialize(reader.bytes(reader.integer()));
  return isRecord(value) ? value : undefined;
}
