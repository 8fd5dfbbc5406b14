/** Texts to search: a note's, and its name. */

import { lastName } from '../../utils/text/path-parts';
import type { CharacterKinds } from './character-kinds';
import type { FoldedText, FoldMap, TextFolder } from './folded-text';
import { joinedText } from './joined-words';
import { findingBlocks, type NoteBlocks, type Regions } from './note-blocks';
import { type NoteOutline, outlineOf } from './note-outline';

export interface SearchText {
  readonly folded: string;
  readonly original: string;
  originalSpan(start: number, end: number): readonly [start: number, end: number];
  foldedSpan(start: number, end: number): readonly [start: number, end: number];
  /** The words of a portion that are written with marks within them, each on a line: see `joinedWords`. */
  joinedIn(start: number, end: number, kinds: CharacterKinds): string;
  /** Finds the positions of parts of a note; undefined for a name, which has no parts. */
  regionsIn?(find: RegionFinder): Regions;
}

/** A text with parts. */
export type PartedText = SearchText & Required<Pick<SearchText, 'regionsIn'>>;

/** Finds one kind of part in the text of a note, such as its sections. */
export type RegionFinder = (text: NoteText) => Regions;

/** Objects and their headers, in addition to the texts. */
const overhead = 300;
/** The engine needs two bytes for each character of a text with one of these. Other texts fold to such. */
const beyondLatin1 = /[^\0-\xFF]/u;
/** A longer text counts as one that has: to look for it takes long. Characters. */
const maxLookedAt = 2_000_000;

/** A note's text as it is in the file and as it is searched. Offsets are UTF-16 units of either. */
export class NoteText implements SearchText {
  readonly folded: string;
  readonly map: FoldMap;
  /** Approximate memory. */
  readonly bytes: number;
  #outline: NoteOutline | undefined;
  #blocks: NoteBlocks | undefined;
  /** By the starts of the portions. */
  readonly #joined = new Map<number, string>();

  constructor(
    readonly original: string,
    folder: TextFolder,
    { folded, map }: FoldedText = folder.fold(original),
  ) {
    const isSame = folded === original;
    this.folded = isSame ? original : folded;
    this.map = map;
    const isWide = original.length > maxLookedAt || beyondLatin1.test(original);
    const length = original.length + (isSame ? 0 : folded.length);
    this.bytes = length * (isWide ? 2 : 1) + map.bytes + overhead;
  }

  /** The positions of the note's fields. */
  get outline(): NoteOutline {
    return (this.#outline ??= outlineOf(this.original, this.map));
  }

  /** The note's blocks, sections, tasks and code: finding them takes a scan of the whole note. */
  get blocks(): NoteBlocks {
    return (this.#blocks ??= findingBlocks(this.original, this.map));
  }

  joinedIn(start: number, end: number, kinds: CharacterKinds): string {
    const known = this.#joined.get(start);
    if (known !== undefined) return known;
    const joined = joinedText(this.folded.slice(start, end), kinds);
    this.#joined.set(start, joined);
    return joined;
  }

  regionsIn(find: RegionFinder): Regions {
    return find(this);
  }

  originalSpan(start: number, end: number): readonly [start: number, end: number] {
    return this.map.originalSpan(start, end);
  }

  foldedSpan(start: number, end: number): readonly [start: number, end: number] {
    return this.map.foldedSpan(start, end);
  }
}

/** A note's name as a text to search. */
export class TitleText implements SearchText {
  readonly folded: string;

  constructor(
    private readonly path: string,
    private readonly folder: TextFolder,
  ) {
    this.folded = folder.fold(nameOf(path)).folded;
  }

  get original(): string {
    return nameOf(this.path);
  }

  joinedIn(start: number, end: number, kinds: CharacterKinds): string {
    return joinedText(this.folded.slice(start, end), kinds);
  }

  // A map that is kept would take more memory than the name, and is rarely needed.
  originalSpan(start: number, end: number): readonly [start: number, end: number] {
    return this.folder.fold(this.original).map.originalSpan(start, end);
  }

  foldedSpan(start: number, end: number): readonly [start: number, end: number] {
    return this.folder.fold(this.original).map.foldedSpan(start, end);
  }
}

const extensions: ReadonlySet<string> = new Set(['.md', '.canvas']);

/** The name that the path of a note or a canvas ends with, without its extension. */
export function nameOf(path: string): string {
  const name = lastName(path);
  const at = name.lastIndexOf('.');
  return at >= 0 && extensions.has(name.slice(at).toLowerCase()) ? name.slice(0, at) : name;
}
