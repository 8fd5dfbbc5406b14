import { anyObject, diffLines, dryRun, multiWriteFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrites, type WrittenMany } from '../shared/write-text';
import { ADDS, defineTool } from '../tool';
import { z } from 'zod';

export const createNotes = defineTool({
  name: 'create_notes',
  title: 'Create several notes',
  family: 'write',
  risk: ADDS,
  description:
    'Creates up to 100 notes and their missing folders in one change: either all of them or none. ' +
    'Use it instead of many calls of `create_note`, for example to import a list. One `undo_change` takes all of them back.',
  input: z.strictObject({
    notes: z
      .array(
        z.strictObject({
          path: z.string().describe('The path of the new note.'),
          content: z.string().default('').describe('The text of the note.'),
          properties: anyObject.optional().describe('The properties of the note.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('The notes to create; one path that exists refuses all.'),
    dryRun,
    diffLines,
  }),
  output: z.object(multiWriteFields),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    context.services.creator.createAll(query.notes, writeCall('create_notes', query, context)),
  text: renderAllCreated,
});

/** The same without the lines of the new files. */
export function renderAllCreated(answer: WrittenMany): string {
  return renderWrites({ ...answer, files: answer.files.map(file => ({ ...file, diff: '' })) });
}
