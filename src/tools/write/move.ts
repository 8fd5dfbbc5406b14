import * as z from 'zod';
import { counted, oneLine } from '../../utils/text/pieces';
import type { MoveResult, MovesResult } from '../../vault/writing/files/mover';
import { refused } from '../argument-problem';
import { flagged } from '../field-flags';
import { diffLines, dryRun, endingFields, fileOrFolder, ifMatch, rare, versionId } from '../shared/fields';
import { omissionLines, shortDiff, withoutOmission } from '../shared/short-diff';
import { writeCall, writeFailures } from '../shared/write-call';
import { deed, endingOf, updatedLinks } from '../shared/write-text';
import { CHANGES, defineTool, type ToolContext } from '../tool';

const input = z.strictObject({
  path: fileOrFolder.optional().describe('File or folder to move.'),
  newPath: fileOrFolder
    .optional()
    .describe('New path, or a folder ending in `/`. A bare name keeps the folder of a bare `path`.'),
  moves: flagged(
    z
      .array(z.strictObject({ path: fileOrFolder, newPath: fileOrFolder }))
      .min(1)
      .max(100)
      .optional()
      .describe('Up to 100 moves {path, newPath}, all or none.'),
    { fieldsInText: true, example: '[{"path":"…","newPath":"…"}]' },
  ),
  ifMatch: rare(ifMatch),
  dryRun,
  diffLines,
});

const output = z.object({
  path: z.string().optional(),
  newPath: z.string().optional(),
  moves: z
    .array(z.object({ path: z.string(), newPath: z.string(), isFolder: z.boolean().optional() }))
    .optional(),
  versionId: versionId.optional(),
  files: z.array(
    z.object({
      path: z.string(),
      linksUpdated: z.int(),
      diff: z.string().describe('Unified diff, shortened.'),
    }),
  ),
  linksUpdated: z.int(),
  ...endingFields,
});

export const move = defineTool({
  name: 'move',
  profile: 'core',
  title: 'Move or rename',
  summary: 'Moves and renames files and folders; links follow.',
  family: 'write',
  risk: CHANGES,
  description:
    'Move or rename files and folders, and update all links to them. Creates folders, never overwrites.',
  input,
  output,
  insteadOf: { paths: 'Give each in an item of `moves`, as {"moves":[{"path":"…","newPath":"…"}]}.' },
  failures: ['already_exists', ...writeFailures],
  async run(query, context) {
    const moved = await moveAs(query, context);
    const { changeId, hints = [] } = moved;
    return changeId === undefined ? moved : { ...moved, hints: [...hints, '`undo_change` reverts this.'] };
  },
  text: (answer, { path, moves }) => renderMove(answer, path, moves),
});

function moveAs(query: z.output<typeof input>, context: ToolContext): Promise<MoveResult | MovesResult> {
  const { path, newPath, moves, ifMatch: version } = query;
  const call = writeCall(query, context);
  if (moves !== undefined) {
    refuseBeside({ path, newPath, ifMatch: version });
    return context.services.mover.moveAll(moves, call);
  }
  if (path === undefined || newPath === undefined)
    throw refused(`\`${path === undefined ? 'path' : 'newPath'}\` is required.`);
  return context.services.mover.move({ path, newPath, ifMatch: version }, call);
}

/** @throws ToolFailure `invalid_argument` for what a call with `moves` must leave out */
function refuseBeside(others: Readonly<Record<string, string | undefined>>): void {
  const [name] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined)
    throw refused(`\`moves\` and \`${name}\` cannot be combined.`, 'Give every move as an item of `moves`.');
}

/**
 * A line for the moves, or one for each if any did not end at its `newPath`, then one for each file with updated links,
 * with the changed lines.
 * @param given the path as the caller wrote it, which is not repeated
 * @param asked the moves as the caller wrote them
 */
function renderMove(
  answer: z.input<typeof output>,
  given?: string,
  asked: NonNullable<z.output<typeof input>['moves']> = [],
): string {
  const { path = '', newPath = '', moves = [], files, linksUpdated } = answer;
  const verb = deed('move', answer);
  const one = path === given ? `${verb} to ${newPath}` : `${verb} ${path} → ${newPath}`;
  const facts = [
    moves.length === 0 ? one : `${verb} ${counted(moves.length, 'file or folder', 'files and folders')}`,
    ...(linksUpdated === 0 ? [] : [updatedLinks(linksUpdated, answer)]),
    ...endingOf(answer),
  ];
  const isAsAsked = moves.every((move, index) => move.newPath === asked[index]?.newPath);
  const diffs = files.map(file => ({ file, ...withoutOmission(shortDiff(file.diff)) }));
  const followed = diffs.flatMap(({ file, lines }) => [
    oneLine(`${file.path} · ${counted(file.linksUpdated, 'link')}`),
    ...lines,
  ]);
  return [
    oneLine(facts.join(' · ')),
    ...(isAsAsked ? [] : moves).map(({ path: from, newPath: to, isFolder }) =>
      oneLine(isFolder === true ? `${from}/ → ${to}/` : `${from} → ${to}`),
    ),
    ...followed,
    ...omissionLines(diffs.map(({ omitted }) => omitted)),
  ].join('\n');
}
