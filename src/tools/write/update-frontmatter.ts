import * as z from 'zod';
import { diffLines, dryRun, ifMatch, notePath, properties, writeFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const updateFrontmatter = defineTool({
  name: 'update_frontmatter',
  profile: 'core',
  title: 'Update properties',
  summary: 'Sets and removes properties of a note.',
  family: 'write',
  risk: CHANGES,
  description:
    'Sets and removes properties of a note: {"set":{"status":"done"},"remove":["due"]}. ' +
    'Lists in `set`, such as tags, are added to unless `replace` is true. For tags in text use update_tags.',
  input: z.strictObject({
    path: notePath,
    set: properties.optional().describe('Sets values by name; null empties.'),
    remove: z.array(z.string()).optional().describe('Removes these properties.'),
    replace: z.boolean().default(false).describe('True replaces lists.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object({ ...writeFields }),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    context.services.noteEditor.properties(query, writeCall('update_frontmatter', query, context)),
  text: answer => renderWrite(answer),
});
