import { executeCommand } from './app/execute-command';
import { getWorkspace } from './app/get-workspace';
import { listCommands } from './app/list-commands';
import { openNote } from './app/open-note';
import { getVaultInfo } from './browse/get-vault-info';
import { list } from './browse/list';
import { listNotes } from './browse/list-notes';
import { stat } from './browse/stat';
import { checkLinks } from './links/check-links';
import { exploreGraph } from './links/explore-graph';
import { findRelated } from './links/find-related';
import { getFrontmatter } from './find/get-frontmatter';
import { getLinks } from './links/get-links';
import { getTags } from './find/get-tags';
import { listProperties } from './find/list-properties';
import { listTags } from './find/list-tags';
import { queryBase } from './find/query-base';
import { listTasks } from './find/list-tasks';
import { queryDataview } from './find/query-dataview';
import { queryNotes } from './find/query-notes';
import { resolveLink } from './links/resolve-link';
import { search } from './find/search';
import { suggestLinks } from './links/suggest-links';
import { getContext } from './read/get-context';
import { getOutline } from './read/get-outline';
import { readAttachment } from './read/read-attachment';
import { readNote } from './read/read-note';
import { readNotes } from './read/read-notes';
import { deleteFile } from './remove/delete';
import { listChanges } from './remove/list-changes';
import { undoChange } from './remove/undo-change';
import type { Tool } from './tool';
import { createFolder } from './write/create-folder';
import { createNote } from './write/create-note';
import { createNotes } from './many/create-notes';
import { addAttachment } from './write/add-attachment';
import { editCanvas } from './write/edit-canvas';
import { editNote } from './write/edit-note';
import { editNotes } from './many/edit-notes';
import { mergeNotes } from './many/merge-notes';
import { move } from './write/move';
import { patchNote } from './write/patch-note';
import { renameHeading } from './many/rename-heading';
import { renameProperty } from './many/rename-property';
import { renameTag } from './many/rename-tag';
import { replaceInNotes } from './many/replace-in-notes';
import { updateFrontmatter } from './write/update-frontmatter';
import { updateNote } from './write/update-note';
import { updateTask } from './write/update-task';
import { updateTags } from './write/update-tags';

/** Every tool, in the order of `tools/list`. Registration, settings, documentation and tests use this list. */
const all = [
  list,
  listNotes,
  stat,
  getVaultInfo,
  readNote,
  readNotes,
  getContext,
  getOutline,
  readAttachment,
  search,
  queryNotes,
  queryDataview,
  queryBase,
  listTasks,
  listTags,
  listProperties,
  getFrontmatter,
  getTags,
  getLinks,
  checkLinks,
  suggestLinks,
  findRelated,
  exploreGraph,
  resolveLink,
  createNote,
  updateNote,
  patchNote,
  editNote,
  updateFrontmatter,
  updateTags,
  updateTask,
  editCanvas,
  addAttachment,
  createFolder,
  move,
  createNotes,
  editNotes,
  replaceInNotes,
  renameTag,
  renameProperty,
  renameHeading,
  mergeNotes,
  deleteFile,
  listChanges,
  undoChange,
  getWorkspace,
  openNote,
  listCommands,
  executeCommand,
] as const;

export type ToolName = (typeof all)[number]['name'];

export const tools: readonly Tool[] = all;
