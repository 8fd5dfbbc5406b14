import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { hinted, noteName } from '../shared/fields';
import { labelled, withReason } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const noteTags = z.object({
  path: z.string(),
  tags: z.array(z.string()),
  frontmatterTags: z.array(z.string()),
  inlineTags: z.array(z.object({ tag: z.string(), line: z.int() })),
  ...hinted,
});

export const getTags = defineTool({
  name: 'get_tags',
  title: 'Get tags of a note',
  summary: 'Reads the tags of a note.',
  family: 'find',
  risk: READS,
  description: 'Get the tags of one note: those in its properties, and those in its text with lines.',
  input: z.strictObject({ path: noteName }),
  output: noteTags,
  rest: 'Read the note in parts.',
  failures: noteFailures,
  run: async ({ path }, { services, signal }) => {
    const found = await services.tags.of(path, signal);
    const answer = { ...found, ...(await services.hints.unreadableAt(found.path, signal)) };
    const isEmpty = found.tags.length === 0 && answer.unreadable === undefined;
    return withReason(answer, isEmpty, 'The note has no tag, in its properties or its text.');
  },
  text: renderNoteTags,
});

function renderNoteTags({ path, tags, frontmatterTags, inlineTags }: z.input<typeof noteTags>): string[] {
  const inProperties = frontmatterTags.map(tag => `#${tag}`);
  const inText = inlineTags.map(({ tag, line }) => `#${tag} (line ${line})`);
  return [
    `${path} · ${counted(tags.length, 'tag')}`,
    ...labelled('Frontmatter', inProperties, ' '),
    ...labelled('Text', inText),
  ];
}
