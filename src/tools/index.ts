import { getVaultInfo, list, listNotes, stat } from './browse';
import { listProperties, search } from './find';
import { checkLinks, exploreGraph, findRelated, getLinks, resolveLink } from './links';
import { getFrontmatter, getTags, listTags } from './metadata';
import { getOutline, readAttachment, readNote, readNotes } from './read';
import { listChanges, undoChange } from './remove';
import type { Tool } from './tool';
import { createNote, editNote, editNotes, updateNote } from './write';

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
  updateNote,
  editNote,
  editNotes,
  listChanges,
  undoChange,
];
