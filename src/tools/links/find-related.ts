import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { hinted, noteName } from '../shared/fields';
import { withUnreadable, titledPath } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const relatedOutput = z.object({
  path: z.string(),
  related: z.array(
    z.object({ path: z.string(), title: z.string(), score: z.number(), reasons: z.array(z.string()) }),
  ),
  ...hinted,
});

export const findRelated = defineTool({
  name: 'find_related',
  title: 'Find related notes',
  summary: 'Finds notes that are related to a note.',
  family: 'links',
  risk: READS,
  description: 'Find notes related to a note, with the reasons: links, shared neighbours, tags, rare words.',
  input: z.strictObject({
    path: noteName,
    excludeLinked: z.boolean().default(false).describe('Leave out notes already linked. Default: false.'),
    limit: z.int().min(1).max(50).default(10).describe('Max rows. Default: 10.'),
  }),
  output: relatedOutput,
  rest: 'Ask for a lower `limit`.',
  failures: noteFailures,
  run: ({ path, ...query }, context) =>
    withUnreadable(context.services.related.of(path, query, context.signal), undefined, context),
  text: renderRelated,
});

/** `tag garden` of `shares the tag garden`. */
const reasonText = (reason: string): string => reason.replace(/^shares the /u, () => '');

function renderRelated(answer: z.input<typeof relatedOutput>): string[] {
  const lines = answer.related.map(
    ({ reasons, ...note }) => `${titledPath(note)} · ${reasons.map(reasonText).join('; ')}`,
  );
  return [`${counted(answer.related.length, 'note')} related to ${answer.path}`, ...lines];
}
