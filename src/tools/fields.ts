import { z } from 'zod';

/** Fields that several tools share, with one wording. */

export const notePath = z.string().describe('The note: a path in the vault, with or without `.md`.');

export const limit = (standard: number, most: number): z.ZodDefault<z.ZodInt> =>
  z.int().min(1).max(most).default(standard).describe(`At most this many (up to ${most}).`);

export const cursor = z.string().max(4096).optional().describe('`nextCursor` of the page before.');

export const includes = z
  .array(z.string())
  .optional()
  .describe(
    'Globs; one must match. Without "/" they match the name at any depth, else the path. "!" takes away.',
  );

export const excludes = z
  .array(z.string())
  .optional()
  .describe('Globs to leave out, with all they contain; they win over includes.');

export const order = z.enum(['asc', 'desc']).default('asc').describe('Ascending or descending.');

export const modifiedSince = z
  .string()
  .optional()
  .describe('Changed at or after this date: ISO, or words such as "yesterday" or "2 weeks ago".');

export const modifiedUntil = z.string().optional().describe('Changed at or before this date.');

export const where = z
  .array(z.string())
  .optional()
  .describe(
    'Conditions on properties, all must hold: "key=value", "!=", ">", ">=", "<", "<=", "~" (contains), "key", "!key".',
  );

export const tag = z.string().optional().describe('Only notes with this tag or one nested in it.');

export const paged = {
  totalCount: z.int().describe('How many there are in all, after filters.'),
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as `cursor` for the next page.'),
};

export const versionId = z
  .string()
  .describe("A hash of the file's bytes; pass it as `ifMatch` when editing.");

export const ifMatch = z
  .string()
  .optional()
  .describe('The `versionId` you read; nothing is written if it is another now.');

export const dryRun = z.boolean().default(false).describe('Only tell what would change.');

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
  ...endingFields,
};
