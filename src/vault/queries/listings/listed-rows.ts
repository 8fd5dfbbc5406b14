import { KeptRows } from '../../../utils/json/kept-rows';
import type { ListedFiles } from './list-files';
import type { NoteListRow } from './list-notes';

/** Written rows of all callers' lists: no row depends on who asked, except by its facts. */
export class ListedRows {
  readonly files: ListedFiles = {
    plain: new KeptRows(),
    withProperties: new KeptRows(),
  };
  readonly notes = new KeptRows<NoteListRow>();
}
