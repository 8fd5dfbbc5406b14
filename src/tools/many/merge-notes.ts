import * as z from 'zod';
import { oneLine } from '../../utils/text/pieces';
import { diffLines, dryRun, file, multiWriteFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { deed, trashText } from '../shared/write-text';
import { REMOVES, defineTool } from '../tool';
import { renderLinkedWrites } from './rename-heading';

const output = z.object({
  ...multiWriteFields,
  linksUpdated: z.int(),
  trashed: z.enum(['system', 'vault', 'permanent']),
});

export const mergeNotes = defineTool({
  name: 'merge_notes',
  profile: 'standard',
  title: 'Merge notes',
  summary: 'Appends a note to another one, redirects every link to it, and moves it to the trash.',
  family: 'many',
  risk: REMOVES,
  description: 'Merge a note into another: append its text, redirect all links, move it to the trash.',
  input: z.strictObject({
    from: file.describe('Note to merge and trash.'),
    into: file.describe('Note that stays.'),
    heading: z.string().optional().describe('Heading to append below. Default: the end.'),
    properties: z
      .enum(['keep', 'add_missing'])
      .default('keep')
      .describe('Keep those of `into`, or add missing ones. Default: keep.'),
    dryRun,
    diffLines,
  }),
  output,
  failures: ['target_not_found', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) => context.services.noteMerger.merge(query, writeCall(query, context)),
  text: renderMerge,
});

/** First where the merged note went: its own line may be among those that are left out. */
function renderMerge(
  answer: z.input<typeof output>,
  asked: { readonly from: string; readonly diffLines?: number | undefined },
): string {
  const { path = asked.from } = answer.files.find(({ removed }) => removed) ?? {};
  const verb = answer.trashed === 'permanent' ? 'delete' : 'move';
  const gone = oneLine(`${deed(verb, answer)} ${path} ${trashText(answer)}`);
  return `${gone}, ${renderLinkedWrites(answer, asked)}`;
}
