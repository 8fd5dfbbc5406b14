import { z } from 'zod';
import { ToolFailure } from '../../errors';
import { anyObject, diffLines, dryRun, writeFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite, type WrittenOne } from '../shared/write-text';
import { ADDS, defineTool } from '../tool';

export const createNote = defineTool({
  name: 'create_note',
  profile: 'core',
  title: 'Create note',
  family: 'write',
  risk: ADDS,
  description:
    'Creates a note and its missing folders. It never replaces anything: an existing path is `already_exists`. For several notes use `create_notes`.',
  input: z.strictObject({
    path: z.string().describe('The path of the new note, such as "Books/Dune.md".'),
    content: z.string().default('').describe('The text of the note.'),
    properties: anyObject
      .optional()
      .describe('Properties such as {"status":"new"}; they override template and content.'),
    frontmatter: anyObject.optional().describe('An older name of `properties`.'),
    template: z.string().optional().describe('The path or name of a template, whose text comes first.'),
    ifExists: z
      .enum(['error', 'rename'])
      .default('error')
      .describe('If the path exists: error (default) refuses, rename uses the next free name.'),
    dryRun,
    diffLines,
  }),
  output: z.object(writeFields),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run({ properties, frontmatter, ...note }, context) {
    if (properties !== undefined && frontmatter !== undefined)
      throw new ToolFailure('invalid_argument', '`properties` and `frontmatter` exclude each other.');
    const whole = { ...note, properties: properties ?? frontmatter };
    return context.services.creator.create(whole, writeCall('create_note', note, context));
  },
  text: (answer, { template }) => renderCreated(answer, template !== undefined),
});

/** The same without the lines of a new file, where the caller gave all of them. */
export function renderCreated(file: WrittenOne, hasTemplate: boolean): string {
  return renderWrite(hasTemplate ? file : { ...file, diff: '' });
}
