import { z } from 'zod';
import {
  diffLines,
  dryRun,
  endingFields,
  ifMatch,
  multiWriteFields,
  notePath,
  versionId,
  writeFields,
} from './fields';
import { hinted, withUnreadable } from './hinted';
import { CHANGES, defineTool } from './tool';
import { writeCall, writeFailures } from './write-call';

const anyObject = z.record(z.string(), z.unknown());

export const updateNote = defineTool({
  name: 'update_note',
  profile: 'core',
  title: 'Append, prepend or overwrite note',
  family: 'write',
  risk: CHANGES,
  description:
    'Adds text at the end of a note or (prepend) below its properties, or replaces all of it: ' +
    'overwriting needs `overwriteIfExists` and `ifMatch`. To change a part use `edit_note`. ' +
    'A retry adds it twice, unless both pass the same `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    mode: z.enum(['append', 'prepend', 'overwrite']).describe('Where it goes.'),
    content: z.string().describe('Text.'),
    createIfNeeded: z.boolean().default(true).describe('Create it if missing.'),
    overwriteIfExists: z.boolean().default(false).describe('Let overwrite replace it.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object(writeFields),
  failures: ['already_exists', ...writeFailures],
  run: (query, context) => context.services.writer.update(query, writeCall('update_note', query, context)),
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
      oldText: edit.oldText.describe('As it stands, without `N→`.'),
      replaceAll: edit.replaceAll.describe('Everywhere.'),
      endLine: edit.endLine.describe('Inclusive.'),
    }),
  )
  .min(1)
  .max(1000)
  .describe('All of the note as it was, without overlap.');

export const editNote = defineTool({
  name: 'edit_note',
  profile: 'core',
  alwaysLoaded: true,
  title: 'Edit note',
  family: 'write',
  risk: CHANGES,
  description:
    'Makes exact edits in one note, all or none; the rest stays byte for byte. Replaces `oldText`, which must occur exactly once, ' +
    'or lines, which needs `ifMatch`. A miss answers the nearest lines and how they differ.',
  input: z.strictObject({ path: notePath, edits, ifMatch, dryRun, diffLines }),
  output: z.object(writeFields),
  failures: ['target_not_found', 'target_ambiguous', ...writeFailures],
  run: (query, context) => context.services.writer.edit(query, writeCall('edit_note', query, context)),
});

export const editNotes = defineTool({
  name: 'edit_notes',
  title: 'Edit several notes',
  family: 'write',
  risk: CHANGES,
  description: 'Makes edits as `edit_note` in up to 50 notes: either every note changes or none.',
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
      .describe('One item a note.'),
    dryRun,
    diffLines,
  }),
  output: z.object(multiWriteFields),
  failures: ['target_not_found', 'target_ambiguous', ...writeFailures],
  run: (query, context) =>
    context.services.writer.editAll(query.changes, writeCall('edit_notes', query, context)),
});

