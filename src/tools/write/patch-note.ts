import { z } from 'zod';
import { diffLines, dryRun, ifMatch, notePath, writeFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const patchNote = defineTool({
  name: 'patch_note',
  title: 'Patch section, block or property',
  family: 'write',
  risk: CHANGES,
  description:
    'Changes one place of a note: the text below a heading (sub-sections included), a block, or one property. ' +
    'Use it to add to a section, for example {"operation":"append","targetType":"heading","target":"Log","content":"- fed the starter"}; ' +
    'for exact text use `edit_note`, for several properties `update_frontmatter`. ' +
    'A missing property is created. If a heading or block is missing or ambiguous, nothing changes and the answer lists what is there. ' +
    'A retry may add it again, unless both calls pass the same `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    operation: z
      .enum(['append', 'prepend', 'replace'])
      .describe('Whether to add after, add before, or replace the target.'),
    targetType: z.enum(['heading', 'block', 'frontmatter']).describe('The kind of target.'),
    target: z.string().describe('The heading (`Parent::Child` if nested), block id or property name.'),
    occurrence: z.int().min(1).optional().describe('Which of equal headings, counted from 1.'),
    content: z.string().optional().describe('The text to write; pass either this or `value`.'),
    value: z.unknown().optional().describe('The value of the property, any JSON.'),
    targetDelimiter: z.string().default('::').describe('Separator of nested headings in `target`.'),
    trimTargetWhitespace: z.boolean().default(false).describe('True removes blank lines around the target.'),
    createTargetIfMissing: z.boolean().default(false).describe('True creates a missing heading or block.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object(writeFields),
  failures: ['target_not_found', 'target_ambiguous', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) => context.services.patcher.patch(query, writeCall('patch_note', query, context)),
  text: (answer, { content }) => renderWrite(answer, content),
});
