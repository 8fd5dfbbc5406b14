import { z } from 'zod';
import { cursor, dryRun, limit, multiWriteFields, paged, writeFields } from './fields';
import { defineTool, READS, REMOVES } from './tool';
import { writeCall, writeFailures } from './write-call';

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  family: 'remove',
  risk: READS,
  description:
    'Lists what was changed in the vault through Lectern, newest first: when, by which token and tool, and whether `undo_change` can take it back. ' +
    '`actor: "me"` shows the changes of this token only; "any" adds files that other hands changed.',
  input: z.strictObject({
    since: z.string().max(100).optional().describe('Only changes since this date, or after this `changeId`.'),
    path: z.string().optional().describe('Only changes of this file, or of what is in this folder.'),
    actor: z.enum(['agents', 'any', 'me']).default('agents').describe('Whose changes.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: z.object({
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
  }),
  failures: ['invalid_path', 'invalid_query', 'invalid_cursor'],
  run: (query, { services }) => services.changes.list(query),
});

export const undoChange = defineTool({
  name: 'undo_change',
  title: 'Undo change',
  family: 'remove',
  risk: REMOVES,
  description:
    'Takes one change back, with all its files, to the exact bytes from before: edited text, created, moved and deleted files. ' +
    'Where a file has changed since, nothing is done and `version_conflict` shows the difference. The undo is a change itself and can be undone.',
  input: z.strictObject({
    changeId: z.string().max(100).describe('From a write answer or from `list_changes`.'),
    dryRun,
  }),
  output: z.object({ ...multiWriteFields, ...writeFields }).partial(),
  failures: writeFailures,
  run: ({ changeId, dryRun: dry }, context) =>
    context.services.undo.run(changeId, writeCall('undo_change', dry, context)),
});
