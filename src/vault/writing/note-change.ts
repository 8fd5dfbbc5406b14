import type { NoteStructure } from '../../markdown/structure/note-structure';
import type { Steps } from '../../utils/steps';

/** What a text becomes; `structure` is that of the text. Pure: it runs again when the note changed meanwhile. */
export type NoteChange = (text: string, structure: () => Steps<NoteStructure>) => Steps<string>;

/** A change that is made at once and needs no structure. */
export function plainChange(change: (text: string) => string): NoteChange {
  return function* (text) {
    yield;
    return change(text);
  };
}
