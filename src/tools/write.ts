import { z } from 'zod';
import { dryRun, ifMatch, multiWriteFields, notePath, writeFields } from './fields';
import { ADDS, CHANGES, defineTool } from './tool';
import { writeCall, writeFailures } from './write-call';

const anyObject = z.record(z.string(), z.unknown());

export const createNote = defineTool({
  name: 'create_note',
  title: 'Create note',
  family: 'write',
  risk: ADDS,
  description:
    'Creates a new note with the given text and properties; missing folders are made. It never replaces anything: a name that is taken, ' +
    'in whatever letter case, is `already_exists`, or with `ifExists: "rename"` the note becomes "Name 1". Answers the path and `versionId`.',
  input: z.strictObject({
    path: z.string().describe('Where: a path in the vault, with or without `.md`.'),
    content: z.string().default('').describe('The text, exactly as it shall stand in the file.'),
    frontmatter: anyObject.optional().describe('Properties, written as YAML on top.'),
    ifExists: z
      .enum(['error', 'rename'])
      .default('error')
      .describe('What to do where there is a note already: fail, or take the next free name.'),
    dryRun,
  }),
  output: z.object(writeFields),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run: ({ dryRun: dry, ...note }, context) =>
    context.services.writer.create(note, writeCall('create_note', dry, context)),
});

export const updateNote = defineTool({
  name: 'update_note',
  title: 'Append, prepend or overwrite note',
  family: 'write',
  risk: CHANGES,
  description:
    'Adds text to the end of a note (`append`) or below its properties (`prepend`), or replaces all of it (`overwrite`). ' +
    'Overwriting a note that is there needs `overwriteIfExists: true` and the `versionId` that you read as `ifMatch`; to change a part of a note use `edit_note`. ' +
    'A retry after a lost answer would add the text twice, unless it passes the same `ifMatch`: then it is `version_conflict`.',
  input: z.strictObject({
    path: notePath,
    mode: z.enum(['append', 'prepend', 'overwrite']).describe('Where the text goes.'),
    content: z.string().describe('The text. Line breaks follow those of the file.'),
    createIfNeeded: z.boolean().default(true).describe('Create the note where there is none.'),
    overwriteIfExists: z.boolean().default(false).describe('Let `overwrite` replace a note that is there.'),
    ifMatch,
    dryRun,
  }),
  output: z.object(writeFields),
  failures: ['already_exists', ...writeFailures],
  run: ({ dryRun: dry, ...update }, context) =>
    context.services.writer.update(update, writeCall('update_note', dry, context)),
});

const edits = z
  .array(
    z.strictObject({
      oldText: z
        .string()
        .optional()
        .describe('Text to replace, exactly as it stands in the note, without the `N→` of line numbers.'),
      newText: z.string().describe('What comes in its place; empty to delete.'),
      replaceAll: z.boolean().optional().describe('Replace every occurrence; otherwise there must be one.'),
      startLine: z.int().min(1).optional().describe('Instead of `oldText`: first line to replace.'),
      endLine: z.int().min(1).optional().describe('Last line to replace, inclusive.'),
    }),
  )
  .min(1)
  .max(1000)
  .describe('All refer to the note as it was, and may not overlap.');

export const editNote = defineTool({
  name: 'edit_note',
  title: 'Edit note',
  family: 'write',
  risk: CHANGES,
  description:
    'Makes exact edits in one note, all or none: replace `oldText`, which must occur exactly once (give enough of its surroundings, or set `replaceAll`), ' +
    'or replace lines `startLine` to `endLine`, which needs `ifMatch`. Everything else stays byte for byte. ' +
    'Text that is not there answers `target_not_found` with the nearest lines and how they differ.',
  input: z.strictObject({ path: notePath, edits, ifMatch, dryRun }),
  output: z.object(writeFields),
  failures: ['target_not_found', 'target_ambiguous', ...writeFailures],
  run: ({ dryRun: dry, ...change }, context) =>
    context.services.writer.edit(change, writeCall('edit_note', dry, context)),
});

export const editNotes = defineTool({
  name: 'edit_notes',
  title: 'Edit several notes',
  family: 'write',
  risk: CHANGES,
  description:
    'Makes exact edits, as `edit_note` does, in up to 50 notes: either every note changes or none does. One `changeId` takes all of it back.',
  input: z.strictObject({
    changes: z
      .array(z.strictObject({ path: notePath, edits, ifMatch }))
      .min(1)
      .max(50)
      .describe('One item a note.'),
    dryRun,
  }),
  output: z.object(multiWriteFields),
  failures: ['target_not_found', 'target_ambiguous', ...writeFailures],
  run: ({ dryRun: dry, changes }, context) =>
    context.services.writer.editAll(changes, writeCall('edit_notes', dry, context)),
});
