import * as z from 'zod';
import { flagged } from '../field-flags';
import { hinted } from './hinted';

/** Fields that several tools share, with the same description. */

/** Names a file. */
export const file = flagged(z.string(), { names: 'file' });

/** Names a file or a folder. */
export const fileOrFolder = flagged(z.string(), { names: 'folder' });

export const notePath = file.describe('Takes a path, name, [[link]], @daily.');

/** Accepts the same as `notePath` with a shorter description, for tools listed together with others. */
export const noteName = file.describe('Takes a path or name.');

export const limit = (standard: number, most: number): z.ZodDefault<z.ZodInt> =>
  z.int().min(1).max(most).default(standard).describe(`Limits rows (default ${standard}).`);

export const cursor = z.string().optional().describe('Takes a `nextCursor`.');

export const includes = z.array(z.string()).optional().describe('Keeps globs like `Work/**`.');

export const excludes = z.array(z.string()).optional().describe('Omits these globs.');

export const order = z.enum(['asc', 'desc']).default('asc').describe('Sorts up (default) or down.');

export const modifiedSince = z.string().optional().describe('Keeps changes since `last week`.');

export const modifiedUntil = z.string().optional().describe('Keeps changes until a date.');

export const where = z
  .array(z.string())
  .optional()
  .describe(
    'Keeps notes that meet all: `status=done` (!= > >= < <=), `title~plan` (contains), `key` (is set), `!key`.',
  );

export const folder = fileOrFolder.optional().describe('Looks in this folder.');

/** Of a longer one no file of the app's has a line. */
const maxLine = 10_000_000;

export const line = z.int().min(1).max(maxLine);

/** Which of several equal headings is meant. */
export const occurrence = z.int().min(1).max(1000).optional().describe('Picks one of equal headings.');

export const tag = z.string().optional().describe('Keeps this or nested tags.');

export const paged = {
  totalCount: z.int().describe('How many there are in all, after filters.'),
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as `cursor` for the next page.'),
};

export const versionId = z
  .string()
  .describe("A hash of the file's bytes; pass it as `ifMatch` when editing.");

export const ifMatch = z.string().optional().describe('Requires this `versionId`.');

export const dryRun = z.boolean().default(false).describe('True previews only.');

/** 40 if left out. */
export const diffLines = z.int().min(0).max(2000).optional().describe('Cuts diffs (default 40).');

/** Fields for the effect of a write on one file. */
const writtenFields = {
  path: z.string(),
  versionId: versionId.optional(),
  previousVersionId: z.string().optional(),
  created: z.boolean(),
  changed: z.boolean().describe('False where the file already was as wanted.'),
  bytesBefore: z.int(),
  bytesAfter: z.int(),
  diff: z.string().describe('Unified diff, cut.'),
  sameAs: z.string().optional().describe('A file above that changes the same lines, and has the diff.'),
};

export const endingFields = {
  changeId: z.string().optional().describe('What `undo_change` takes.'),
  dryRun: z.boolean().optional(),
  hints: z.array(z.string()).optional().describe('What may be meant instead.'),
};

export const writeFields = { ...writtenFields, ...endingFields };

/** For tools that write bases too. */
export const warnedWriteFields = {
  ...writeFields,
  warnings: z.array(z.string()).optional().describe('What is wrong with a base that was written.'),
};

export const multiWriteFields = {
  files: z.array(z.object(writtenFields)),
  filesChanged: z.int(),
  filesOmitted: z.int().optional().describe('Files that do not fit in the result.'),
  warnings: z.array(z.string()).optional().describe('What is wrong with bases that were written, by path.'),
  ...endingFields,
};

/** For tools that change one note or several: the fields of either answer. */
export const oneOrManyFields = {
  ...hinted,
  ...writeFields,
  ...multiWriteFields,
  count: z.int().describe('Notes that the arguments select.'),
};

/** Selects the notes of a change. */
export const selection = {
  paths: z.array(file).min(1).max(500).optional().describe('Names up to 500 notes.'),
  path: fileOrFolder.optional().describe('Takes a path, name, @daily or folder.'),
  tag: tag.describe('Selects by tag.'),
  where: where.describe('Selects as in `list`.'),
  expectedCount: z.int().min(0).max(500).optional().describe('Writes, with the `count` of selected notes.'),
};

/** Why one of several items failed, in the format of an error. */
export const itemError = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  candidates: z.array(z.string()).optional(),
});

export const direction = z
  .enum(['both', 'out', 'in'])
  .default('both')
  .describe('Shows both (default), out or in.');

/**
 * An object of any shape.
 * @param usual one or two of the members that it has in most calls
 */
export const anyObject = (
  usual: Readonly<Record<string, z.core.JSONSchema.BaseSchema>>,
): z.ZodRecord<z.ZodString, z.ZodUnknown> => flagged(z.record(z.string(), z.unknown()), { usual });

const textType = { type: 'string' } as const;

/** Properties of a note, by their names. */
export const properties = anyObject({
  tags: { type: 'array', items: textType },
  status: textType,
});

const edit = z.strictObject({
  oldText: z.string().optional().describe('Finds exact text, without `N→`.'),
  newText: z.string().describe('Writes this; empty deletes.'),
  replaceAll: z.boolean().optional().describe('True replaces all of them.'),
  startLine: line.optional().describe('Replaces lines from this one.'),
  endLine: line.optional().describe('Replaces lines to this one.'),
});

/**
 * An argument that calls accept but `tools/list` leaves out: another argument has the same effect, or an
 * error names it when it is needed. docs/tools.md describes it.
 */
export const unlisted = <Field extends z.ZodType>(field: Field, description: string): Field =>
  flagged(field.describe(description), { unlisted: true });

export const edits = flagged(z.array(edit).min(1).max(1000).describe('Makes edits; no two overlap.'), {
  itemAtTop: true,
});
