import { countBodyWords } from '../../markdown/text/word-count';
import type { FoldMap } from '../text/fold-map';
import type { FoldedText, TextFolder } from '../text/folded-text';
import { bytesOf, KeptText, type Sliceable } from './kept-text';
import { findingBlocks, type NoteBlocks } from '../text/note-blocks';
import { type NoteOutline, outlineOf } from '../text/note-outline';
import type { RegionFinder, SearchText } from '../text/search-text';
import type { Regions } from '../text/regions';

/** Objects and their headers, in addition to the texts. */
const overhead = 300;

/** A note's text as it is in the file and as it is searched. Offsets are UTF-16 units of either. */
export class NoteText implements SearchText {
  readonly folded: string;
  readonly map: FoldMap | undefined;
  readonly #isAscii: boolean;
  /** The text of the file until it is packed. */
  #unpacked: string | undefined;
  /** Packed when its bytes are counted, before it is kept; undefined if both texts are equal. */
  #packed: KeptText | undefined;
  #bytes: number | undefined;
  #outline: NoteOutline | undefined;
  /** Cached after first use: finding them again requires a scan of the whole note. */
  #blocks: NoteBlocks | undefined;

  /** @param given the folded text, if it exists already */
  constructor(text: string, folder: TextFolder, given: FoldedText = folder.fold(text)) {
    const { folded, map, isAscii } = given;
    this.folded = folded;
    this.map = map;
    this.#isAscii = isAscii;
    this.#unpacked = folded === text ? undefined : text;
  }

  /** Approximate memory. Packs the text: a text that is not kept needs that not. */
  get bytes(): number {
    this.#bytes ??= this.#pack();
    return this.#bytes;
  }

  /** Not more than `bytes`, without packing the text. */
  get leastBytes(): number {
    return this.folded.length + overhead;
  }

  #pack(): number {
    const { folded, map } = this;
    const [isAscii, text] = [this.#isAscii, this.#unpacked];
    if (text !== undefined) this.#packed = new KeptText(text, { folded, map, isAscii });
    this.#unpacked = undefined;
    return (
      (isAscii ? folded.length : bytesOf(folded)) + (this.#packed?.bytes ?? 0) + (map?.bytes ?? 0) + overhead
    );
  }

  /** The text as it is in the file. Built on each access: keep it while you need it. */
  get original(): string {
    return this.#unpacked ?? this.#packed?.textWith(this.folded) ?? this.folded;
  }

  /** What parts of the original are cut from in little time. Undefined where that takes the original itself. */
  get parts(): Sliceable | undefined {
    if (this.#unpacked !== undefined) return this.#unpacked;
    return this.#packed === undefined ? this.folded : this.#packed.partsWith(this.folded);
  }

  /** The positions of the note's fields. */
  get outline(): NoteOutline {
    this.#outline ??= outlineOf(this.original, this.map);
    return this.#outline;
  }

  /** Whether the outline exists: for a long text it takes some time, see `preparing`. */
  get isPrepared(): boolean {
    return this.#outline !== undefined;
  }

  /** Makes the outline, as work that can pause. */
  preparing(): void {
    this.#outline ??= outlineOf(this.original, this.map);
  }

  /** Makes the outline and counts the words below the frontmatter: the text is made once for both. */
  countingWords(): number {
    const { original } = this;
    this.#outline ??= outlineOf(original, this.map);
    return countBodyWords(original);
  }

  /** The note's blocks, sections, tasks and code. */
  blocksInSteps(): NoteBlocks {
    this.#blocks ??= findingBlocks(this.original, this.map);
    return this.#blocks;
  }

  /** See `SearchText`. */
  regionsIn(find: RegionFinder): Regions {
    return find(this);
  }

  /** The stretch of the original that a stretch of the folded text came from, in whole characters. */
  originalSpan(start: number, end: number): readonly [start: number, end: number] {
    if (this.map === undefined) return [start, end];
    const from = this.map.startOf(start);
    return [from, Math.max(from, this.map.endOf(end))];
  }

  /** The part of the folded text for a part of the original. */
  foldedSpan(start: number, end: number): readonly [start: number, end: number] {
    return this.map === undefined ? [start, end] : [this.map.foldedStart(start), this.map.foldedEnd(end)];
  }
}
