import { getVaultInfo, list, listNotes, stat } from './browse';
import { getFrontmatter, getTags, listTags } from './metadata';
import { readNote } from './read';
import type { Tool } from './tool';

/** Every tool, in the order of `tools/list`. Registration, settings, documentation and tests derive from it. */
export const tools: readonly Tool[] = [
  list,
  listNotes,
  stat,
  getVaultInfo,
  readNote,
  listTags,
  getFrontmatter,
  getTags,
];
