import { z } from 'zod';
import { counted, oneLine } from '../../utils/text/one-line';
import { dryRun, endingFields, ifMatch } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { type Ending, endingOf } from '../shared/write-text';
import { defineTool, REMOVES } from '../tool';

export const deleteFile = defineTool({
  name: 'delete',
  profile: 'core',
  title: 'Delete',
  summary: 'Deletes files and folders.',
  family: 'remove',
  risk: REMOVES,
  description:
    'Deletes a file or folder to the trash, or for good (full rights); `undo_change` restores it. To delete text use `edit_note`.',
  input: z.strictObject({
    path: z.string().describe('The file or folder to delete.'),
    recursive: z.boolean().default(false).describe('True deletes a folder with contents.'),
    permanent: z.boolean().default(false).describe('True skips the trash.'),
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

interface Deleted extends Ending {
  readonly path: string;
  readonly trashed: string;
  readonly filesDeleted: number;
}

export function renderDelete(answer: Deleted): string {
  const { path, trashed, filesDeleted } = answer;
  const where = trashed === 'permanent' ? 'for good' : `to the ${trashed} trash`;
  const facts = [`deleted ${path} ${where}`, counted(filesDeleted, 'file'), ...endingOf(answer)];
  return oneLine(facts.join(' · '));
}