export const patchNote = defineTool({
  name: 'patch_note',
  title: 'Patch section, block or property',
  family: 'write',
  risk: CHANGES,
  description:
    'Changes one place of a note: the text below a heading (sub-sections included), a block, or one property. ' +
    'Use it to add to a section, for example {"operation":"append","targetType":"heading","target":"Log","content":"- fed the starter"}; ' +
    'for exact wording anywhere use `edit_note`, for several properties `update_frontmatter`. ' +
    'A missing property is created. A missing or doubled heading or block changes nothing, and the answer lists what is there. ' +
    'A retry may add twice, unless both calls pass the same `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    operation: z.enum(['append', 'prepend', 'replace']).describe('What to do with the target.'),
    targetType: z.enum(['heading', 'block', 'frontmatter']).describe('What kind of thing `target` names.'),
    target: z
      .string()
      .describe('The heading (`Parent::Child` for a nested one), the id of the block, or the property.'),
    occurrence: z
      .int()
      .min(1)
      .optional()
      .describe('Which heading, counted from 1, where several have this name.'),
    content: z.string().optional().describe('The text. Pass either this or `value`.'),
    value: z.unknown().optional().describe('The value of a property, any JSON.'),
    targetDelimiter: z.string().default('::').describe('What stands between nested headings in `target`.'),
    trimTargetWhitespace: z
      .boolean()
      .default(false)
      .describe('True drops blank lines at both ends of the target.'),
    createTargetIfMissing: z.boolean().default(false).describe('True creates a missing heading or block.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object(writeFields),
  failures: ['target_not_found', 'target_ambiguous', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) => context.services.patcher.patch(query, writeCall('patch_note', query, context)),
});

export const updateFrontmatter = defineTool({
  name: 'update_frontmatter',
  profile: 'core',
  title: 'Update properties',
  family: 'write',
  risk: CHANGES,
  description:
    'Sets and removes properties (YAML frontmatter) of a note, for example {"set":{"status":"done"},"remove":["due"]}. ' +
    'A list in `set`, such as tags, is added to the list that is there, without doubles, unless `replace` is true; any other value replaces the old one. ' +
    'A property is found in any letter case. Every other line stays as it is.',
  input: z.strictObject({
    path: notePath,
    set: anyObject.optional().describe('The values by property name; null makes an empty property.'),
    remove: z.array(z.string()).optional().describe('Names of properties to remove.'),
    replace: z.boolean().default(false).describe('True sets lists as given; false adds to them.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object(writeFields),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    context.services.patcher.properties(query, writeCall('update_frontmatter', query, context)),
});

export const updateTags = defineTool({
  name: 'update_tags',
  title: 'Add or remove tags',
  family: 'write',
  risk: CHANGES,
  description:
    'Adds tags to a note (to its frontmatter, or with `inline` at the end of the text) and removes tags (never from code).',
  input: z.strictObject({
    path: notePath,
    add: z.array(z.string()).optional().describe('Tags.'),
    remove: z.array(z.string()).optional().describe('Tags; nested ones stay.'),
    location: z.enum(['both', 'frontmatter', 'inline']).default('both').describe('Where.'),
    dryRun,
    diffLines,
  }),
  output: z.object({ ...writeFields, tags: z.array(z.string()) }),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: (query, context) => context.services.patcher.tags(query, writeCall('update_tags', query, context)),
});

export const renameTag = defineTool({
  name: 'rename_tag',
  title: 'Rename tag',
  family: 'write',
  risk: CHANGES,
  description:
    'Renames a tag and those nested in it in every note, all or none. An existing tag of the new name is merged.',
  input: z.strictObject({
    from: z.string().describe('A tag.'),
    to: z.string().describe('Its new name.'),
    path: z.string().optional().describe('Within this folder.'),
    dryRun,
    diffLines,
  }),
  output: z.object({ ...multiWriteFields, ...hinted }),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    withUnreadable(
      context.services.tagRenamer.rename(query, writeCall('rename_tag', query, context)),
      query.path,
      context,
    ),
});

export const move = defineTool({
  name: 'move',
  profile: 'core',
  title: 'Move or rename',
  family: 'write',
  risk: CHANGES,
  description:
    'Moves or renames a file or folder; links to it follow, missing folders are made, nothing is replaced. Answers the files whose links changed.',
  input: z.strictObject({
    path: z.string().describe('File or folder.'),
    newPath: z.string().describe('With its name, or a folder with a final "/".'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object({
    path: z.string(),
    newPath: z.string(),
    versionId: versionId.optional(),
    files: z.array(
      z.object({
        path: z.string(),
        linksUpdated: z.int(),
        diff: z.string().describe('Unified diff, cut.'),
      }),
    ),
    linksUpdated: z.int(),
    ...endingFields,
  }),
  failures: ['already_exists', ...writeFailures],
  run: (query, context) => context.services.mover.move(query, writeCall('move', query, context)),
});
