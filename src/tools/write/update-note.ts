import * as z from 'zod';
import { diffLines, dryRun, ifMatch, madeIfDaily, rare, warnedWriteFields } from '../shared/fields';
import { hintForArguments } from '../unknown-argument';
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
    'Append or prepend text to a note, or overwrite it. Repeating a call adds again, unless `ifMatch` is given.',
  seeAlso: [
    { tool: 'edit_note', sentence: 'To change a part use edit_note.' },
    { tool: 'patch_note', sentence: 'To add below a heading use patch_note.' },
  ],
  input: z.strictObject({
    path: madeIfDaily,
    mode: z
      .enum(['append', 'prepend', 'overwrite'])
      .describe('append: at the end; prepend: below the properties.'),
    content: z.string().describe('Text.'),
    createIfNeeded: rare(
      z.boolean().optional().describe('Create a missing note. Default: true unless a similar name exists.'),
    ),
    overwriteIfExists: z
      .boolean()
      .default(false)
      .describe('Required to overwrite, with `ifMatch`. Default: false.'),
    ifMatch,
    dryRun: rare(dryRun),
    diffLines,
  }),
  output: z.object(warnedWriteFields),
  insteadOf: hintForArguments(
    ['heading', 'section', 'block', 'target', 'targetType'],
    ['To add text below a heading or to a block use `patch_note`.', 'Give only the text, in `content`.'],
  ),
  failures: ['already_exists', ...writeFailures],
  run: (query, context) => context.services.noteEditor.update(query, writeCall(query, context)),
  text: (answer, { content }) => renderWrite(answer, content),
});
