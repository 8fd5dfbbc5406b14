import * as z from 'zod';
import { diffLines, dryRun, noteName, writeFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const updateTags = defineTool({
  name: 'update_tags',
  title: 'Add or remove tags',
  summary: 'Adds tags to a note and removes them.',
  family: 'write',
  risk: CHANGES,
  description: 'Adds and removes tags of a note, in properties and text. To rename one use rename_tag.',
  input: z.strictObject({
    path: noteName,
    add: z.array(z.string()).optional().describe('Adds these tags.'),
    remove: z.array(z.string()).optional().describe('Removes these tags.'),
    location: z
      .enum(['both', 'frontmatter', 'inline'])
      .default('both')
      .describe('Limits it; both (default) adds to frontmatter, removes everywhere.'),
    dryRun,
    diffLines,
  }),
  output: z.object({ ...writeFields, tags: z.array(z.string()) }),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: (query, context) => context.services.noteEditor.tags(query, writeCall('update_tags', query, context)),
  text: answer => renderWrite(answer),
});
