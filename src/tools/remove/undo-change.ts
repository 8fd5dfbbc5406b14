import * as z from 'zod';
import { diffLines, dryRun, multiWriteFields, rare, writeFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite, renderWrites, type WrittenMany, type WrittenOne } from '../shared/write-text';
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
  run: (query, context) =>
    context.services.undo.run(query.changeId, writeCall('undo_change', query, context)),
  text: renderUndo,
});

type Undone = {
  readonly [Name in keyof (WrittenOne & WrittenMany)]?: (WrittenOne & WrittenMany)[Name] | undefined;
};

/** For one file or several, like the change that is undone. */
function renderUndo({ files = [], filesChanged = 0, filesOmitted, ...one }: Undone): string {
  const { path, created = false, changed = true, bytesBefore = 0, bytesAfter = 0, diff = '' } = one;
  if (path !== undefined)
    return renderWrite({ ...one, path, created, changed, bytesBefore, bytesAfter, diff });
  return renderWrites({ ...one, files, filesChanged, filesOmitted });
}
