import * as z from 'zod';
import { diffLines, dryRun, ifMatch, oneOrManyFields, properties, selection } from '../shared/fields';
import { confirmedByCount, pathOf, refuseVersion, renderOneOrMany } from '../shared/one-or-many';
import { writeCall, writeFailures } from '../shared/write-call';
import { CHANGES, defineTool } from '../tool';

export const updateFrontmatter = defineTool({
  name: 'update_frontmatter',
  profile: 'core',
  title: 'Update properties',
  summary: 'Sets and removes properties of notes.',
  family: 'write',
  risk: CHANGES,
  description:
    'Sets and removes properties of a note or of several: {"set":{"status":"done"},"remove":["due"]}. ' +
    'Lists in `set`, such as tags, are added to unless `replace` is true. For tags in text use update_tags.',
  input: z.strictObject({
    ...selection,
    set: properties.optional().describe('Sets values by name; null empties.'),
    remove: z.array(z.string()).optional().describe('Removes these properties.'),
    replace: z.boolean().default(false).describe('True replaces lists.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object(oneOrManyFields).partial(),
  insteadOf: confirmedByCount,
  failures: ['invalid_frontmatter', ...writeFailures],
  run(query, context) {
    const { manyNotes, noteEditor } = context.services;
    const call = writeCall('update_frontmatter', query, context);
    if (!manyNotes.isFor(query)) return noteEditor.properties({ ...query, path: pathOf(query) }, call);
    refuseVersion(query);
    return manyNotes.properties(query, query, call);
  },
  text: renderOneOrMany,
});
