import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { hinted, limit, noteName } from '../shared/fields';
import { namesInLine, withReason } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const suggestionsOutput = z.object({
  path: z.string().optional(),
  versionId: z.string().optional().describe('Pass it as `ifMatch` with `edits`.'),
  suggestions: z.array(
    z.object({
      path: z.string().describe('The note that is mentioned.'),
      others: z.array(z.string()).optional().describe('Other notes with that name.'),
      line: z.int(),
      range: z.array(z.int()).describe('[start, end) in the line, in UTF-16 units.'),
      text: z.string(),
      link: z.string(),
    }),
  ),
  totalCount: z.int(),
  edits: z
    .array(z.object({ startLine: z.int(), endLine: z.int(), newText: z.string() }))
    .describe('Lines with the links, as edits; lines of more than 2,000 characters are left out.'),
  hints: hinted.hints,
});

export const suggestLinks = defineTool({
  name: 'suggest_links',
  title: 'Suggest links',
  summary: 'Finds unlinked mentions of other notes.',
  family: 'links',
  risk: READS,
  description: 'Find unlinked mentions of other notes in a note or text, except in headings.',
  seeAlso: [
    {
      tool: 'edit_note',
      sentence: 'To add the links pass `edits`, and `versionId` as `ifMatch`, to edit_note.',
    },
  ],
  input: z.strictObject({
    path: noteName.optional(),
    text: z.string().optional().describe('Text to check, instead of `path`.'),
    limit: limit(50, 500),
  }),
  output: suggestionsOutput,
  rest: 'Ask for a lower `limit`.',
  failures: noteFailures,
  run: async (query, { services, signal }) => {
    const found = await services.linkSuggester.of(query, signal);
    return withReason(found, found.totalCount === 0, 'No other note is mentioned without a link.');
  },
  text: renderSuggestions,
});

/** A line for each mention, then the lines as they would be. */
function renderSuggestions(answer: z.input<typeof suggestionsOutput>): string[] {
  const { path, versionId, suggestions, totalCount, edits } = answer;
  const shown = suggestions.length < totalCount ? `, ${suggestions.length} shown` : '';
  const note = path === undefined ? '' : ` in ${path} · versionId ${versionId ?? ''}`;
  const rows = suggestions.map(({ line, range, text, link, others = [] }) => {
    const more = others.length === 0 ? '' : ` · also ${namesInLine(others)}`;
    return `${line}:${range.join('-')} ${text} → ${link}${more}`;
  });
  const lines = edits.map(({ startLine, newText }) => `${startLine}→${newText}`);
  return [
    `${counted(totalCount, 'unlinked mention')}${note}${shown}`,
    ...rows,
    ...(lines.length === 0 ? [] : ['Lines with these links:', ...lines]),
  ];
}
