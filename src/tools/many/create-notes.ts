import * as z from 'zod';
import { counted, oneLine } from '../../utils/text/one-line';
import { flagged } from '../field-flags';
import { diffLines, dryRun, file, multiWriteFields, properties } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { hintLines } from '../shared/hinted';
import { endingOf, warningLines, type WrittenMany } from '../shared/write-text';
import { ADDS, defineTool } from '../tool';

const input = z.strictObject({
  notes: flagged(
    z
      .array(
        z.strictObject({
          path: file.describe('The path to create.'),
          content: z.string().default('').describe('The text to write.'),
          properties: properties.optional().describe('The properties to set.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('Takes {path, content?, properties?} of each.'),
    { fieldsInText: true },
  ),
  dryRun,
  diffLines,
});

export const createNotes = defineTool({
  name: 'create_notes',
  title: 'Create several notes',
  summary: 'Creates several notes at once.',
  family: 'many',
  risk: ADDS,
  description:
    'Creates up to 100 notes and folders in one change, all or none. For one, or a template, use create_note.',
  input,
  output: z.object(multiWriteFields),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    context.services.creator.createAll(query.notes, writeCall('create_notes', query, context)),
  text: renderAllCreated,
});

/** One line for all; paths only if they differ from the given ones. */
function renderAllCreated(answer: WrittenMany, { notes }: z.output<typeof input>): string {
  const given = new Set(notes.map(({ path }) => path));
  const others = answer.files.filter(({ path }) => !given.has(path)).map(({ path }) => path);
  const facts = [`created ${counted(answer.filesChanged, 'note')}`, ...endingOf(answer)];
  const line = [...facts, ...(others.length === 0 ? [] : [`as ${others.join(', ')}`])].join(' · ');
  return [oneLine(line), ...warningLines(answer), ...hintLines(answer)].join('\n');
}
