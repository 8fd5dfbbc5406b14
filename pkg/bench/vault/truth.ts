/** The known contents of a vault, written beside it, so that every result of the benchmark can be checked. */
import { z } from 'zod';

const path = z.string();

export const truthSchema = z.object({
  /** Of the generator that made the vault. */
  version: z.int(),
  /** SHA-256 over every path and every byte. */
  digest: z.string(),
  notes: z.int(),
  attachments: z.int(),
  folders: z.int(),
  /** Of everything visible. */
  bytes: z.int(),
  /** Notes in which each planted text is, by its name in planted.ts; sorted. */
  texts: z.record(z.string(), z.array(path)),
  /** Notes that contain both words, in any place. */
  bothWords: z.array(path),
  /** Every tag that a note has itself, with the number of those notes and with nested tags counted too. */
  tags: z.array(z.object({ tag: z.string(), count: z.int(), total: z.int() })),
  activeNotes: z.int(),
  /** Notes with a rating of 4 or 5. */
  ratedHigh: z.int(),
  /** Tasks that are not done, and how many of them are due by the day of `dueBy`. */
  openTasks: z.int(),
  dueTasks: z.int(),
  hub: z.object({ path, sources: z.array(path) }),
  /** In order of source and line. */
  broken: z.array(z.object({ source: path, line: z.int(), link: z.string() })),
  /** A folder of notes without links and backlinks. */
  islands: z.object({ path, notes: z.array(path) }),
  /** A folder with notes alone. */
  folder: z.object({ path, notes: z.array(path) }),
  sample: z.object({ path, text: z.string() }),
  /** Notes that the benchmark may change; it restores them. */
  scratch: z.array(z.object({ path, text: z.string() })),
});

export type Truth = z.infer<typeof truthSchema>;
