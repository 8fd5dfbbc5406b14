import * as z from 'zod';
import { ToolFailure } from '../../errors';
import { jsonField } from '../../utils/json';
import { counted, oneLine } from '../../utils/text/pieces';
import { readArguments } from '../arguments';
import { flagged } from '../field-flags';
import { anyObject, diffLines, dryRun, file, ifMatch, writeFields } from '../shared/fields';
import { labelled } from '../shared/text-lines';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

const operation = z.strictObject({
  action: z.enum(['add_node', 'update_node', 'remove_node', 'add_edge', 'update_edge', 'remove_edge']),
  id: z.string().optional(),
  fields: anyObject({ type: { type: 'string' }, text: { type: 'string' } }).optional(),
});

/** Clients often put members of a card or arrow next to `action`. */
function readOperation(given: unknown, index: number): z.output<typeof operation> {
  try {
    return readArguments(operation, given);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const { code, message, details } = error;
    const { data: action = 'add_node' } = operation.shape.action.safeParse(jsonField(given, 'action'));
    const id = action.startsWith('add') ? '' : ', "id": "…"';
    const own = action.endsWith('edge') ? '"fromNode": "…", "toNode": "…"' : '"type": "text", "text": "…"';
    const fields = action.startsWith('remove') ? '' : `, "fields": {${own}}`;
    throw new ToolFailure(code, `Operation ${index + 1}: ${message}`, {
      ...details,
      hint: `Write {"action": "${action}"${id}${fields}}${fields && ': put what a card or an arrow has into `fields`'}.`,
    });
  }
}

const output = z.object({
  ...writeFields,
  added: z.array(z.string()).describe('Ids of new nodes and edges, in order.'),
  removedEdges: z.array(z.string()).describe('Ids of edges removed with their nodes.'),
});

export const editCanvas = defineTool({
  name: 'edit_canvas',
  title: 'Edit canvas',
  summary: 'Adds, changes and removes cards and arrows of a canvas.',
  family: 'write',
  risk: CHANGES,
  description:
    'Edit a canvas by operations {action, id, fields}: add_node, update_node, remove_node, add_edge, update_edge, remove_edge.',
  seeAlso: [{ tool: 'read_attachment', sentence: 'read_attachment shows the ids.' }],
  input: z.strictObject({
    path: file.describe('A .canvas file.'),
    operations: flagged(
      z
        .array(z.record(z.string(), z.unknown()))
        .min(1)
        .max(100)
        .describe('Operations; `fields` are those of JSON Canvas, null removes one.'),
      { listedItems: operation, example: '[{"action":"add_node","fields":{"type":"text","text":"…"}}]' },
    ),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output,
  failures: ['already_exists', 'target_not_found', ...writeFailures],
  run: (query, context) => {
    const operations = query.operations.map(readOperation);
    return context.services.canvasWriter.edit({ ...query, operations }, writeCall(query, context));
  },
  text: renderCanvas,
});

function renderCanvas(answer: z.input<typeof output>): string {
  const { added, removedEdges } = answer;
  const edges = `${counted(removedEdges.length, 'edge')} removed with nodes`;
  const changes = [...labelled('added', added), ...labelled(edges, removedEdges)];
  return [renderWrite(answer), ...changes.map(oneLine)].join('\n');
}
