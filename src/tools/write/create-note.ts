import * as z from 'zod';
import { ToolFailure } from '../../errors';
import { diffLines, dryRun, file, properties, rare, unlisted, warnedWriteFields } from '../shared/fields';
import { hintForArguments } from '../unknown-argument';
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
  description: 'Create a note or a base (.base), with its folders. Never overwrites.',
  seeAlso: [{ tool: 'create_notes', sentence: 'For several notes use create_notes.' }],
  input: z.strictObject({
    path: file.describe('Path of the new note, such as `Books/Dune.md`.'),
    content: z.string().default('').describe('Text. Default: empty.'),
    properties: properties.optional().describe("Properties by name; they override the template's."),
    frontmatter: unlisted(properties.optional(), 'The older name of `properties`.'),
    template: file.optional().describe('Template to start from: path or name.'),
    ifExists: rare(
      z.enum(['error', 'rename']).default('error').describe('Fail, or use a free name. Default: error.'),
    ),
    dryRun: rare(dryRun),
    diffLines,
  }),
  output: z.object(warnedWriteFields),
  insteadOf: hintForArguments(
    ['tags', 'aliases', 'title'],
    'Name the note in `path`; give properties in `properties`, as {"tags":["idea"]}.',
  ),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run({ properties: own, frontmatter, ...note }, context) {
    if (own !== undefined && frontmatter !== undefined)
      throw new ToolFailure('invalid_argument', '`properties` and `frontmatter` cannot be combined.');
    const whole = { ...note, properties: own ?? frontmatter };
    return context.services.creator.create(whole, writeCall(note, context));
  },
  text: (answer, { path, template, properties: own, frontmatter }) =>
    renderCreated(answer, template !== undefined || periodic.test(path), own ?? frontmatter),
});

/** The path of a note that begins with the template of its period. */
export const periodic = /^@(?:dai|week|month|quarter|year)ly\b/iu;

/** The new note, without the lines that the caller gave: all of them, or the properties added to a template's. */
function renderCreated(
  file: WrittenOne,
  hasTemplate: boolean,
  given?: Readonly<Record<string, unknown>>,
): string {
  if (!hasTemplate) return renderWrite(file.dryRun === true ? file : { ...file, diff: '' });
  return file.dryRun === true || given === undefined
    ? renderWrite(file)
    : renderWithoutProperties(file, Object.keys(given));
}
