/** Makes the record of a note from its text. */
import { serialize } from 'node:v8';
import type * as Api from 'obsidian';
import { condense } from './condensed-text';
import { readYamlText } from '../../../../../src/markdown/frontmatter/frontmatter';
import { frontmatterLinks } from '../../../../../src/markdown/frontmatter/property-links';
import { linkpathOf } from '../../../../../src/markdown/links/link-target';
import { linkTargetText } from '../../../../../src/markdown/links/links';
import type { NoteStructure, Span } from '../../../../../src/markdown/structure/note-structure';
import { packStructure } from './packed-structure';
import { codeOf } from '../../core/unknowns';
import { scanStructure } from '../../../../../src/markdown/structure/scan-structure';
import { frontmatterTags } from '../../../../../src/markdown/tags';
import { ByteReader, ByteWriter } from './bytes';
import {
  type Counts,
  type Frontmatter,
  frontmatterKinds,
  membersOf,
  metadataFrom,
  maxLinks,
  maxNodes,
  maxQuoted,
  type NoteRecord,
  readFrontmatter,
  type TagRuns,
} from './note-record';
import { withSharedTexts } from './shared-texts';

/** YAML that may contain what JSON has not: infinities, NaN, minus zero, and values that aliases share. */
const notForJson = /\.(?:inf|nan)\b|-0(?!\d)|\*/i;

/** A note as it was just read. */
export interface RecordedNote {
  readonly record: NoteRecord;
  /** As `metadataOf` makes it from the record, in half the time. */
  readonly metadata: () => Api.CachedMetadata;
}

export class NoteRecorder {
  private readonly writer = new ByteWriter();

  record(text: string): NoteRecord {
    return this.note(text).record;
  }

  /** In time proportional to the text's length, and in memory bounded by the scanner's limits; never throws. */
  note(text: string): RecordedNote {
    const structure = trimmed(scanBeginning(text));
    const yaml = yamlOf(text, structure);
    const frontmatter = readYamlText(yaml);
    const json = frontmatter === undefined ? '' : JSON.stringify(frontmatter);
    this.writer.integer(json.length);
    this.writer.integer(membersOf(structure, frontmatter));
    const linkpaths = countsOf(linksIn(text, structure, frontmatter));
    this.counts(linkpaths.size, linkpaths);
    const runs = runsOf([...(frontmatterTags(frontmatter) ?? []), ...inlineTags(text, structure)]);
    this.counts(runs.length, runs);
    const start = this.writer.size;
    this.frontmatter(frontmatter, json, yaml ?? '');
    const packed = packStructure(structure);
    this.writer.integer(packed.length);
    this.writer.integers(packed);
    const condensed = condense(text, structure);
    this.writer.string(condensed);
    const record = this.writer.take();
    return {
      record,
      metadata: () =>
        metadataFrom(condensed, structure, readFrontmatter(new ByteReader(record.subarray(start)))),
    };
  }

  private counts(size: number, counts: Iterable<readonly [name: string, count: number]>): void {
    this.writer.integer(size);
    for (const [name, count] of counts) {
      this.writer.string(name);
      this.writer.integer(count);
    }
  }

  private frontmatter(frontmatter: Frontmatter | undefined, json: string, yaml: string): void {
    if (frontmatter === undefined) {
      this.writer.integer(frontmatterKinds.absent);
    } else if (notForJson.test(yaml)) {
      const bytes = serialize(withSharedTexts([frontmatter]));
      this.writer.integer(frontmatterKinds.bytes);
      this.writer.integer(bytes.length);
      this.writer.bytes(bytes);
    } else {
      this.writer.integer(frontmatterKinds.json);
      this.writer.string(json);
    }
  }
}

/** The first nodes of each kind, and the lines up to the last of them. */
function trimmed(structure: NoteStructure): NoteStructure {
  const first = <Node>(nodes: readonly Node[], most = maxNodes): readonly Node[] =>
    nodes.length > most ? nodes.slice(0, most) : nodes;
  const lists = {
    sections: first(structure.sections),
    headings: first(quoted(structure.headings)),
    listItems: first(structure.listItems),
    links: first(quoted(structure.links), maxLinks),
    embeds: first(quoted(structure.embeds), maxLinks),
    tags: first(quoted(structure.tags)),
    blockIds: first(structure.blockIds),
    footnotes: first(structure.footnotes),
    footnoteReferences: first(structure.footnoteReferences),
    definitions: first(quoted(structure.definitions)),
  };
  let end = 0;
  for (const nodes of Object.values(lists)) end = Math.max(end, nodes.at(-1)?.end ?? 0);
  // Metadata has no enclosures.
  return { ...structure, ...lists, lineStarts: linesUpTo(end, structure.lineStarts), enclosures: [] };
}

/** The first nodes whose characters are within the limit of metadata. */
function quoted<Node extends Span>(nodes: readonly Node[]): readonly Node[] {
  let length = 0;
  let count = 0;
  for (const { start, end } of nodes) {
    length += end - start;
    if (length > maxQuoted) return nodes.slice(0, count);
    count += 1;
  }
  return nodes;
}

function linesUpTo(end: number, lineStarts: Int32Array): Int32Array {
  let count = lineStarts.length;
  while (count > 0 && (lineStarts[count - 1] ?? 0) > end) count -= 1;
  return count === lineStarts.length ? lineStarts : lineStarts.subarray(0, count);
}

function yamlOf(text: string, { frontmatter: block }: NoteStructure): string | undefined {
  return block === undefined ? undefined : text.slice(block.bodyStart, block.bodyEnd);
}

/** What links, embeds and frontmatter links name, with the parts of notes. */
function linksIn(text: string, structure: NoteStructure, frontmatter: Frontmatter | undefined): string[] {
  const links: string[] = [];
  for (const link of structure.links) links.push(linkTargetText(text, link));
  for (const link of structure.embeds) links.push(linkTargetText(text, link));
  if (frontmatter) for (const { link } of frontmatterLinks(frontmatter)) links.push(link);
  return links;
}

/** How often each linkpath is named. */
function countsOf(links: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const link of links) {
    const linkpath = linkpathOf(link);
    counts.set(linkpath, (counts.get(linkpath) ?? 0) + 1);
  }
  return counts;
}

function inlineTags(text: string, structure: NoteStructure): string[] {
  return structure.tags.map(({ start, end }) => text.slice(start, end));
}

function runsOf(tags: readonly string[]): TagRuns {
  const runs: [string, number][] = [];
  for (const tag of tags) {
    const last = runs.at(-1);
    if (last?.[0] === tag) last[1] += 1;
    else runs.push([tag, 1]);
  }
  return runs;
}

/**
 * The structure of the whole text or, if that has more lines or parts than `limits.ts` allows, of its first half,
 * quarter and so on: five million headings would take more than a gigabyte (measured).
 */
export function scanBeginning(text: string): NoteStructure {
  for (let length = text.length; ; length = Math.floor(length / 2)) {
    try {
      return scanStructure(wholeLines(text, length), { isLimited: true });
    } catch (error) {
      if (codeOf(error) !== 'too_large') throw error;
    }
  }
}

/** The lines that end within this many units; all these units if no line ends there. */
function wholeLines(text: string, length: number): string {
  if (length === text.length) return text;
  return text.slice(0, text.lastIndexOf('\n', length - 1) + 1 || length);
}
