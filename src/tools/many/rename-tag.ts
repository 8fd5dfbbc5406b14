import * as z from 'zod';
import { diffLines, dryRun, folder, hinted, multiWriteFields } from '../shared/fields';
import { withUnreadable } from '../shared/text-lines';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrites } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const renameTag = defineTool({
  name: 'rename_tag',
  profile: 'standard',
  title: 'Rename tag',
  summary: 'Renames a tag in the whole vault.',
  family: 'many',
  risk: CHANGES,
  description: 'Rename a tag, with its nested tags, in every note. Merges into an existing tag.',
  input: z.strictObject({
    from: z.string().describe('Tag to rename.'),
    to: z.string().describe('New name.'),
    path: folder,
    dryRun,
    diffLines,
  }),
  output: z.object({ ...multiWriteFields, ...hinted }),
  failures: ['invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    withUnreadable(context.services.tagRenamer.rename(query, writeCall(query, context)), query.path, context),
  text: (answer, { diffLines: lines }) => renderWrites(answer, { diffLines: lines, keptAround: 0 }),
});
