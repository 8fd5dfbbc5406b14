import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { cursor, fileOrFolder, hinted, limit, paged } from '../shared/fields';
import { minute } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const changesOutput = z.object({
  changes: z.array(
    z.object({
      changeId: z.string().optional(),
      time: z.string(),
      actor: z.string().describe('The name of the token, or `other` for another program.'),
      client: z.string().optional(),
      tool: z.string().optional(),
      kind: z.enum(['create', 'edit', 'move', 'delete']),
      path: z.string(),
      newPath: z.string().optional(),
      bytesBefore: z.int().optional(),
      bytesAfter: z.int().optional(),
      undoable: z.boolean(),
      undone: z.boolean().optional().describe('Set if it has been undone.'),
    }),
  ),
  hints: hinted.hints,
  ...paged,
});

export const listChanges = defineTool({
  name: 'list_changes',
  profile: 'standard',
  title: 'List changes',
  summary: 'Lists what clients changed.',
  family: 'remove',
  risk: READS,
  description: 'List the changes made through Lectern, newest first, with the `changeId` to undo them.',
  input: z.strictObject({
    since: z.string().optional().describe('Only after this date or `changeId`.'),
    path: fileOrFolder.optional().describe('File or folder. Default: whole vault.'),
    actor: z
      .enum(['agents', 'any', 'me'])
      .default('agents')
      .describe('agents: any token; me: this one. Default: agents.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: changesOutput,
  failures: [...noteFailures, 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal }) => services.changes.list(query, signal),
  text: renderChanges,
});

/** A line for each file of a change: when, what, by whom, and how to undo it. */
function renderChanges({ changes, totalCount }: z.input<typeof changesOutput>): string[] {
  const lines = changes.map(change => {
    const { kind, path, newPath, bytesBefore, bytesAfter, actor, client, tool, changeId } = change;
    const sizes = [bytesBefore, bytesAfter].filter(size => size !== undefined).join(' → ');
    const undo = changeId === undefined ? 'no changeId, cannot be undone' : `changeId ${changeId}`;
    return [
      `${minute(change.time)} ${kind} ${path}${newPath === undefined ? '' : ` → ${newPath}`}`,
      ...(sizes === '' ? [] : [sizes === '1' ? '1 byte' : `${sizes} bytes`]),
      ...(tool === undefined ? [] : [tool]),
      `by ${actor}${client === undefined ? '' : ` (${client})`}`,
      change.undoable || changeId === undefined
        ? undo
        : `${undo}, ${change.undone === true ? 'has been undone' : 'cannot be undone now'}`,
    ].join(' · ');
  });
  return [counted(totalCount, 'change to a file', 'changes to files'), ...lines];
}
