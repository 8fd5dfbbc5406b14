import { getWorkspace, openNote } from './app';
import { getVaultInfo, list, listNotes, stat } from './browse';
import { executeCommand, listCommands } from './commands';
import { createFolder, createNote, createNotes } from './create';
import { queryDataview } from './dataview';
import { listProperties, queryNotes, search } from './find';
import { checkLinks, exploreGraph, findRelated, getLinks, resolveLink } from './links';
import { getFrontmatter, getTags, listTags } from './metadata';
import { getOutline, readAttachment, readNote, readNotes } from './read';
import { deleteFile, listChanges, undoChange } from './remove';
import type { Tool } from './tool';
import {
  editNote,
  editNotes,
  move,
  patchNote,
  renameTag,
  updateFrontmatter,
  updateNote,
  updateTags,
} from './write';

/** Every tool, in the order of `tools/list`. Registration, settings, documentation and tests derive from it. */
export const tools: readonly Tool[] = [
  list,
  listNotes,
  stat,
  getVaultInfo,
  readNote,
  readNotes,
  getOutline,
  readAttachment,
  search,
  queryNotes,
  queryDataview,
  listTags,
  listProperties,
  getFrontmatter,
  getTags,
  getLinks,
  checkLinks,
  findRelated,
  exploreGraph,
  resolveLink,
  createNote,
  createNotes,
  updateNote,
  patchNote,
  editNote,
  editNotes,
  updateFrontmatter,
  updateTags,
  renameTag,
  createFolder,
  move,
  deleteFile,
  listChanges,
  undoChange,
  getWorkspace,
  openNote,
  listCommands,
  executeCommand,
];
