import { defineTool, READS } from '../tool';
import { z } from 'zod';

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
