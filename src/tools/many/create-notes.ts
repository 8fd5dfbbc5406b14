import * as z from 'zod';
import { counted, oneLine } from '../../utils/text/pieces';
import { flagged } from '../field-flags';
import { diffLines, dryRun, file, multiWriteFields, properties } from '../shared/fields';
import { namesInLine } from '../shared/text-lines';
import { writeCall, writeFailures } from '../shared/write-call';
import { deed, endingOf, renderWrites, warningLines, type WrittenMany } from '../shared/write-text';
import { ADDS, defineTool } from '../tool';
import { periodic } from '../write/create-note';

const input = z.strictObject({
  notes: flagged(
    z
      .array(
        z.strictObject({
          path: file.describe('The path to create.'),
          content: z.string().default('').describe('The text to write.'),
          properties: properties.optional().describe('The properties to set.'),
          template: file.optional().describe('The template of this note.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('List of {path, content?, properties?, template?}.'),
    { fieldsInText: true, example: '[{"path":"…","content":"…"}]' },
  ),
  template: file.optional().describe('Template for notes that do not name one.'),
  dryRun,
  diffLines,
});

export const createNotes = defineTool({
  name: 'create_notes',
  title: 'Create several notes',
  summary: 'Creates several notes at once.',
  family: 'many',
  risk: ADDS,
  description: 'Create up to 100 notes with their folders in one change, all or none.',
  seeAlso: [{ tool: 'create_note', sentence: 'For one note use create_note.' }],
  input,
  output: z.object(multiWriteFields),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run({ template, ...query }, context) {
    const { notes } = query;
    const whole = template === undefined ? notes : notes.map(note => ({ template, ...note }));
    return context.services.creator.createAll(whole, writeCall(query, context));
  },
  text: renderAllCreated,
});

/** One line for all, and paths only if they differ from the given ones; what templates wrote is shown. */
function renderAllCreated(
  answer: WrittenMany,
  { notes, template, diffLines: lines }: z.output<typeof input>,
): string {
  if (template !== undefined || notes.some(one => one.template !== undefined || periodic.test(one.path)))
    return renderWrites(answer, { diffLines: lines });
  const given = new Set(notes.map(({ path }) => path));
  const others = answer.files.filter(({ path }) => !given.has(path)).map(({ path }) => path);
  const facts = [`${deed('create', answer)} ${counted(answer.filesChanged, 'note')}`, ...endingOf(answer)];
  const line = [...facts, ...(others.length === 0 ? [] : [`as ${namesInLine(others)}`])].join(' · ');
  return [oneLine(line), ...warningLines(answer)].join('\n');
}
