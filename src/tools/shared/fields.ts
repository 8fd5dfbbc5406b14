import { z } from 'zod';

/** Fields that several tools share, with one wording. */

export const notePath = z.string().describe('Path, name, [[wikilink]], @active or @daily.');

export const limit = (standard: number, most: number): z.ZodDefault<z.ZodInt> =>
  z.int().min(1).max(most).default(standard).describe('Largest number of results.');

export const cursor = z.string().optional().describe('The `nextCursor` of the last page.');

export const includes = z
  .array(z.string())
  .optional()
  .describe('Globs of which one must match, such as "Work/**".');

export const excludes = z.array(z.string()).optional().describe('Globs of paths to leave out.');

export const order = z
  .enum(['asc', 'desc'])
  .default('asc')
  .describe('Sort ascending (default) or descending.');

export const modifiedSince = z
  .string()
  .optional()
  .describe('Changed since this date: ISO, or words such as "2 weeks ago".');

export const modifiedUntil = z.string().optional().describe('Changed until this date, inclusive.');

export const where = z
  .array(z.string())
  .optional()
  .describe(
    'Conditions, all of which must hold: "status=done" (also != > >= < <=), "title~plan" (contains), "key" (set), "!key" (not set). A key is a property or a field such as wordCount.',
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

export const ifMatch = z.string().optional().describe('The `versionId` the file must have.');

export const dryRun = z.boolean().default(false).describe('True only previews the change.');

export const diffLines = z.int().min(0).max(2000).default(40).describe('Number of diff lines to show.');

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

export const direction = z
  .enum(['both', 'out', 'in'])
  .default('both')
  .describe('Links out of the note, in to it, or both (default).');

export const anyObject = z.record(z.string(), z.unknown());

const edit = z.strictObject({
  oldText: z.string().optional().describe('The exact text to replace, without `N→`.'),
  newText: z.string().describe('The text to put there.'),
  replaceAll: z.boolean().optional().describe('True replaces every occurrence.'),
  startLine: z.int().optional().describe('First line to replace, instead of `oldText`.'),
  endLine: z.int().optional().describe('Last line to replace.'),
});

export const edits = z
  .array(edit)
  .min(1)
  .max(1000)
  .describe('The edits, all of the text as it was read; they must not overlap.');
