import { z } from 'zod';

/** Fields that several tools share, with one wording. */

export const notePath = z.string().describe('Path, name, [[link]], @daily.');

export const limit = (standard: number, most: number): z.ZodDefault<z.ZodInt> =>
  z.int().min(1).max(most).default(standard).describe('Limits the rows.');

export const cursor = z.string().optional().describe('Takes a `nextCursor`.');

export const includes = z.array(z.string()).optional().describe('Globs like `Work/**`.');

export const excludes = z.array(z.string()).optional().describe('Globs to omit.');

export const order = z.enum(['asc', 'desc']).default('asc').describe('Sorts up or down.');

export const modifiedSince = z.string().optional().describe('Since a date or `2 weeks ago`.');

export const modifiedUntil = z.string().optional().describe('Changed until a date.');

export const where = z
  .array(z.string())
  .optional()
  .describe(
    'Keeps notes that meet all: `status=done` (!= > >= < <=), `title~plan` (contains), `key` (is set), `!key`.',
  );

export const folder = z.string().optional().describe('Only in this folder.');

export const tag = z.string().optional().describe('This or nested tags.');

export const paged = {
  totalCount: z.int().describe('How many there are in all, after filters.'),
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as `cursor` for the next page.'),
};

export const versionId = z
  .string()
  .describe("A hash of the file's bytes; pass it as `ifMatch` when editing.");

export const ifMatch = z.string().optional().describe('Requires this version.');

export const dryRun = z.boolean().default(false).describe('True previews it.');

/** 40 where left out. */
export const diffLines = z.int().min(0).max(2000).optional().describe('Limits the diff.');

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

/** Of tools that write bases too. */
export const warnedWriteFields = {
  ...writeFields,
  warnings: z.array(z.string()).optional().describe('What is wrong with a base that was written.'),
};

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

export const direction = z.enum(['both', 'out', 'in']).default('both').describe('Both (default), out or in.');

export const anyObject = z.record(z.string(), z.unknown());

const edit = z.strictObject({
  oldText: z.string().optional().describe('Exact text, without `N→`.'),
  newText: z.string().describe('The new text.'),
  replaceAll: z.boolean().optional().describe('True replaces all.'),
  startLine: z.int().optional().describe('First line replaced.'),
  endLine: z.int().optional().describe('Last line replaced.'),
});

export const edits = z.array(edit).min(1).max(1000).describe('Edits without overlap.');
