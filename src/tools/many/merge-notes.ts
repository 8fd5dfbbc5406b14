import * as z from 'zod';
import { diffLines, dryRun, file, multiWriteFields } from '../shared/fields';
import { hinted } from '../shared/hinted';
import { writeCall, writeFailures } from '../shared/write-call';
import { REMOVES, defineTool } from '../tool';
import { renderLinkedWrites } from './rename-heading';

export const mergeNotes = defineTool({
  name: 'merge_notes',
  title: 'Merge notes',
  summary: 'Appends a note to another one, leads every link to it there, and trashes it.',
  family: 'many',
  risk: REMOVES,
  description: 'Appends a note to another, leads its links there, and trashes it.',
  input: z.strictObject({
    from: file.describe('Names the note to trash.'),
    into: file.describe('Names the note that stays.'),
    heading: z.string().optional().describe('Appends below this heading (default end).'),
    properties: z
      .enum(['keep', 'add_missing'])
      .default('keep')
      .describe('Keeps those of `into` (default) or adds.'),
    dryRun,
    diffLines,
  }),
  output: z.object({
    ...multiWriteFields,
    linksUpdated: z.int(),
    trashed: z.enum(['system', 'vault', 'permanent']),
    hints: hinted.hints,
  }),
  failures: ['target_not_found', 'target_ambiguous', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) => context.services.noteMerger.merge(query, writeCall('merge_notes', query, context)),
  text: renderLinkedWrites,
});
