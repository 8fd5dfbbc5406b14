import * as z from 'zod';
import { flagged } from '../field-flags';
import { diffLines, dryRun, edits, file, ifMatch, multiWriteFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrites } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const editNotes = defineTool({
  name: 'edit_notes',
  title: 'Edit several notes',
  summary: 'Makes exact changes in several notes at once.',
  family: 'many',
  risk: CHANGES,
  description: 'Makes exact edits in up to 50 notes in one change, all or none. For one note use edit_note.',
  input: z.strictObject({
    changes: flagged(
      z
        .array(z.strictObject({ path: file.describe('The note to edit.'), edits, ifMatch }))
        .min(1)
        .max(50)
        .describe('Takes {path, edits, ifMatch?}, as edit_note.'),
      { fieldsInText: true },
    ),
    dryRun,
    diffLines,
  }),
  output: z.object(multiWriteFields),
  failures: ['target_not_found', 'target_ambiguous', ...writeFailures],
  run: (query, context) =>
    context.services.noteEditor.editAll(query.changes, writeCall('edit_notes', query, context)),
  text: renderWrites,
});
