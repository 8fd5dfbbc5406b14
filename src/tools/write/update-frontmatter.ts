import * as z from 'zod';
import { diffLines, dryRun, ifMatch, oneOrManyFields, properties, rare, selection } from '../shared/fields';
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
    'Set and remove properties of one or several notes: {"set":{"status":"done"},"remove":["due"]}. A list in `set` is appended, unless `replace` is true.',
  input: z.strictObject({
    ...selection,
    set: properties.optional().describe('Values by name. null leaves the property empty.'),
    remove: z.array(z.string()).optional().describe('Names of properties to remove.'),
    replace: z.boolean().default(false).describe('Replace lists. Default: false.'),
    ifMatch: rare(ifMatch),
    dryRun: rare(dryRun),
    diffLines,
  }),
  output: z.object(oneOrManyFields).partial(),
  insteadOf: confirmedByCount,
  failures: ['invalid_frontmatter', ...writeFailures],
  run(query, context) {
    const { manyNotes, noteEditor } = context.services;
    const call = writeCall(query, context);
    if (!manyNotes.isFor(query)) return noteEditor.properties({ ...query, path: pathOf(query) }, call);
    refuseVersion(query);
    return manyNotes.properties(query, query, call);
  },
  text: renderOneOrMany,
});
