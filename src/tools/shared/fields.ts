import * as z from 'zod';
import { flagged } from '../field-flags';

/** Fields that several tools share, with the same description. */

/** An argument that few calls need: the `core` profile does not list it, but calls accept it. */
export const rare = <Field extends z.ZodType>(field: Field): Field => flagged(field, { rare: true });

/** Names of fields, which a call may give as one text. */
export const byCommas = <Field extends z.ZodType>(field: Field): Field => flagged(field, { byCommas: true });

export const file = flagged(z.string(), { names: 'file' });

export const fileOrFolder = flagged(z.string(), { names: 'folder' });

export const notePath = file.describe('Note: path, unique name, [[link]] or @daily.');

/** For tools that also create the note, which nobody expects of a path. */
export const madeIfDaily = file.describe(
  'Note: path, unique name, [[link]] or @daily (created from its template if missing).',
);

/** Accepts the same as `notePath` with a shorter description, for tools listed together with others. */
export const noteName = file.describe('Note: path or unique name.');

export const limit = (standard: number, most: number): z.ZodDefault<z.ZodInt> =>
  z.int().min(1).max(most).default(standard).describe(`Max rows. Default: ${standard}.`);

export const cursor = z.string().optional().describe('The `nextCursor` you got.');

export const includes = z.array(z.string()).optional().describe('Globs like `Work/**`.');

export const excludes = z.array(z.string()).optional().describe('Globs to exclude.');

export const order = z.enum(['asc', 'desc']).default('asc').describe('Default: asc.');

export const modifiedSince = z.string().optional().describe('Modified since: date or `last week`.');

export const modifiedUntil = z.string().optional().describe('Modified until a date.');

export const where = z
  .array(z.string())
  .optional()
  .describe(
    'Conditions that must all hold: `status=done` (!= > >= < <=), `title~plan` (contains), `key` (is set), `!key`.',
  );

/** For tools that are listed next to one with the whole description. */
export const shortWhere = 'Conditions (all must hold): `status=done`, `title~plan`, `!key`.';

export const folder = fileOrFolder.optional().describe('Folder. Default: whole vault.');

/** No file that the app opens has more lines. */
const maxLine = 10_000_000;

export const line = z.int().min(1).max(maxLine);

/** Which of several equal headings is meant. */
export const occurrence = rare(
  z.int().min(1).max(1000).optional().describe('Which of several headings with this text, from 1.'),
);

export const tag = z.string().optional().describe('Tag; includes nested tags.');

export const paged = {
  totalCount: z.int().describe('Total number, after filters.'),
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as `cursor` for the next page.'),
};

export const hinted = {
  hints: z
    .array(z.string())
    .optional()
    .describe('Why the answer may be empty, or may not be what was meant.'),
  unreadable: z
    .array(z.string())
    .optional()
    .describe(
      'Notes with broken or too long YAML, over 2 MB or not scanned, and canvases or bases over 4 MB: they, their properties or links may be missing here. At most 20.',
    ),
  unreadableCount: z.int().optional(),
  tooLargeCount: z.int().optional(),
  tooLongCount: z.int().optional(),
  notScannedCount: z.int().optional(),
};

export const versionId = z
  .string()
  .describe("A hash of the file's bytes; pass it as `ifMatch` when editing.");

export const ifMatch = z.string().optional().describe('`versionId` you last read; fails if changed since.');

export const dryRun = z.boolean().default(false).describe('Only preview. Default: false.');

/** 40 if left out. */
export const diffLines = rare(z.int().min(0).max(2000).optional().describe('Max diff lines. Default: 40.'));

const writtenFields = {
  path: z.string(),
  versionId: versionId.optional(),
  previousVersionId: z.string().optional(),
  movedFrom: z.string().optional().describe('Its previous path.'),
  removed: z.literal(true).optional().describe('The file is gone after the change.'),
  created: z.boolean(),
  changed: z.boolean().describe('False if the file was already as requested.'),
  bytesBefore: z.int(),
  bytesAfter: z.int(),
  diff: z.string().describe('Unified diff, shortened.'),
  sameAs: z.string().optional().describe('A file above that has the same diff.'),
};

export const endingFields = {
  changeId: z.string().optional().describe('The id for undoing the change.'),
  dryRun: z.boolean().optional(),
  hints: z.array(z.string()).optional().describe('What may have been meant.'),
};

export const writeFields = { ...writtenFields, ...endingFields };

/** For tools that write bases too. */
export const warnedWriteFields = {
  ...writeFields,
  warnings: z.array(z.string()).optional().describe('Problems in the base that was written.'),
};

export const multiWriteFields = {
  files: z.array(z.object(writtenFields)),
  filesChanged: z.int(),
  filesOmitted: z.int().optional().describe('Files that do not fit into the answer.'),
  warnings: z.array(z.string()).optional().describe('Problems in the bases that were written, by path.'),
  ...endingFields,
};

/** For tools that change one note or several: the fields of either answer. */
export const oneOrManyFields = {
  ...hinted,
  ...writeFields,
  ...multiWriteFields,
  count: z.int().describe('Notes that the arguments select.'),
};

export const selection = {
  paths: z.array(file).min(1).max(500).optional().describe('Up to 500 notes.'),
  path: fileOrFolder
    .optional()
    .describe('Note (path, name, @daily), or folder: previews, then needs `expectedCount`.'),
  tag: rare(tag),
  where: rare(where.describe(shortWhere)),
  expectedCount: rare(z.int().min(0).max(500).optional().describe('`count` of the preview.')),
};

export const itemError = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  candidates: z.array(z.string()).optional(),
});

export const direction = z.enum(['both', 'out', 'in']).default('both').describe('Default: both.');

/** An object of any shape. @param usual one or two members that most calls give */
export const anyObject = (
  usual: Readonly<Record<string, z.core.JSONSchema.BaseSchema>>,
): z.ZodRecord<z.ZodString, z.ZodUnknown> => flagged(z.record(z.string(), z.unknown()), { usual });

const textType = { type: 'string' } as const;

export const properties = flagged(anyObject({ status: textType }), { example: '{"status":"done"}' });

const edit = z.strictObject({
  oldText: z.string().optional().describe('Exact text to replace, without the `N→` of lines.'),
  newText: z.string().describe('New text. Empty deletes.'),
  replaceAll: z.boolean().optional().describe('Replace every occurrence. Default: false.'),
  startLine: line.optional().describe('First line to replace.'),
  endLine: line.optional().describe('Last line to replace.'),
});

/** An argument that calls accept but no list shows: another one has the same effect, or it has none. */
export const unlisted = <Field extends z.ZodType>(field: Field, description: string): Field =>
  flagged(field.describe(description), { unlisted: true });

/** The members that an edit usually has. */
export const textEdit = edit.pick({ oldText: true, newText: true });

export const edits = flagged(z.array(edit).min(1).max(1000).describe('Edits to apply, all or none.'), {
  itemAtTop: true,
  example: '[{"oldText":"…","newText":"…"}]',
});
