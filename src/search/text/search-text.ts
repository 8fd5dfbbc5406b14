import type { CharacterKinds } from './character-kinds';
import type { NoteBlocks } from './note-blocks';
import type { NoteOutline } from './note-outline';
import type { Regions } from './regions';

/** A text to search: a note's, or its title. */
export interface SearchText {
  readonly folded: string;
  readonly original: string;
  originalSpan(start: number, end: number): readonly [start: number, end: number];
  foldedSpan(start: number, end: number): readonly [start: number, end: number];
  /** The words that are written with marks within them, each on a line: see `joinedWords`. */
  joinedBy(kinds: CharacterKinds): string;
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
