import { addedNotes } from './added-notes';
import { asking } from './asking';
import { browsing } from './browse';
import { finding } from './finding';
import type { Operation } from './operation';
import { reading } from './reading';
import { severalNotes } from './several-notes';
import { tasksAndBases } from './tasks-and-bases';
import { writing } from './writing';

/** Every row of the benchmark in its order. */
export const operations: readonly Operation[] = [
  ...browsing,
  ...reading,
  ...finding,
  ...tasksAndBases,
  ...asking,
  ...writing,
  ...severalNotes,
  ...addedNotes,
];
