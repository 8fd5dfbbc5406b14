import * as z from 'zod';
import { flagged } from '../field-flags';
import { diffLines, dryRun, ifMatch, notePath, occurrence, unlisted, writeFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const patchNote = defineTool({
  name: 'patch_note',
  title: 'Patch section, block or property',
  summary: 'Changes one section, block or property of a note.',
  family: 'write',
  risk: CHANGES,
  description:
    'Changes the text below a heading, a block or a property: {"operation":"append","targetType":"heading","target":"Log","content":"- fed"}. ' +
    'For exact text use edit_note, for several properties update_frontmatter. A retry adds again without `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    operation: z.enum(['append', 'prepend', 'replace']).describe('Adds at the end or top, or replaces.'),
    targetType: z.enum(['heading', 'block', 'frontmatter']).describe('Says what `target` names.'),
    target: z.string().describe('Names a heading (`Parent::Child`), block id or property.'),
    occurrence,
    content: flagged(z.string().optional().describe('Gives the text.'), { mayBeEmpty: true }),
    value: z
      .unknown()
      .optional()
      .describe('Sets a property, or adds a row of a table by its columns; JSON text is decoded.'),
    targetDelimiter: unlisted(z.string().default('::'), 'Separates the headings of a path.'),
    trimTargetWhitespace: unlisted(z.boolean().default(false), 'True drops blank lines around the target.'),
    createTargetIfMissing: z.boolean().default(false).describe('True creates a missing target.'),
    ifMatch,
    dryRun,
    diffLines,
  }),
  output: z.object(writeFields),
  failures: ['target_not_found', 'target_ambiguous', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    context.services.noteEditor.patch(withOneContent(query), writeCall('patch_note', query, context)),
  text: (answer, { content }) => renderWrite(answer, content),
});

interface Contents {
  readonly content?: string | undefined;
  readonly value?: unknown;
}

/** Some clients send both `content` and `value`, one of them empty. */
function withOneContent<Query extends Contents>(query: Query): Query {
  const { content, value } = query;
  if (content !== undefined && (value === null || value === '')) return { ...query, value: undefined };
  return value !== undefined && content === '' ? { ...query, content: undefined } : query;
}
