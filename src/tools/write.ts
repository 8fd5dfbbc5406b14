import { z } from 'zod';
import { dryRun, endingFields, ifMatch, multiWriteFields, notePath, versionId, writeFields } from './fields';
import { ADDS, CHANGES, defineTool } from './tool';
import { writeCall, writeFailures } from './write-call';

const anyObject = z.record(z.string(), z.unknown());

export const createNote = defineTool({
  name: 'create_note',
  title: 'Create note',
  family: 'write',
  risk: ADDS,
  description:
    'Creates a note with this text and properties, and missing folders. It never replaces anything: a name that is taken, in whatever letter case, is `already_exists`.',
  input: z.strictObject({
    path: z.string().describe('Its path, with or without `.md`.'),
    content: z.string().default('').describe('The text.'),
    frontmatter: anyObject.optional().describe('Properties, laid over those in the text.'),
    ifExists: z
      .enum(['error', 'rename'])
      .default('error')
      .describe('Fail, or take the next free name ("Name 1").'),
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
    'Adds text at the end of a note (`append`) or below its properties (`prepend`), or replaces the whole note (`overwrite`). ' +
    'Overwriting needs `overwriteIfExists` and `ifMatch`; to change a part use `edit_note`. ' +
    'A retry after a lost answer adds the text twice, unless both calls pass the same `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    mode: z.enum(['append', 'prepend', 'overwrite']).describe('Where the text goes.'),
    content: z.string().describe('The text.'),
    createIfNeeded: z.boolean().default(true).describe('Create a missing note.'),
    overwriteIfExists: z.boolean().default(false).describe('Let `overwrite` replace what is there.'),
    ifMatch,
    dryRun,
  }),
  output: z.object(writeFields),
  failures: ['already_exists', ...writeFailures],
  run: ({ dryRun: dry, ...update }, context) =>
    context.services.writer.update(update, writeCall('update_note', dry, context)),
});

const edit = {
  oldText: z.string().optional(),
  newText: z.string(),
  replaceAll: z.boolean().optional(),
  startLine: z.int().optional(),
  endLine: z.int().optional(),
};

const edits = z
  .array(
    z.strictObject({
      ...edit,
      oldText: edit.oldText.describe('Text as it stands in the note, without `N→`.'),
      replaceAll: edit.replaceAll.describe('Replace every occurrence.'),
      endLine: edit.endLine.describe('Inclusive.'),
    }),
  )
  .min(1)
  .max(1000)
  .describe('All refer to the note as it was; they may not overlap.');

export const editNote = defineTool({
  name: 'edit_note',
  title: 'Edit note',
  family: 'write',
  risk: CHANGES,
  description:
    'Makes exact edits in one note, all or none; everything else stays byte for byte. Replace `oldText`, which must occur exactly once, ' +
    'or lines `startLine` to `endLine`, which needs `ifMatch`. A miss answers the nearest lines and how they differ.',
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
  description: 'Makes edits as `edit_note` does in up to 50 notes: either every note changes or none does.',
  input: z.strictObject({
    changes: z
      .array(
        z.strictObject({
          path: z.string(),
          edits: z.array(z.strictObject(edit)).min(1).max(1000),
          ifMatch: z.string().optional(),
        }),
      )
      .min(1)
      .max(50)
      .describe('One item a note, with edits as in `edit_note`.'),
    dryRun,
  }),
  output: z.object(multiWriteFields),
  failures: ['target_not_found', 'target_ambiguous', ...writeFailures],
  run: ({ dryRun: dry, changes }, context) =>
    context.services.writer.editAll(changes, writeCall('edit_notes', dry, context)),
});

export const patchNote = defineTool({
  name: 'patch_note',
  title: 'Patch section, block or property',
  family: 'write',
  risk: CHANGES,
  description:
    'Changes one place of a note: what stands below a heading (with its sub-sections), a block, or a property. ' +
    'Name a nested heading as `Parent::Child`. A missing or doubled target changes nothing and lists what is there. ' +
    'A retry may add the text twice, unless both calls pass the same `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    operation: z.enum(['append', 'prepend', 'replace']).describe('What to do at the target.'),
    targetType: z.enum(['heading', 'block', 'frontmatter']).describe('What `target` names.'),
    target: z.string().describe('Heading or its path, id of the block, or property.'),
    occurrence: z.int().min(1).optional().describe('Which of several such headings, 1-based.'),
    content: z.string().optional().describe('Text; either this or `value`.'),
    value: z.unknown().optional().describe('For properties: any JSON.'),
    targetDelimiter: z.string().default('::').describe('Parts the headings of a path.'),
    trimTargetWhitespace: z
      .boolean()
      .default(false)
      .describe('Drop blank lines at both ends of the section.'),
    createTargetIfMissing: z.boolean().default(false).describe('Make a missing target.'),
    ifMatch,
    dryRun,
  }),
  output: z.object(writeFields),
  failures: ['target_not_found', 'target_ambiguous', 'invalid_frontmatter', ...writeFailures],
  run: ({ dryRun: dry, ...patch }, context) =>
    context.services.patcher.patch(patch, writeCall('patch_note', dry, context)),
});

