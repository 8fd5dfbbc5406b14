import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { cursor, fileOrFolder, hinted, limit, paged } from '../shared/fields';
import { fieldText, withUnlinked } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

const checkOutput = z.object({
  items: z.array(
    z.object({
      path: z.string().optional().describe('The note without such links.'),
      source: z.string().optional().describe('The note with the broken link.'),
      line: z.int().optional(),
      link: z.string().optional(),
      missing: z.enum(['file', 'heading', 'block', 'footnote']).optional(),
      suggestions: z.array(z.string()).optional(),
    }),
  ),
  ...hinted,
  ...paged,
});

export const checkLinks = defineTool({
  name: 'check_links',
  profile: 'standard',
  title: 'Check links',
  summary: 'Finds broken links, and notes without links.',
  family: 'links',
  risk: READS,
  description:
    'Find links to missing files, headings or blocks; notes without backlinks (orphans) or links (deadends).',
  input: z.strictObject({
    path: fileOrFolder.optional().describe('Note or folder to check. Default: whole vault.'),
    kind: z.enum(['broken', 'orphans', 'deadends']).default('broken').describe('Default: broken.'),
    limit: limit(100, 1000),
    cursor,
  }),
  output: checkOutput,
  failures: ['invalid_path', 'not_found', 'unsupported_file', 'invalid_cursor'],
  run(query, context) {
    const { services, signal, progress } = context;
    const checked = services.linkCheck.check(query, signal, progress);
    return withUnlinked(checked, query.kind === 'orphans' ? undefined : query.path, context);
  },
  text: renderCheck,
});

/** A line for each broken link with suggestions, below its note; or for each note. */
function renderCheck(answer: z.input<typeof checkOutput>): string[] {
  const { items, totalCount } = answer;
  let last: string | undefined;
  const lines = items.flatMap(({ path, source, line, link, missing = 'file', suggestions = [] }) => {
    if (path !== undefined) return [path];
    const meant = suggestions.length === 0 ? '' : ` → ${suggestions.join(' or ')}?`;
    const part = missing === 'file' ? '' : ` (no such ${missing})`;
    const heading = source === undefined || source === last ? [] : [source];
    last = source;
    return [...heading, `${line ?? 0}: ${fieldText(link ?? '')}${part}${meant}`];
  });
  const [first] = items;
  if (first === undefined) return [`${totalCount} found`];
  return [counted(totalCount, first.path === undefined ? 'broken link' : 'note'), ...lines];
}
