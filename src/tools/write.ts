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
import { renderMove, renderWrite, renderWrites } from './write-text';

const anyObject = z.record(z.string(), z.unknown());

export const updateNote = defineTool({
  name: 'update_note',
  profile: 'core',
  title: 'Append, prepend or overwrite note',
  family: 'write',
  risk: CHANGES,
  description:
    'Adds text at the end of a note (append) or below its properties (prepend), or replaces the whole note: ' +
    'overwriting needs `overwriteIfExists` and `ifMatch`. To change a part use `edit_note`. ' +
    'A retry adds it again unless both calls pass the same `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    mode: z.enum(['append', 'prepend', 'overwrite']).describe('Where to put the text.'),
    content: z.string().describe('The text to add or write.'),
    createIfNeeded: z.boolean().default(true).describe('False refuses a note that does not exist.'),
    overwriteIfExists: z.boolean().default(false).describe('True allows overwriting a note.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object(writeFields),
  failures: ['already_exists', ...writeFailures],
  run: (query, context) => context.services.writer.update(query, writeCall('update_note', query, context)),
  text: renderWrite,
});

const edit = z.strictObject({
  oldText: z.string().optional().describe('The exact text to replace, without `N→`.'),
  newText: z.string().describe('The text to put there.'),
  replaceAll: z.boolean().optional().describe('True replaces every occurrence.'),
  startLine: z.int().optional().describe('First line to replace, instead of `oldText`.'),
  endLine: z.int().optional().describe('Last line to replace.'),
});

const edits = z
  .array(edit)
  .min(1)
  .max(1000)
  .describe('The edits, all of the text as it was read; they must not overlap.');

export const editNote = defineTool({
  name: 'edit_note',
  profile: 'core',
  alwaysLoaded: true,
  title: 'Edit note',
  family: 'write',
  risk: CHANGES,
  description:
    'Makes exact edits in one note, all or none; the rest stays byte for byte. Replaces `oldText`, which must occur exactly once, ' +
    'or lines, which needs `ifMatch`, for example {"edits":[{"oldText":"teh","newText":"the"}]}.',
  input: z.strictObject({ path: notePath, edits, ifMatch, dryRun, diffLines }),
  output: z.object(writeFields),
  failures: ['target_not_found', 'target_ambiguous', ...writeFailures],
  run: (query, context) => context.services.writer.edit(query, writeCall('edit_note', query, context)),
  text: renderWrite,
});

export const editNotes = defineTool({
  name: 'edit_notes',
  title: 'Edit several notes',
  family: 'write',
  risk: CHANGES,
  description:
    'Makes exact edits in up to 50 notes in one change: either every note changes or none. For one note use `edit_note`.',
  input: z.strictObject({
    changes: z
      .array(
        z.strictObject({
          path: z.string().describe('The note to edit.'),
          edits: edits.describe('The edits, as in `edit_note`.'),
          ifMatch,
        }),
      )
      .min(1)
      .max(50)
      .describe('The notes with their edits, one item per note.'),
    dryRun,
    diffLines,
  }),
  output: z.object(multiWriteFields),
  failures: ['target_not_found', 'target_ambiguous', ...writeFailures],
  run: (query, context) =>
    context.services.writer.editAll(query.changes, writeCall('edit_notes', query, context)),
  text: renderWrites,
});

export const patchNote = defineTool({
  name: 'patch_note',
  title: 'Patch section, block or property',
  family: 'write',
  risk: CHANGES,
  description:
    'Changes one place of a note: the text below a heading (sub-sections included), a block, or one property. ' +
    'Use it to add to a section, for example {"operation":"append","targetType":"heading","target":"Log","content":"- fed the starter"}; ' +
    'for exact text use `edit_note`, for several properties `update_frontmatter`. ' +
    'A missing property is created. If a heading or block is missing or ambiguous, nothing changes and the answer lists what is there. ' +
    'A retry may add it again, unless both calls pass the same `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    operation: z
      .enum(['append', 'prepend', 'replace'])
      .describe('Whether to add after, add before, or replace the target.'),
    targetType: z.enum(['heading', 'block', 'frontmatter']).describe('The kind of target.'),
    target: z.string().describe('The heading (`Parent::Child` if nested), block id or property name.'),
    occurrence: z.int().min(1).optional().describe('Which of equal headings, counted from 1.'),
    content: z.string().optional().describe('The text to write; pass either this or `value`.'),
    value: z.unknown().optional().describe('The value of the property, any JSON.'),
    targetDelimiter: z.string().default('::').describe('Separator of nested headings in `target`.'),
    trimTargetWhitespace: z.boolean().default(false).describe('True removes blank lines around the target.'),
    createTargetIfMissing: z.boolean().default(false).describe('True creates a missing heading or block.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object(writeFields),
  failures: ['target_not_found', 'target_ambiguous', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) => context.services.patcher.patch(query, writeCall('patch_note', query, context)),
  text: renderWrite,
});

export const updateFrontmatter = defineTool({
  name: 'update_frontmatter',
  profile: 'core',
  title: 'Update properties',
  family: 'write',
  risk: CHANGES,
  description:
    'Sets and removes properties (YAML frontmatter) of a note, for example {"set":{"status":"done"},"remove":["due"]}. ' +
    'A list in `set`, such as tags, is added to the existing list unless `replace` is true; any other value replaces the old one. ' +
    'Names match in any letter case. All other lines stay as they are.',
  input: z.strictObject({
    path: notePath,
    set: anyObject.optional().describe('The new values by property name; null leaves a property empty.'),
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
  text: renderWrite,
});

export const updateTags = defineTool({
  name: 'update_tags',
  title: 'Add or remove tags',
  family: 'write',
  risk: CHANGES,
  description:
    'Adds tags to a note and removes tags from it, never from code. To rename a tag everywhere use `rename_tag`.',
  input: z.strictObject({
    path: notePath,
    add: z.array(z.string()).optional().describe('The tags to add, with or without #.'),
    remove: z.array(z.string()).optional().describe('The tags to remove; tags nested in them stay.'),
    location: z
      .enum(['both', 'frontmatter', 'inline'])
      .default('both')
      .describe(
        'Where: both (default) adds to the frontmatter and removes everywhere; inline changes only the text; frontmatter only the properties.',
      ),
    dryRun,
    diffLines,
  }),
  output: z.object({ ...writeFields, tags: z.array(z.string()) }),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: (query, context) => context.services.patcher.tags(query, writeCall('update_tags', query, context)),
  text: renderWrite,
});

export const renameTag = defineTool({
  name: 'rename_tag',
  title: 'Rename tag',
  family: 'write',
  risk: CHANGES,
  description:
    'Renames a tag and the tags nested in it in every note, all or none. If the new name exists, the tags are merged. Preview it with `dryRun`.',
  input: z.strictObject({
    from: z.string().describe('The tag to rename.'),
    to: z.string().describe('The new name of the tag.'),
    path: z.string().optional().describe('Only notes in this folder or below it.'),
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
  text: renderWrites,
});

export const move = defineTool({
  name: 'move',
  profile: 'core',
  title: 'Move or rename',
  family: 'write',
  risk: CHANGES,
  description:
    'Moves or renames a file or folder. Links to it are updated, missing folders are created, nothing is replaced.',
  input: z.strictObject({
    path: z.string().describe('The path of the file or folder.'),
    newPath: z.string().describe('The new path; an existing folder or a final "/" keeps the name.'),
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
  text: renderMove,
});
