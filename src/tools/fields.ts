import { z } from 'zod';

/** Fields that several tools share, with one wording. */

export const notePath = z.string().describe('The note: a path in the vault, with or without `.md`.');

export const limit = (standard: number, most: number): z.ZodDefault<z.ZodInt> =>
  z.int().min(1).max(most).default(standard).describe(`At most this many (up to ${most}).`);

export const cursor = z.string().max(4096).optional().describe('`nextCursor` of the page before.');

export const paged = {
  totalCount: z.int().describe('How many there are in all, after filters.'),
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as `cursor` for the next page.'),
};

export const versionId = z
  .string()
  .describe("A hash of the file's bytes; pass it as `ifMatch` when editing.");