export const updateFrontmatter = defineTool({
  name: 'update_frontmatter',
  title: 'Update properties',
  family: 'write',
  risk: CHANGES,
  description:
    'Sets and removes properties (YAML frontmatter) of a note; every other line stays as it is. Lists are added to without doubles, unless `replace`.',
  input: z.strictObject({
    path: notePath,
    set: anyObject.optional().describe('Values by property; null makes an empty one.'),
    remove: z.array(z.string()).optional().describe('Properties to remove.'),
    replace: z.boolean().default(false).describe('Replace lists.'),
    ifMatch,
    dryRun,
  }),
  output: z.object(writeFields),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: ({ dryRun: dry, ...changes }, context) =>
    context.services.patcher.properties(changes, writeCall('update_frontmatter', dry, context)),
});

export const updateTags = defineTool({
  name: 'update_tags',
  title: 'Add or remove tags',
  family: 'write',
  risk: CHANGES,
  description:
    'Adds tags to a note (in the frontmatter, or with `inline` at the end of the text) and removes others (wherever they stand, never from code).',
  input: z.strictObject({
    path: notePath,
    add: z.array(z.string()).optional().describe('Tags to add, with or without `#`.'),
    remove: z.array(z.string()).optional().describe('Tags to remove; nested ones stay.'),
    location: z.enum(['frontmatter', 'inline', 'both']).default('both').describe('Where to add and remove.'),
    dryRun,
  }),
  output: z.object({ ...writeFields, tags: z.array(z.string()) }),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: ({ dryRun: dry, ...edit }, context) =>
    context.services.patcher.tags(edit, writeCall('update_tags', dry, context)),
});

export const renameTag = defineTool({
  name: 'rename_tag',
  title: 'Rename tag',
  family: 'write',
  risk: CHANGES,
  description:
    'Renames a tag, and those nested in it, in every note that has it, all together. An existing tag of the new name is merged.',
  input: z.strictObject({
    from: z.string().describe('The tag, with or without `#`.'),
    to: z.string().describe('Its new name.'),
    path: z.string().optional().describe('Only below this folder.'),
    dryRun,
  }),
  output: z.object(multiWriteFields),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: ({ dryRun: dry, ...renaming }, context) =>
    context.services.tagRenamer.rename(renaming, writeCall('rename_tag', dry, context)),
});

export const createFolder = defineTool({
  name: 'create_folder',
  title: 'Create folder',
  family: 'write',
  risk: ADDS,
  description:
    'Creates an empty folder and those above it. Notes need none: `create_note` makes their folders.',
  input: z.strictObject({ path: z.string().describe('The folder.'), dryRun }),
  output: z.object({ path: z.string(), created: z.boolean(), ...endingFields }),
  failures: ['already_exists', 'invalid_path', 'approval_refused', 'storage_error'],
  run: ({ path, dryRun: dry }, context) =>
    context.services.folderWriter.create(path, writeCall('create_folder', dry, context)),
});

export const move = defineTool({
  name: 'move',
  title: 'Move or rename',
  family: 'write',
  risk: CHANGES,
  description:
    'Moves or renames a file or folder; links to it follow, missing folders are made, nothing is replaced. Answers the files whose links changed.',
  input: z.strictObject({
    path: z.string().describe('The file or folder.'),
    newPath: z.string().describe('Its new path with the name, or a folder with a final "/".'),
    ifMatch,
    dryRun,
  }),
  output: z.object({
    path: z.string(),
    newPath: z.string(),
    versionId: versionId.optional(),
    files: z.array(z.object({ path: z.string(), linksUpdated: z.int() })),
    linksUpdated: z.int(),
    ...endingFields,
  }),
  failures: ['already_exists', ...writeFailures],
  run: ({ dryRun: dry, ...request }, context) =>
    context.services.mover.move(request, writeCall('move', dry, context)),
});
