import * as z from 'zod';
import { diffLines, dryRun, folder, hinted, multiWriteFields } from '../shared/fields';
import { withUnreadable } from '../shared/text-lines';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrites } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const renameProperty = defineTool({
  name: 'rename_property',
  title: 'Rename property',
  summary: 'Renames a property in every note that has it.',
  family: 'many',
  risk: CHANGES,
  description: 'Rename a property in every note. Fails if a note has both.',
  input: z.strictObject({
    property: z.string().describe('Property to rename.'),
    newProperty: z.string().describe('New name.'),
    path: folder,
    dryRun,
    diffLines,
  }),
  output: z.object({ ...multiWriteFields, ...hinted }),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    withUnreadable(
      context.services.propertyRenamer.rename(query, writeCall(query, context)),
      query.path,
      context,
    ),
  text: renderWrites,
});
