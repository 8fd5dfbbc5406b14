import { z } from 'zod';
import { anyObject, diffLines, dryRun, ifMatch, notePath, writeFields } from '../shared/fields';
import { hinted, hintLines } from '../shared/hinted';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

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
  output: z.object({ ...writeFields, hints: hinted.hints }),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    context.services.patcher.properties(query, writeCall('update_frontmatter', query, context)),
  text: answer => [renderWrite(answer), ...hintLines(answer)].join('\n'),
});
