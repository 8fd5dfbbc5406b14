/** Texts to search: a note's, its name, and parts of it. */

import { lastName } from '../../utils/text/pieces';
import { placeOf } from '../../utils/text/text-search';
import type { FoldMap, Span, TextFolder } from './folded-text';
import { findingBlocks, NoteOutline, type Regions } from './note-outline';
import { type CharacterKinds, joinedWords } from './words';

/** A text as it is written and as it is searched. Offsets are UTF-16 units of either. */
export class SearchText {
  constructor(
    readonly original: string,
    readonly folded: string,
    private readonly map: Pick<FoldMap, 'originalSpan' | 'foldedSpan'>,
  ) {}

  originalSpan(start: number, end: number): Span {
    return this.map.originalSpan(start, end);
  }

  foldedSpan(start: number, end: number): Span {
    return this.map.foldedSpan(start, end);
  }

  /** A folded word as it is written here; undefined if it does not occur. */
  written(word: string, kinds: CharacterKinds): string | undefined {
    for (let at = placeOf(this.folded, word); at >= 0; at = placeOf(this.folded, word, at + 1)) {
      const end = at + word.length;
      if (kinds.startsAt(this.folded, at) && kinds.endsAt(this.folded, end))
        return this.original.slice(...this.originalSpan(at, end));
    }
    return undefined;
  }

  /** The words of a portion that have marks within them, one a line: see `joinedWords`. */
  joinedIn(start: number, end: number, kinds: CharacterKinds): string {
    const words = joinedWords(this.folded.slice(start, end), kinds);
    return words.map(({ word }) => `\n${word}`).join('');
  }

  /** The positions of one kind of part, such as the sections of a note; undefined for a name, which has no parts. */
  regionsIn?(find: (note: NoteText) => Regions): Regions;
}

/** Objects and their headers, in addition to the texts. */
const overhead = 300;
/** V8 needs two bytes a character for a text with one of these. Others fold to texts without them. Faster without the flag `u`. */
const beyondLatin1 = /[^\0-\xFF]/;
/** A text with more characters counts as having one, since looking takes long. */
const maxLookedAt = 2_000_000;

export class NoteText extends SearchText {
  /** Approximate memory. */
  readonly bytes: number;
  #outline: NoteOutline | undefined;
  #blocks: ReturnType<typeof findingBlocks> | undefined;
  /** By the start of the portion. */
  #joined: Map<number, string> | undefined;

  /** @param given the folded text, if it exists already */
  constructor(original: string, folder: TextFolder, given = folder.fold(original)) {
    const isSame = given.folded === original;
    super(original, isSame ? original : given.folded, given.map);
    const width = isWide(original) ? 2 : 1;
    const foldedWidth = isSame ? 0 : width === 2 && isWide(this.folded) ? 2 : 1;
    this.bytes = original.length * width + this.folded.length * foldedWidth + given.map.bytes + overhead;
  }

  get outline(): NoteOutline {
    return (this.#outline ??= NoteOutline.of(this.original, this));
  }

  /** The note's blocks, sections, tasks and code: finding them takes a scan of the whole note. */
  get blocks(): ReturnType<typeof findingBlocks> {
    return (this.#blocks ??= findingBlocks(this.original, this));
  }

  override joinedIn(start: number, end: number, kinds: CharacterKinds): string {
    this.#joined ??= new Map();
    const joined = this.#joined.get(start) ?? super.joinedIn(start, end, kinds);
    this.#joined.set(start, joined);
    return joined;
  }

  override regionsIn(find: (note: NoteText) => Regions): Regions {
    return find(this);
  }
}

function isWide(text: string): boolean {
  return text.length > maxLookedAt || beyondLatin1.test(text);
}

const extensions: ReadonlySet<string> = new Set(['.md', '.canvas']);

/** The file name of a note or canvas, without its extension. */
export function nameOf(path: string): string {
  const name = lastName(path);
  const at = name.lastIndexOf('.');
  return at >= 0 && extensions.has(name.slice(at).toLowerCase()) ? name.slice(0, at) : name;
}
