import { z } from 'zod';
import { counted } from '../utils/text/counted';
import { oneLine } from '../utils/text/one-line';
import {
  cursor,
  diffLines,
  dryRun,
  endingFields,
  ifMatch,
  limit,
  multiWriteFields,
  paged,
  writeFields,
} from './fields';
import { minute, moreLines } from './hinted';
import { defineTool, READS, REMOVES } from './tool';
import { writeCall, writeFailures } from './write-call';
import { renderDelete, renderUndo } from './write-text';

export const deleteFile = defineTool({
  name: 'delete',
  profile: 'core',
  title: 'Delete',
  family: 'remove',
  risk: REMOVES,
  description:
    'Deletes a file or folder: to the trash, or permanently with `permanent`, which needs full rights. `undo_change` restores it.',
  input: z.strictObject({
    path: z.string().describe('The path of the file or folder.'),
    recursive: z.boolean().default(false).describe('True deletes a folder with everything in it.'),
    permanent: z.boolean().default(false).describe('True does not use the trash.'),
    ifMatch,
    dryRun,
  }),
  output: z.object({
    path: z.string(),
    trashed: z.enum(['system', 'vault', 'permanent']),
    filesDeleted: z.int(),
    ...endingFields,
  }),
  failures: ['not_empty', ...writeFailures],
  run: (query, context) => context.services.remover.delete(query, writeCall('delete', query, context)),
  text: renderDelete,
});

const changesOutput = z.object({
  changes: z.array(
    z.object({
      changeId: z.string().optional(),
      time: z.string(),
      actor: z.string().describe('Name of the token; "other" for other hands.'),
      client: z.string().optional(),
      tool: z.string().optional(),
      kind: z.enum(['create', 'edit', 'move', 'delete']),
      path: z.string(),
      newPath: z.string().optional(),
      bytesBefore: z.int().optional(),
      bytesAfter: z.int().optional(),
      undoable: z.boolean(),
    }),
  ),
  ...paged,
});

/** A line for each file of a change: when, what, by whom, and how to take it back. */
function renderChanges({ changes, totalCount, nextCursor }: z.input<typeof changesOutput>): string {
  const lines = changes.map(change => {
    const { kind, path, newPath, bytesBefore, bytesAfter, actor, client, tool, changeId } = change;
    const sizes = [bytesBefore, bytesAfter].filter(size => size !== undefined).join(' → ');
    const undo = changeId === undefined ? 'no changeId' : `changeId ${changeId}`;
    return [
      `${minute(change.time)} ${kind} ${path}${newPath === undefined ? '' : ` → ${newPath}`}`,
      ...(sizes === '' ? [] : [`${sizes} bytes`]),
      ...(tool === undefined ? [] : [tool]),
      `by ${actor}${client === undefined ? '' : ` (${client})`}`,
      change.undoable ? undo : `${undo}, cannot be undone`,
    ].join(' · ');
  });
  return [counted(totalCount, 'change'), ...lines, ...moreLines(nextCursor)].map(oneLine).join('\n');
}

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  family: 'remove',
  risk: READS,
  description:
    'Lists changes made through Lectern, newest first: when, by which token and tool, and whether `undo_change` can undo them.',
  input: z.strictObject({
    since: z.string().optional().describe('Only changes since this date or `changeId`.'),
    path: z.string().optional().describe('Only changes of this file or folder.'),
    actor: z
      .enum(['agents', 'any', 'me'])
      .default('agents')
      .describe('Changes by any token (agents), by everybody (any), or by this token (me).'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: changesOutput,
  failures: ['invalid_path', 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal }) => services.changes.list(query, signal),
  text: renderChanges,
});

export const undoChange = defineTool({
  name: 'undo_change',
  profile: 'core',
  title: 'Undo change',
  family: 'remove',
  risk: REMOVES,
  description:
    'Undoes a change in all its files, byte for byte. If a file has changed since, nothing is undone and `version_conflict` shows the difference. An undo can be undone.',
  input: z.strictObject({
    changeId: z.string().describe('The `changeId` of a write or of `list_changes`.'),
    dryRun,
    diffLines,
  }),
  output: z.object({ ...multiWriteFields, ...writeFields }).partial(),
  failures: writeFailures,
  run: (query, context) =>
    context.services.undo.run(query.changeId, writeCall('undo_change', query, context)),
  text: renderUndo,
});
