import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { diffLines, excludes, folder, hinted, includes, multiWriteFields, tag } from '../shared/fields';
import { hintForArguments } from '../unknown-argument';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrites } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

/** More matches are not replaced in one call. */
const maxCount = 1_000_000_000;

export const replaceInNotes = defineTool({
  name: 'replace_in_notes',
  profile: 'standard',
  title: 'Find and replace',
  summary: 'Replaces a text or a pattern in many notes, after a preview.',
  family: 'many',
  risk: CHANGES,
  description:
    'Find and replace text in many notes. The first call is a preview; call again with `confirm` to write.',
  input: z.strictObject({
    find: z.string().describe('Text or pattern to find.'),
    replace: z.string().describe('Replacement; with a pattern also `$1` or `$<name>`.'),
    regex: z.boolean().default(false).describe('`find` is a pattern (RE2), by line. Default: false.'),
    caseSensitive: z.boolean().default(true).describe('Match case. Default: true.'),
    wholeWord: z.boolean().default(false).describe('Whole words only. Default: false.'),
    scope: z
      .enum(['text', 'code', 'properties', 'all'])
      .default('text')
      .describe('Where to replace. Default: text.'),
    path: folder,
    includes,
    excludes,
    tag,
    maxFiles: z.int().min(1).max(500).default(50).describe('Max notes. Default: 50.'),
    expectedCount: z.int().min(0).max(maxCount).optional().describe('Number of matches; fails otherwise.'),
    confirm: z.int().min(0).max(maxCount).optional().describe('Matches in the preview; required to write.'),
    diffLines,
  }),
  output: z.object({
    ...multiWriteFields,
    count: z.int().describe('Matches that are replaced, or would be.'),
    ...hinted,
  }),
  insteadOf: hintForArguments(
    ['dryRun', 'preview', 'simulate'],
    "Without `confirm` the call is only a preview. To write, pass `confirm` with the preview's `count`.",
  ),
  failures: writeFailures,
  run: ({ regex, ...query }, context) =>
    context.services.noteReplacer.run({ ...query, isRegex: regex }, writeCall(query, context)),
  text: (answer, asked) => `${counted(answer.count, 'match', 'matches')}, ${renderWrites(answer, asked)}`,
});
