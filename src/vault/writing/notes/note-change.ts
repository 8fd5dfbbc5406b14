import type { NoteStructure } from '../../../markdown/structure/note-structure';
import type { Steps } from '../../../utils/slicing/steps';

/** What a text becomes; `structure` is that of the text. Pure: it runs again when the note changed meanwhile. */
export type NoteChange = (text: string, structure: () => Steps<NoteStructure>) => Steps<string>;
