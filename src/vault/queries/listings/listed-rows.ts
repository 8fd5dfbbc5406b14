import { KeptRows, type RowWithPath } from '../../../utils/json/kept-rows';
import type { IdleValues } from '../../index/idle-values';
import type { ListedFiles } from './list-files';
import type { NoteListRow } from './list-notes';

/** Serialised rows of lists, shared by all callers: a row depends on the caller only through the facts in its key. */
export class ListedRows {
  readonly files: ListedFiles;
  readonly notes: KeptRows<NoteListRow>;

  /** @param idle drops the rows of a kind of list that nobody has asked for */
  constructor(idle: IdleValues) {
    this.files = { plain: rowsUntilIdle(idle), withProperties: rowsUntilIdle(idle) };
    this.notes = rowsUntilIdle(idle);
  }
}

function rowsUntilIdle<Row extends RowWithPath>(idle: IdleValues): KeptRows<Row> {
  const value = idle.add(() => rows.clear());
  const rows = new KeptRows<Row>(() => value.used());
  return rows;
}
