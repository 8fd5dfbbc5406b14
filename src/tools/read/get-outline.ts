import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { cursor, hinted, limit, noteName, paged, versionId } from '../shared/fields';
import { namesInLine } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const outlineLimit = 200;

/** Bytes of JSON for headings and blocks, unless `limit` requests more; with the rest a result has 8 kB. */
const outlineBytes = 6000;

const outlineOutput = z.object({
  path: z.string(),
  versionId,
  totalLines: z.int(),
  headings: z.array(
    z.object({
      heading: z.string(),
      level: z.int(),
      path: z.string(),
      startLine: z.int(),
      endLine: z.int(),
      chars: z.int(),
    }),
  ),
  blocks: z.array(z.object({ id: z.string(), startLine: z.int(), endLine: z.int() })),
  frontmatterKeys: z.array(z.string()),
  frontmatterKeysOmitted: z.int().optional().describe('Property names left out.'),
  tasks: z.object({ open: z.int(), done: z.int() }).describe('Of the whole note, like `links` and `embeds`.'),
  links: z.int(),
  embeds: z.int(),
  ...paged,
  hints: hinted.hints,
});

export const getOutline = defineTool({
  name: 'get_outline',
  profile: 'standard',
  title: 'Get outline of a note',
  summary: 'Reads the headings of a note without its text.',
  family: 'read',
  risk: READS,
  description:
    'Get the headings of a note with lines and lengths, its block ids, property names, and counts of tasks and links.',
  input: z.strictObject({
    path: noteName,
    heading: z.string().optional().describe('Only below this heading, or `Parent::Child`.'),
    depth: z.int().min(1).max(6).optional().describe('Max heading level. Default: all.'),
    limit: limit(outlineLimit, 5000).describe(`Max rows. Default: ${outlineLimit}, up to 8 kB.`),
    cursor,
  }),
  output: outlineOutput,
  rest: 'Read the note in parts.',
  failures: [...noteFailures, 'invalid_cursor', 'target_not_found'],
  run: (query, { services, signal }) =>
    services.outlinePages.of(query, query.limit > outlineLimit ? Infinity : outlineBytes, signal),
  text: renderOutline,
});

function renderOutline(answer: z.input<typeof outlineOutput>): string[] {
  const { path, totalLines, headings, blocks, frontmatterKeys, frontmatterKeysOmitted = 0 } = answer;
  const { tasks, links, embeds, totalCount } = answer;
  const lines = (from: number, to: number): string => (from === to ? `${from}` : `${from}-${to}`);
  const rows = [
    ...headings.map(({ heading, level, startLine, endLine, chars }) => ({
      at: startLine,
      text: `${lines(startLine, endLine)} ${'#'.repeat(level)} ${heading} (${counted(chars, 'character')})`,
    })),
    ...blocks.map(({ id, startLine, endLine }) => ({
      at: startLine,
      text: `${lines(startLine, endLine)} ^${id}`,
    })),
  ].sort((a, b) => a.at - b.at);
  const further = frontmatterKeysOmitted === 0 ? '' : ` and ${frontmatterKeysOmitted} more`;
  return [
    `${path} · ${counted(totalLines, 'line')} · ${counted(tasks.open, 'open task')} and ${tasks.done} done · ${counted(links, 'link')} · ${counted(embeds, 'embed')}`,
    `versionId: ${answer.versionId}`,
    ...(frontmatterKeys.length === 0 ? [] : [`Properties: ${namesInLine(frontmatterKeys)}${further}`]),
    `${counted(totalCount, 'heading or block', 'headings and blocks')}${rows.length < totalCount ? `, ${rows.length} shown` : ''}`,
    ...rows.map(({ text }) => text),
  ];
}
