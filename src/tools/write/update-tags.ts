import * as z from 'zod';
import { diffLines, dryRun, oneOrManyFields, selection } from '../shared/fields';
import { confirmedByCount, pathOf, renderOneOrMany } from '../shared/one-or-many';
import { writeCall, writeFailures } from '../shared/write-call';
import { CHANGES, defineTool } from '../tool';

export const updateTags = defineTool({
  name: 'update_tags',
  profile: 'standard',
  title: 'Add or remove tags',
  summary: 'Adds tags to notes and removes them.',
  family: 'write',
  risk: CHANGES,
  description: 'Add and remove tags of one or several notes, in their properties and text.',
  input: z.strictObject({
    ...selection,
    add: z.array(z.string()).optional().describe('Tags to add.'),
    remove: z.array(z.string()).optional().describe('Tags to remove.'),
    location: z
      .enum(['both', 'frontmatter', 'inline'])
      .default('both')
      .describe('`both` adds to the properties and removes everywhere. Default: both.'),
    dryRun,
    diffLines,
  }),
  output: z.object({ ...oneOrManyFields, tags: z.array(z.string()) }).partial(),
  insteadOf: confirmedByCount,
  failures: ['invalid_frontmatter', ...writeFailures],
  run(query, context) {
    const { manyNotes, noteEditor } = context.services;
    const call = writeCall(query, context);
    return manyNotes.isFor(query)
      ? manyNotes.tags(query, query, call)
      : noteEditor.tags({ ...query, path: pathOf(query) }, call);
  },
  text: renderOneOrMany,
});
