import * as z from 'zod';
import { flagged } from '../field-flags';
import { file } from '../shared/fields';
import { defineTool, READS } from '../tool';

export const resolveLink = defineTool({
  name: 'resolve_link',
  title: 'Resolve a link',
  summary: 'Finds the file that a link points to.',
  family: 'links',
  risk: READS,
  description: 'Find the file that a link points to, and the lines of its heading or block.',
  input: z.strictObject({
    link: flagged(z.string(), { names: 'link' }).describe('Link, such as `[[Note#Heading]]`.'),
    from: file.optional().describe('Note that contains the link. Default: none.'),
  }),
  output: z.object({
    link: z.string(),
    path: z.string(),
    startLine: z.int().optional(),
    endLine: z.int().optional(),
  }),
  failures: ['invalid_path', 'not_found', 'target_not_found', 'target_ambiguous', 'unsupported_file'],
  run: ({ link, from }, { services, signal }) => services.resolver.resolve(link, from, signal),
  text: ({ path, startLine, endLine }) => [
    startLine === undefined ? path : `${path} · lines ${startLine}–${endLine ?? startLine}`,
  ],
});
