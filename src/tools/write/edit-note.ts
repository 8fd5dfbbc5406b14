import * as z from 'zod';
import { diffLines, dryRun, edits, ifMatch, notePath, rare, warnedWriteFields } from '../shared/fields';
import { hintForArguments } from '../unknown-argument';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderGivenEdits, renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

const input = z.strictObject({ path: notePath, edits, ifMatch, dryRun: rare(dryRun), diffLines });
const output = z.object(warnedWriteFields);

export const editNote = defineTool({
  name: 'edit_note',
  profile: 'core',
  alwaysLoaded: true,
  title: 'Edit note',
  summary: 'Makes exact changes in a note.',
  family: 'write',
  risk: CHANGES,
  description:
    'Make exact edits in a note or base: {"edits":[{"oldText":"teh","newText":"the"}]}. Each `oldText` must occur exactly once; edits by line need `ifMatch`.',
  seeAlso: [{ tool: 'edit_notes', sentence: 'For several notes use edit_notes.' }],
  input,
  output,
  insteadOf: hintForArguments(
    ['heading', 'section', 'block', 'target', 'targetType'],
    [
      '`edits` name the text itself. To change the text below a heading, or a block, use `patch_note`.',
      '`edits` name the text itself.',
    ],
  ),
  failures: ['target_not_found', ...writeFailures],
  run: (query, context) => context.services.noteEditor.edit(query, writeCall(query, context)),
  text: renderEdits,
});

/** The given text is not repeated, unless the caller requests the diff. */
function renderEdits(answer: z.input<typeof output>, asked: z.output<typeof input>): string {
  const { edits: given, dryRun: isDry, diffLines: lines } = asked;
  const isExact = given.every(({ oldText, replaceAll }) => oldText !== undefined && replaceAll !== true);
  const isKnown = isExact && given.length > 1 && !isDry && lines === undefined;
  return isKnown ? renderGivenEdits(answer, given.length) : renderWrite(answer);
}
