import { z } from 'zod';

/** Fields that several tools share, with one wording. */

export const notePath = z.string().describe('Path, [[wikilink]], @active or @daily.');

export const limit = (standard: number, most: number): z.ZodDefault<z.ZodInt> =>
  z.int().min(1).max(most).default(standard).describe('At most so many.');

export const cursor = z.string().optional().describe('Last `nextCursor`.');

export const includes = z
  .array(z.string())
  .optional()
  .describe('Globs, any may match; without "/" a name at any depth.');

export const excludes = z.array(z.string()).optional().describe('Globs to leave out; they win.');

export const order = z.enum(['asc', 'desc']).default('asc').describe('Direction.');

export const modifiedSince = z.string().optional().describe('ISO, or words: "2 weeks ago".');

export const modifiedUntil = z.string().optional().describe('Inclusive.');

export const where = z
  .array(z.string())
  .optional()
  .describe(
    'Conditions, all of which must hold: "status=done", "due<2026-03-01" (= != > >= < <=), "title~plan" (contains), "key" (set), "!key" (not set). A key is a property or a field of `query_notes`, such as wordCount.',
  );

export const tag = z
  .string()
  .optional()
  .describe('Only notes with this tag or one nested in it, with or without #.');

export const paged = {
  totalCount: z.int().describe('How many there are in all, after filters.'),
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as `cursor` for the next page.'),
};

export const versionId = z
  .string()
  .describe("A hash of the file's bytes; pass it as `ifMatch` when editing.");

export const ifMatch = z.string().optional().describe('Expected `versionId`.');

export const dryRun = z.boolean().default(false).describe('Preview.');

export const diffLines = z
  .int()
  .min(0)
  .max(2000)
  .default(40)
  .describe('Lines of differences to answer, shared by all files. A cut one says how many are missing.');

/** Fields of what a write did to one file. */
const writtenFields = {
  path: z.string(),
  versionId: versionId.optional(),
  previousVersionId: z.string().optional(),
  created: z.boolean(),
  changed: z.boolean().describe('False where the file already was as wanted.'),
  bytesBefore: z.int(),
  bytesAfter: z.int(),
  diff: z.string().describe('Unified diff, cut.'),
};

export const endingFields = {
  changeId: z.string().optional().describe('What `undo_change` takes.'),
  dryRun: z.boolean().optional(),
};

export const writeFields = { ...writtenFields, ...endingFields };

export const multiWriteFields = {
  files: z.array(z.object(writtenFields)),
  filesChanged: z.int(),
  filesOmitted: z.int().optional().describe('Files that the answer has no room for.'),
  ...endingFields,
};

/** Why one of several items failed, in the shape of an error. */
export const itemError = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  candidates: z.array(z.string()).optional(),
});
