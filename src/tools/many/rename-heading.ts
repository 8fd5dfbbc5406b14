import * as z from 'zod';
import { counted } from '../../utils/text/one-line';
import { diffLines, dryRun, multiWriteFields, noteName, occurrence, unlisted } from '../shared/fields';
import { hinted } from '../shared/hinted';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrites, type WrittenMany } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const renameHeading = defineTool({
  name: 'rename_heading',
  title: 'Rename heading',
  summary: 'Renames a heading and every link to it.',
  family: 'many',
  risk: CHANGES,
  description: 'Renames a heading and all links to it; edit_note breaks these.',
  input: z.strictObject({
    path: noteName,
    heading: z.string().describe('Names the heading (`Parent::Child`).'),
    newHeading: z.string().describe('Gives the new text, without `#`.'),
    occurrence: unlisted(occurrence, 'Picks one of equal headings.'),
    dryRun,
    diffLines,
  }),
  output: z.object({ ...multiWriteFields, linksUpdated: z.int(), hints: hinted.hints }),
  failures: ['target_not_found', 'target_ambiguous', 'already_exists', ...writeFailures],
  run: (query, context) =>
    context.services.headingRenamer.rename(query, writeCall('rename_heading', query, context)),
  text: renderLinkedWrites,
});

/** Like `renderWrites`, with the number of links first. */
export function renderLinkedWrites(
  answer: WrittenMany & { readonly linksUpdated: number },
  asked?: { diffLines?: number | undefined },
): string {
  return `${counted(answer.linksUpdated, 'link')} updated, ${renderWrites(answer, asked)}`;
}
