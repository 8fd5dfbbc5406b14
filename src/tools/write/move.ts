import * as z from 'zod';
import { counted, oneLine } from '../../utils/text/one-line';
import { diffLines, dryRun, endingFields, fileOrFolder, ifMatch, versionId } from '../shared/fields';
import { hintLines } from '../shared/hinted';
import { shortDiff } from '../shared/short-diff';
import { writeCall, writeFailures } from '../shared/write-call';
import { type Ending, endingOf } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const move = defineTool({
  name: 'move',
  profile: 'core',
  title: 'Move or rename',
  summary: 'Moves and renames files and folders; links follow.',
  family: 'write',
  risk: CHANGES,
  description: 'Moves or renames a file or folder; updates links, creates folders, replaces nothing.',
  input: z.strictObject({
    path: fileOrFolder.describe('Names a file or folder.'),
    newPath: fileOrFolder.describe('Gives the new path or folder.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object({
    path: z.string(),
    newPath: z.string(),
    versionId: versionId.optional(),
    files: z.array(
      z.object({
        path: z.string(),
        linksUpdated: z.int(),
        diff: z.string().describe('Unified diff, cut.'),
      }),
    ),
    linksUpdated: z.int(),
    ...endingFields,
  }),
  failures: ['already_exists', ...writeFailures],
  run: (query, context) => context.services.mover.move(query, writeCall('move', query, context)),
  text: (answer, { path }) => renderMove(answer, path),
});

interface Moved extends Ending {
  readonly path: string;
  readonly newPath: string;
  readonly files: readonly { readonly path: string; readonly linksUpdated: number; readonly diff: string }[];
  readonly linksUpdated: number;
  readonly hints?: readonly string[] | undefined;
}

/**
 * A line for the move, then one for each file with updated links, with the changed lines.
 * @param given the path as the caller wrote it, which is not repeated
 */
function renderMove(answer: Moved, given?: string): string {
  const { path, newPath, files, linksUpdated } = answer;
  const facts = [
    path === given ? `moved to ${newPath}` : `moved ${path} → ${newPath}`,
    ...(linksUpdated === 0 ? [] : [`${counted(linksUpdated, 'link')} updated`]),
    ...endingOf(answer),
  ];
  const followed = files.flatMap(file => [
    oneLine(`${file.path} · ${counted(file.linksUpdated, 'link')}`),
    ...shortDiff(file.diff),
  ]);
  return [oneLine(facts.join(' · ')), ...followed, ...hintLines(answer)].join('\n');
}
