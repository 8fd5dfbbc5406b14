/** Texts to search: a note's, and its name. */

import { lastName } from '../../utils/text/pieces';
import type { CharacterKinds } from './character-kinds';
import type { TextFolder } from './folded-text';
import { joinedText } from './joined-words';
import type { NoteBlocks, Regions } from './note-blocks';
import type { NoteOutline } from './note-outline';

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

/** The text of a note, whose parts can be found. */
export interface OutlinedText extends SearchText {
  /** See `NoteText`. */
  readonly outline: NoteOutline;
  readonly blocks: NoteBlocks;
}

/** Finds one kind of part in the text of a note, such as its sections. */
export type RegionFinder = (text: OutlinedText) => Regions;

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
