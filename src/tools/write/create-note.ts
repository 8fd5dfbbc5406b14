import * as z from 'zod';
import { ToolFailure } from '../../errors';
import { diffLines, dryRun, file, properties, unlisted, warnedWriteFields } from '../shared/fields';
import { hintForArguments } from '../argument-names';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWithoutProperties, renderWrite, type WrittenOne } from '../shared/write-text';
import { ADDS, defineTool } from '../tool';

export const createNote = defineTool({
  name: 'create_note',
  profile: 'core',
  title: 'Create note',
  summary: 'Creates a note.',
  family: 'write',
  risk: ADDS,
  description:
    'Creates a note, or a base (.base), and its folders; never replaces one. For several use create_notes, to add text update_note.',
  input: z.strictObject({
    path: file.describe('Takes a new path: `Books/Dune.md`.'),
    content: z.string().default('').describe('Gives the text.'),
    properties: properties.optional().describe("Sets properties, over a template's."),
    frontmatter: unlisted(properties.optional(), 'The older name of `properties`.'),
    template: file.optional().describe('Starts from a template (path or name).'),
    ifExists: z
      .enum(['error', 'rename'])
      .default('error')
      .describe('Refuses (default) or finds a free name.'),
    dryRun,
    diffLines,
  }),
  output: z.object(warnedWriteFields),
  insteadOf: hintForArguments(['tags', 'aliases'], 'Give it in `properties`, as {"tags":["idea"]}.'),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run({ properties: own, frontmatter, ...note }, context) {
    if (own !== undefined && frontmatter !== undefined)
      throw new ToolFailure('invalid_argument', '`properties` and `frontmatter` exclude each other.');
    const whole = { ...note, properties: own ?? frontmatter };
    return context.services.creator.create(whole, writeCall('create_note', note, context));
  },
  text: (answer, { template, properties: own, frontmatter }) =>
    renderCreated(answer, template !== undefined, own ?? frontmatter),
});

/** The same without the lines that the caller gave: all of them, or properties added to those of a template. */
function renderCreated(
  file: WrittenOne,
  hasTemplate: boolean,
  given?: Readonly<Record<string, unknown>>,
): string {
  if (!hasTemplate) return renderWrite({ ...file, diff: '' });
  return file.dryRun === true || given === undefined
    ? renderWrite(file)
    : renderWithoutProperties(file, Object.keys(given));
}
