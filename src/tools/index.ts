import { list } from './browse';
import { readNote } from './read';
import type { Tool } from './tool';

/** Every tool, in the order of `tools/list`. Registration, settings, documentation and tests derive from it. */
export const tools: readonly Tool[] = [list, readNote];
