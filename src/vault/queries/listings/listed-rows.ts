import { KeptRows } from '../../../utils/json/kept-rows';
import type { ListedFiles } from './list-files';
import type { NoteListRow } from './list-notes';

/** Serialised rows of lists, shared by all callers: a row depends on the caller only through the facts in its key. */
export class ListedRows {
  readonly files: ListedFiles = {
    plain: new KeptRows(),
    withProperties: new KeptRows(),
  };
  readonly notes = new KeptRows<NoteListRow>();
}
