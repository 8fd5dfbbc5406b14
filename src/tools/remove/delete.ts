import * as z from 'zod';
import { counted, oneLine } from '../../utils/text/pieces';
import { diffLines, dryRun, endingFields, fileOrFolder, ifMatch, rare } from '../shared/fields';
import { shortDiff } from '../shared/short-diff';
import { writeCall, writeFailures } from '../shared/write-call';
import { deed, endingOf, trashText } from '../shared/write-text';
import { defineTool, REMOVES } from '../tool';

const output = z.object({
  path: z.string(),
  trashed: z.enum(['system', 'vault', 'permanent']),
  filesDeleted: z.int(),
  files: z
    .array(z.object({ path: z.string(), diff: z.string() }))
    .optional()
    .describe('What was in them, at most 100.'),
  ...endingFields,
});

export const deleteFile = defineTool({
  name: 'delete',
  profile: 'core',
  title: 'Delete',
  summary: 'Deletes files and folders.',
  family: 'remove',
  risk: REMOVES,
  description: 'Move a file or folder to the trash, or delete it permanently (needs full rights).',
  input: z.strictObject({
    path: fileOrFolder.describe('File or folder to delete.'),
    recursive: z.boolean().default(false).describe('Delete a folder with its contents. Default: false.'),
    permanent: rare(z.boolean().default(false).describe('Delete without the trash. Default: false.')),
    ifMatch: rare(ifMatch),
    dryRun,
    diffLines,
  }),
  output,
  failures: ['not_empty', ...writeFailures],
  run: (query, context) => context.services.remover.delete(query, writeCall(query, context)),
  text: renderDelete,
});

/** A line for the deletion, then the contents of the shown files, and the number of other files. */
function renderDelete(answer: z.input<typeof output>): string {
  const { path, filesDeleted, files = [] } = answer;
  const facts = [
    `${deed('delete', answer)} ${path} ${trashText(answer)}`,
    counted(filesDeleted, 'file'),
    ...endingOf(answer),
  ];
  const shown = files.filter(({ diff }) => diff.startsWith('@'));
  const lines = shown.flatMap(file => [
    ...(file.path === path ? [] : [oneLine(file.path)]),
    ...shortDiff(file.diff),
  ]);
  const others = files.length === 0 ? 0 : filesDeleted - shown.length;
  const more = others === 0 ? [] : [`Without lines here: ${counted(others, 'more file')}.`];
  return [oneLine(facts.join(' · ')), ...lines, ...more].join('\n');
}
