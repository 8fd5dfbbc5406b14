import * as z from 'zod';
import { diffLines, dryRun, multiWriteFields, rare, writeFields } from '../shared/fields';
import { renderOneOrMany } from '../shared/one-or-many';
import { writeCall, writeFailures } from '../shared/write-call';
import { defineTool, REMOVES } from '../tool';

export const undoChange = defineTool({
  name: 'undo_change',
  profile: 'core',
  title: 'Undo change',
  summary: 'Undoes a change that a client made.',
  family: 'remove',
  risk: REMOVES,
  description:
    'Undo a change in all its files, or in none if one has changed since. Every write answers with a `changeId`.',
  input: z.strictObject({
    changeId: z.string().default('last').describe('Id of the change. Default: your last change.'),
    dryRun: rare(dryRun),
    diffLines,
  }),
  output: z.object({ ...multiWriteFields, ...writeFields }).partial(),
  failures: writeFailures,
  run: (query, context) => context.services.undo.run(query.changeId, writeCall(query, context)),
  text: answer => renderOneOrMany(answer),
});
