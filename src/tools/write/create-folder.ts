import { z } from 'zod';
import { oneLine } from '../../utils/text/one-line';
import { dryRun, endingFields } from '../shared/fields';
import { writeCall } from '../shared/write-call';
import { endingOf } from '../shared/write-text';
import { ADDS, defineTool } from '../tool';

export const createFolder = defineTool({
  name: 'create_folder',
  title: 'Create folder',
  summary: 'Creates a folder.',
  family: 'write',
  risk: ADDS,
  description: 'Creates an empty folder. `create_note` creates the folders it needs itself.',
  input: z.strictObject({ path: z.string().describe('The folder to create.'), dryRun }),
  output: z.object({ path: z.string(), created: z.boolean(), ...endingFields }),
  failures: ['already_exists', 'invalid_path', 'approval_refused', 'storage_error'],
  run: ({ path, dryRun: dry }, context) =>
    context.services.folderWriter.create(path, writeCall('create_folder', { dryRun: dry }, context)),
  text: answer => oneLine([`created folder ${answer.path}`, ...endingOf(answer)].join(' · ')),
});
