/**
 * What is kept of a note's metadata: its structure as numbers and the few stretches of text that metadata
 * quotes, in one buffer. A tenth of the memory of the objects that plugins see, which are made on demand.
 */
import { deserialize } from 'node:v8';
import type * as Api from 'obsidian';
import { CondensedText } from './condensed-text';
import { cachedMetadata } from './cached-metadata';
import type { NoteStructure } from '../../../../../src/markdown/structure/note-structure';
import { PACKED_LAYOUT, unpackStructure } from './packed-structure';
import { frontmatterTags } from '../../../../../src/markdown/tags';
import { isRecord } from '../../core/unknowns';
import { ByteReader } from './bytes';
import { deferredMetadata, type MemberName, memberNames, type MetadataSource } from './deferred-metadata';
import { withPlainTexts } from './shared-texts';

/** To be increased when the scanner finds something else in a note, or its record has another layout. */
export const recordVersion = 12;
export const metadataVersion = `Lectern metadata ${recordVersion}.${PACKED_LAYOUT}`;

/**
 * In this order: the length of the frontmatter as JSON; which members the metadata has; how often each linkpath is
 * named; the tags in runs; the frontmatter; the structure's numbers; the condensed text. Empty for a note without
 * metadata.
 */
export type NoteRecord = Buffer;

/** Of a note that could not be read. */
export const emptyRecord: NoteRecord = Buffer.alloc(0);

/** How often a note names each linkpath; '' is the note itself. */
export type Counts = ReadonlyMap<string, number>;

/** Tags in their order, and how often each is named before the next one. */
export type TagRuns = readonly (readonly [tag: string, count: number])[];

export type Frontmatter = Readonly<Record<string, unknown>>;

/** How the frontmatter is kept. */
export const frontmatterKinds = { absent: 0, json: 1, bytes: 2 } as const;

/**
 * Maximum number of links and of embeds that the metadata of one note lists; the plugin itself reads the
 * first 40,000 links of a note, and has to see that there are more.
 */
export const maxLinks = 41_000;

/**
 * The same for sections, headings, list items, tags, blocks and footnotes. Their objects stay in memory, 200 to 500
 * bytes each: with 25,000 of each kind twenty hostile notes kept 150 MB (measured).
 */
export const maxNodes = 10_000;

/**
 * Maximum number of characters of a note that its metadata quotes of each kind: without a limit, 1,700 tags
 * of 6,000 letters kept 30 MB (measured).
 */
export const maxQuoted = 2_000_000;

/** Which members the metadata of a note will have, each a bit by its place among the names. */
export function membersOf(structure: NoteStructure, frontmatter: Frontmatter | undefined): number {
  const { sections, listItems, footnoteReferences, definitions, blockIds } = structure;
  const hasFrontmatter = frontmatter !== undefined && structure.frontmatter !== undefined;
  const isThere: Readonly<Record<MemberName, boolean>> = {
    links: structure.links.length > 0,
    embeds: structure.embeds.length > 0,
    tags: structure.tags.length > 0,
    footnoteRefs: footnoteReferences.length > 0,
    headings: structure.headings.length > 0,
    sections: sections.length > 0,
    listItems: listItems.length > 0,
    footnotes: structure.footnotes.length > 0,
    referenceLinks: definitions.length > 0,
    blocks: blockIds.some(({ names, index }) => (names === 'item' ? listItems : sections)[index]),
    frontmatter: hasFrontmatter,
    frontmatterPosition: hasFrontmatter,
    frontmatterLinks: hasFrontmatter,
  };
  return memberNames.reduce((bits, name, index) => (isThere[name] ? bits | (1 << index) : bits), 0);
}

/** Makes the object that plugins see, a new one at each call; see `deferredMetadata`. */
export function metadataOf(record: NoteRecord): Api.CachedMetadata {
  return record.length === 0 ? {} : deferredMetadata(new RecordedMetadata(record));
}

class RecordedMetadata implements MetadataSource {
  readonly members: readonly MemberName[];
  private properties: Frontmatter | undefined;
  /** Counted before a plugin can change the properties. */
  private tagsOfFrontmatter = 0;

  constructor(private readonly record: NoteRecord) {
    const reader = new ByteReader(record);
    reader.integer();
    const bits = reader.integer();
    this.members = memberNames.filter((_name, index) => (bits & (1 << index)) !== 0);
  }

