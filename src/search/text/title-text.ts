import { lastName } from '../../utils/text/path-parts';
import type { CharacterKinds } from './character-kinds';
import type { FoldedText, TextFolder } from './folded-text';
import { joinedText } from './joined-words';
import type { SearchText } from './search-text';

const extensions: ReadonlySet<string> = new Set(['.md', '.canvas']);

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

  joinedBy(kinds: CharacterKinds): string {
    return joinedText(this.folded, kinds);
  }

  originalSpan(start: number, end: number): readonly [start: number, end: number] {
    const { map } = this.#fold();
    return map === undefined ? [start, end] : [map.startOf(start), map.endOf(end)];
  }

  foldedSpan(start: number, end: number): readonly [start: number, end: number] {
    const { map } = this.#fold();
    return map === undefined ? [start, end] : [map.foldedStart(start), map.foldedEnd(end)];
  }

  /** A map would take more memory than the name, and is rarely needed. */
  #fold(): FoldedText {
    return this.folder.fold(this.original);
  }
}

/** The name that the path of a note or a canvas ends with, without its extension. */
export function nameOf(path: string): string {
  const name = lastName(path);
  const at = name.lastIndexOf('.');
  return at >= 0 && extensions.has(name.slice(at).toLowerCase()) ? name.slice(0, at) : name;
}
