import * as z from 'zod';
import { oneLine } from '../../utils/text/pieces';
import { namesInLine } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

const workspace = z.object({
  activeNote: z.string().optional(),
  selection: z
    .object({
      path: z.string(),
      startLine: z.int(),
      endLine: z.int().describe('Inclusive.'),
      text: z.string(),
      truncated: z.boolean().optional().describe('Set if the text was cut.'),
    })
    .optional()
    .describe('In the active note, even while another window has the focus.'),
  cursor: z.object({ line: z.int(), column: z.int() }).optional().describe('Both 1-based.'),
  openTabs: z.array(z.object({ path: z.string(), active: z.boolean() })),
});

export const getWorkspace = defineTool({
  name: 'get_workspace',
  needsWindow: true,
  title: 'Get what the user has open',
  summary: 'Reads which note is open, and what is selected in it.',
  family: 'app',
  risk: READS,
  description:
    'Get what the user has open in the app: the active note (`@active` in paths), the selection, the cursor and the open tabs.',
  input: z.strictObject({
    maxChars: z
      .int()
      .min(1)
      .max(100_000)
      .default(20_000)
      .describe('Max characters of the selection. Default: 20000.'),
  }),
  output: workspace,
  failures: [],
  run: ({ maxChars }, { services }) => services.workspace.state(maxChars),
  text: renderWorkspace,
});

function renderWorkspace({ activeNote, selection, cursor, openTabs }: z.input<typeof workspace>): string {
  const at = cursor === undefined ? '' : ` · cursor at line ${cursor.line}, column ${cursor.column}`;
  const tabs = openTabs.map(({ path, active }) => `${namesInLine([path])}${active ? ' (active)' : ''}`);
  const lines = [
    activeNote === undefined ? 'No note is active.' : `Active: ${activeNote}${at}`,
    `Open tabs: ${tabs.length === 0 ? 'none' : tabs.join(', ')}`,
  ].map(oneLine);
  if (selection === undefined) return lines.join('\n');
  const { path, startLine, endLine, text, truncated } = selection;
  const cut = truncated === true ? ', cut' : '';
  return [...lines, oneLine(`Selected in ${path}, lines ${startLine}–${endLine}${cut}:`), text].join('\n');
}
