import * as z from 'zod';
import { flagged } from '../field-flags';
import { diffLines, dryRun, edits, file, ifMatch, multiWriteFields, textEdit } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrites } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const editNotes = defineTool({
  name: 'edit_notes',
  profile: 'standard',
  title: 'Edit several notes',
  summary: 'Makes exact changes in several notes at once.',
  family: 'many',
  risk: CHANGES,
  description: 'Make exact edits in up to 50 notes in one change, all or none.',
  input: z.strictObject({
    changes: flagged(
      z
        .array(z.strictObject({ path: file.describe('The note to edit.'), edits, ifMatch }))
        .min(1)
        .max(50)
        .describe('List of {path, edits: [{oldText, newText}], ifMatch?}.'),
      {
        fieldsInText: true,
        example: '[{"path":"…","edits":[{"oldText":"…","newText":"…"}]}]',
        listedItems: z.strictObject({ path: file, edits: z.array(textEdit), ifMatch }),
      },
    ),
    dryRun,
    diffLines,
  }),
  output: z.object(multiWriteFields),
  failures: ['target_not_found', ...writeFailures],
  run: (query, context) => context.services.noteEditor.editAll(query.changes, writeCall(query, context)),
  text: renderWrites,
});
