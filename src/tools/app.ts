import { z } from 'zod';
import { notePath } from './fields';
import { ADDS, defineTool, READS } from './tool';
import { writeCall, writeFailures } from './write-call';

export const getWorkspace = defineTool({
  name: 'get_workspace',
  needsWindow: true,
  title: 'Get what the user has open',
  family: 'app',
  risk: READS,
  description:
    'Answers which note is active in the app, what is selected in it, the cursor and the open tabs.',
  input: z.strictObject({}),
  output: z.object({
    activeNote: z.string().optional(),
    selection: z
      .object({
        path: z.string(),
        startLine: z.int(),
        endLine: z.int().describe('Inclusive.'),
        text: z.string(),
        truncated: z.boolean().optional().describe('Set where the text was cut.'),
      })
      .optional()
      .describe('In the active note, also while another window has the focus.'),
    cursor: z.object({ line: z.int(), column: z.int() }).optional().describe('Both 1-based.'),
    openTabs: z.array(z.object({ path: z.string(), active: z.boolean() })),
  }),
  failures: [],
  run: (_input, { services }) => services.workspace.state(),
});

export const openNote = defineTool({
  name: 'open_note',
  needsWindow: true,
  title: 'Open note',
  family: 'app',
  risk: ADDS,
  description: 'Shows a note to the user in the app, in the current or a new tab.',
  input: z.strictObject({
    path: notePath,
    newTab: z.boolean().default(false).describe('True opens a new tab.'),
    line: z.int().min(1).optional().describe('The line to put the cursor on.'),
    createIfNeeded: z.boolean().default(false).describe('True creates a missing note.'),
  }),
  output: z.object({ path: z.string(), created: z.boolean() }),
  failures: ['already_exists', ...writeFailures],
  run: (opening, context) => context.services.workspace.open(opening, writeCall('open_note', {}, context)),
});
