import type { TAbstractFile } from 'obsidian';
import { KeptRows } from '../../../utils/json/kept-rows';
import type { DirectoryItem, FileItem } from './list-files';
import type { NoteListRow } from './list-notes';

/** Rows of lists that later calls of any caller can use; no row depends on who asked, except by its facts. */
export class ListedRows {
  readonly files = new KeptRows<TAbstractFile, FileItem | DirectoryItem>();
  readonly filesWithProperties = new KeptRows<TAbstractFile, FileItem | DirectoryItem>();
  readonly notes = new KeptRows<TAbstractFile, NoteListRow>();
}
