import { countBodyWords } from '../../markdown/text/word-count';
import type { CharacterKinds } from '../text/character-kinds';
import type { FoldedText, FoldMap, TextFolder } from '../text/folded-text';
import { joinedText } from '../text/joined-words';
import { findingBlocks, type NoteBlocks, type Regions } from '../text/note-blocks';
import { type NoteOutline, outlineOf } from '../text/note-outline';
import type { OutlinedText, RegionFinder } from '../text/search-text';

/** Objects and their headers, in addition to the texts. */
const overhead = 300;
const beyondLatin1 = /[^\0-\xFF]/u;

/** A note's text as it is in the file and as it is searched. Offsets are UTF-16 units of either. */
export class NoteText implements OutlinedText {
  readonly folded: string;
  readonly map: FoldMap;
  /** Approximate memory. */
  readonly bytes: number;
  #outline: NoteOutline | undefined;
  #blocks: NoteBlocks | undefined;
  #joined: string | undefined;

  /** @param given the folded text, if it exists already */
  constructor(
    readonly original: string,
    folder: TextFolder,
    given: FoldedText = folder.fold(original),
  ) {
    this.map = given.map;
    const isSame = given.folded === original;
    this.folded = isSame ? original : given.folded;
    this.bytes = bytesOf(original) + (isSame ? 0 : bytesOf(this.folded)) + this.map.bytes + overhead;
  }

  /** The positions of the note's fields. */
  get outline(): NoteOutline {
    this.#outline ??= outlineOf(this.original, this.map);
    return this.#outline;
  }

  /** Makes the outline, which takes some time for a long text. */
  prepare(): void {
    this.#outline ??= outlineOf(this.original, this.map);
  }

  /** The note's blocks, sections, tasks and code: finding them takes a scan of the whole note. */
  get blocks(): NoteBlocks {
    this.#blocks ??= findingBlocks(this.original, this.map);
    return this.#blocks;
  }

  /** Words below the frontmatter. */
  countWords(): number {
    return countBodyWords(this.original);
  }

  joinedBy(kinds: CharacterKinds): string {
    this.#joined ??= joinedText(this.folded, kinds);
    return this.#joined;
  }

  /** See `SearchText`. */
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

/** The engine needs two bytes for each character where one is beyond Latin-1. */
function bytesOf(text: string): number {
  return beyondLatin1.test(text) ? text.length * 2 : text.length;
}
