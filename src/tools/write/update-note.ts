import * as z from 'zod';
import { diffLines, dryRun, ifMatch, notePath, warnedWriteFields } from '../shared/fields';
import { hintForArguments } from '../argument-names';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const updateNote = defineTool({
  name: 'update_note',
  profile: 'core',
  title: 'Append, prepend or overwrite note',
  summary: 'Adds text to a note, or replaces all of it.',
  family: 'write',
  risk: CHANGES,
  description:
    'Adds text to a note, or replaces it: overwrite needs `overwriteIfExists` and `ifMatch`. ' +
    'To change a part use edit_note, below a heading patch_note. A retry adds again without `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    mode: z
      .enum(['append', 'prepend', 'overwrite'])
      .describe('Adds at the end, or below the properties, or replaces.'),
    content: z.string().describe('Gives the text.'),
    createIfNeeded: z.boolean().default(true).describe('False refuses a missing note.'),
    overwriteIfExists: z.boolean().default(false).describe('True allows to overwrite.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object(warnedWriteFields),
  insteadOf: hintForArguments(
    ['heading', 'section', 'block', 'target', 'targetType'],
    'To add below a heading or to a block use `patch_note`.',
  ),
  failures: ['already_exists', ...writeFailures],
  run: (query, context) =>
    context.services.noteEditor.update(query, writeCall('update_note', query, context)),
  text: (answer, { content }) => renderWrite(answer, content),
});