  frontmatter(): Frontmatter | undefined {
    if (this.properties === undefined) {
      this.properties = frontmatterOf(this.record);
      this.tagsOfFrontmatter = frontmatterTags(this.properties)?.length ?? 0;
    }
    return this.properties;
  }

  whole(): Api.CachedMetadata {
    return wholeMetadata(this.record, this.frontmatter());
  }

  allTags(): readonly string[] {
    return allTagsOf(this.record);
  }

  tagNames(): readonly string[] {
    this.frontmatter();
    return this.allTags().slice(this.tagsOfFrontmatter);
  }
}

function frontmatterOf(record: NoteRecord): Frontmatter | undefined {
  const reader = readerOf(record);
  skipCounts(reader);
  skipCounts(reader);
  return readFrontmatter(reader);
}

function wholeMetadata(record: NoteRecord, frontmatter: Frontmatter | undefined): Api.CachedMetadata {
  const reader = readerOf(record);
  skipCounts(reader);
  skipCounts(reader);
  skipFrontmatter(reader);
  const structure = unpackStructure(reader.integers(reader.integer()));
  return metadataFrom(reader.string(), structure, frontmatter);
}

/** @param condensed what `condense` left of the text */
export function metadataFrom(
  condensed: string,
  structure: NoteStructure,
  frontmatter: Frontmatter | undefined,
): Api.CachedMetadata {
  const metadata = cachedMetadata(new CondensedText(condensed, structure), structure, frontmatter);
  const { frontmatterLinks } = metadata;
  if (frontmatterLinks && frontmatterLinks.length > maxLinks) frontmatterLinks.length = maxLinks;
  return metadata;
}

/** Grows with the time that `metadataOf` takes: bytes, with those that aliases in the frontmatter stand for. */
export function weightOf(record: NoteRecord): number {
  return record.length === 0 ? 0 : record.length + new ByteReader(record).integer();
}

/** From this weight on, another process makes the metadata: it takes up to a millisecond for 20,000 bytes. */
export const largeRecord = 400 * 1024;

/** A record from another process. */
export function bufferOf({ record }: { readonly record: Uint8Array }): NoteRecord {
  return Buffer.from(record.buffer, record.byteOffset, record.byteLength);
}

/** The targets of the note's links, embeds and frontmatter links. */
export function linkpathsOf(record: NoteRecord): Counts {
  return record.length === 0 ? new Map() : readCounts(readerOf(record));
}

/** As `getAllTags` gives them, each with `#`. */
export function tagsOf(record: NoteRecord): TagRuns {
  if (record.length === 0) return [];
  const reader = readerOf(record);
  skipCounts(reader);
  const runs: [string, number][] = [];
  for (let left = reader.integer(); left > 0; left--) runs.push([reader.string(), reader.integer()]);
  return runs;
}

/** Positioned behind the weight and the members. */
function readerOf(record: NoteRecord): ByteReader {
  const reader = new ByteReader(record);
  reader.integer();
  reader.integer();
  return reader;
}

/** Each as often as it is named. */
export function allTagsOf(record: NoteRecord): string[] {
  const tags: string[] = [];
  for (const [tag, count] of tagsOf(record)) {
    for (let left = count; left > 0; left--) tags.push(tag);
  }
  return tags;
}

function readCounts(reader: ByteReader): Counts {
  const counts = new Map<string, number>();
  for (let left = reader.integer(); left > 0; left--) counts.set(reader.string(), reader.integer());
  return counts;
}

function skipCounts(reader: ByteReader): void {
  for (let left = reader.integer(); left > 0; left--) {
    reader.skipString();
    reader.integer();
  }
}

function skipFrontmatter(reader: ByteReader): void {
  const kind = reader.integer();
  if (kind === frontmatterKinds.json) reader.skipString();
  else if (kind === frontmatterKinds.bytes) reader.bytes(reader.integer());
}

export function readFrontmatter(reader: ByteReader): Frontmatter | undefined {
  const kind = reader.integer();
  if (kind === frontmatterKinds.absent) return undefined;
  const value: unknown =
    kind === frontmatterKinds.json ? JSON.parse(reader.string()) : sharedFrontmatter(reader);
  return isRecord(value) ? value : undefined;
}

function sharedFrontmatter(reader: ByteReader): unknown {
  const values: unknown = deserialize(reader.bytes(reader.integer()));
  return Array.isArray(values) ? withPlainTexts(values)[0] : undefined;
}
