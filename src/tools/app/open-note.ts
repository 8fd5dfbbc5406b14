import * as z from 'zod';
import { line, noteName } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { ADDS, defineTool } from '../tool';

export const openNote = defineTool({
  name: 'open_note',
  needsWindow: true,
  title: 'Open note',
  summary: 'Opens a note in the app.',
  family: 'app',
  risk: ADDS,
  description: 'Show a note to the user in the app.',
  seeAlso: [{ tool: 'read_note', sentence: 'To read it use read_note.' }],
  input: z.strictObject({
    path: noteName,
    newTab: z.boolean().default(false).describe('Open a new tab. Default: false.'),
    line: line.optional().describe('Line for the cursor.'),
    createIfNeeded: z.boolean().default(false).describe('Create a missing note. Default: false.'),
  }),
  output: z.object({ path: z.string(), created: z.boolean() }),
  failures: ['already_exists', ...writeFailures],
  run: (opening, context) => context.services.workspace.open(opening, writeCall({}, context)),
  text: ({ path, created }) => [`${created ? 'created and opened' : 'opened'} ${path}`],
});
