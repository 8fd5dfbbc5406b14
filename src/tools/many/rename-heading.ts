import * as z from 'zod';
import { diffLines, dryRun, multiWriteFields, noteName, occurrence } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrites, updatedLinks, type WrittenMany } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const renameHeading = defineTool({
  name: 'rename_heading',
  title: 'Rename heading',
  summary: 'Renames a heading and every link to it.',
  family: 'many',
  risk: CHANGES,
  description: 'Rename a heading and update all links to it.',
  input: z.strictObject({
    path: noteName,
    heading: z.string().describe('Heading, or `Parent::Child`.'),
    newHeading: z.string().describe('New text, without `#`.'),
    occurrence,
    dryRun,
    diffLines,
  }),
  output: z.object({ ...multiWriteFields, linksUpdated: z.int() }),
  failures: ['target_not_found', 'already_exists', ...writeFailures],
  run: (query, context) => context.services.headingRenamer.rename(query, writeCall(query, context)),
  text: renderLinkedWrites,
});

/** Like `renderWrites`, with the number of links first. */
export function renderLinkedWrites(
  answer: WrittenMany & { readonly linksUpdated: number },
  asked?: { diffLines?: number | undefined },
): string {
  return `${updatedLinks(answer.linksUpdated, answer)}, ${renderWrites(answer, asked)}`;
}
