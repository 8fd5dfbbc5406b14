import * as z from 'zod';
import { diffLines, dryRun, edits, ifMatch, notePath, warnedWriteFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const editNote = defineTool({
  name: 'edit_note',
  profile: 'core',
  alwaysLoaded: true,
  title: 'Edit note',
  summary: 'Makes exact changes in a note.',
  family: 'write',
  risk: CHANGES,
  description:
    'Makes exact edits in one note or base, all or none: {"edits":[{"oldText":"teh","newText":"the"}]}. `oldText` must occur once; edits by line need `ifMatch`. ' +
    'For several notes use edit_notes, to add text update_note.',
  input: z.strictObject({ path: notePath, edits, ifMatch, dryRun, diffLines }),
  output: z.object(warnedWriteFields),
  failures: ['target_not_found', 'target_ambiguous', ...writeFailures],
  run: (query, context) => context.services.writer.edit(query, writeCall('edit_note', query, context)),
  text: answer => renderWrite(answer),
});
