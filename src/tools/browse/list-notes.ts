import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import {
  cursor,
  excludes,
  folder,
  hinted,
  includes,
  limit,
  modifiedSince,
  modifiedUntil,
  order,
  shortWhere,
  tag,
  unlisted,
  where,
} from '../shared/fields';
import { hintsForWordArguments, severalTags } from '../unknown-argument';
import { minute, titledPath } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

const noteList = z.object({
  totalNotes: z.int().describe('Total number, after filters.'),
  vaultName: z.string(),
  vaultPath: z.string().optional(),
  notes: z.array(
    z.object({
      path: z.string(),
      title: z.string().describe('From the frontmatter, or else the file name.'),
      tags: z.array(z.string()).optional(),
      wordCount: z.int().describe('Without the frontmatter.'),
      modified: z.string(),
    }),
  ),
  hasMore: z.boolean(),
  nextCursor: z.string().optional().describe('Pass it as `cursor` for the next page.'),
  skipped: z
    .array(z.object({ path: z.string(), reason: z.string() }))
    .optional()
    .describe('Notes that could not be read.'),
  ...hinted,
});

export const listNotes = defineTool({
  name: 'list_notes',
  profile: 'standard',
  title: 'List notes',
  summary: 'Lists notes with their titles, tags and dates.',
  family: 'browse',
  risk: READS,
  description: 'List notes with title, tags, word count and date.',
  seeAlso: [{ tool: 'list', sentence: 'For other files use `list`, for other fields query_notes.' }],
  input: z.strictObject({
    includeTags: unlisted(z.boolean().default(true), 'Show the tags of each note. Default: true.'),
    tag,
    path: folder,
    includes,
    excludes,
    modifiedSince,
    modifiedUntil,
    where: where.describe(shortWhere),
    sort: z
      .enum(['title', 'path', 'modified', 'created', 'wordCount'])
      .default('title')
      .describe('Default: title.'),
    order,
    limit: limit(200, 10_000),
    cursor,
  }),
  output: noteList,
  rest: ['Use `get_tags` for all tags of a note.', 'Read a note for all of its tags.'],
  insteadOf: { ...hintsForWordArguments, tags: severalTags },
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor'],
  run: (query, { services, signal }) => services.noteList.list(query, signal),
  text: renderNoteList,
});

function renderNoteList(answer: z.input<typeof noteList>): string[] {
  const { notes, totalNotes, skipped = [] } = answer;
  const unread = skipped.map(({ path, reason }) => `${path} · skipped: ${reason}`);
  return [`${notes.length} of ${counted(totalNotes, 'note')}`, ...notes.map(noteLine), ...unread];
}

function noteLine(note: z.input<typeof noteList>['notes'][number]): string {
  const { tags = [], wordCount, modified } = note;
  const tagged = tags.length === 0 ? '' : ` #${tags.join(' #')}`;
  return `${titledPath(note)} · ${counted(wordCount, 'word')} · modified ${minute(modified)}${tagged}`;
}
