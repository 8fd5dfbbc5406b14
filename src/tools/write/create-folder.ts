import * as z from 'zod';
import { diffLines, dryRun, endingFields, fileOrFolder, unlisted } from '../shared/fields';
import { writeCall } from '../shared/write-call';
import { deed, endingOf } from '../shared/write-text';
import { ADDS, defineTool } from '../tool';

export const createFolder = defineTool({
  name: 'create_folder',
  title: 'Create folder',
  summary: 'Creates a folder.',
  family: 'write',
  risk: ADDS,
  description: 'Create an empty folder.',
  seeAlso: [{ tool: 'create_note', sentence: 'create_note creates the folders of its note.' }],
  input: z.strictObject({
    path: fileOrFolder.describe('Path of the new folder.'),
    dryRun,
    diffLines: unlisted(diffLines, 'Ignored: a folder has no text.'),
  }),
  output: z.object({ path: z.string(), created: z.boolean(), ...endingFields }),
  failures: ['already_exists', 'invalid_path', 'approval_refused', 'storage_error'],
  run: ({ path, dryRun: dry }, context) =>
    context.services.creator.createFolder(path, writeCall({ dryRun: dry }, context)),
  text: answer => [[`${deed('create', answer)} folder ${answer.path}`, ...endingOf(answer)].join(' · ')],
});
