import { z } from 'zod';
import { ToolFailure } from '../errors';
import { diffLines, dryRun, endingFields, multiWriteFields, writeFields } from './fields';
import { ADDS, defineTool } from './tool';
import { writeCall, writeFailures } from './write-call';

const anyObject = z.record(z.string(), z.unknown());

export const createNote = defineTool({
  name: 'create_note',
  profile: 'core',
  title: 'Create note',
  family: 'write',
  risk: ADDS,
  description:
    'Creates a note and missing folders. It never replaces anything: a name taken, in whatever letter case, is `already_exists`.',
  input: z.strictObject({
    path: z.string().describe('Its path.'),
    content: z.string().default('').describe('Text.'),
    properties: anyObject
      .optional()
      .describe(
        'Properties to set, such as {"status":"new"}; they override those of the template and of `content`.',
      ),
    frontmatter: anyObject.optional().describe('The same as `properties`. Pass only one of them.'),
    template: z
      .string()
      .optional()
      .describe(
        'A note whose text comes first, with its variables filled: its path, or its name such as "Book".',
      ),
    ifExists: z.enum(['error', 'rename']).default('error').describe('rename: take the next free name.'),
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
});

export const createNotes = defineTool({
  name: 'create_notes',
  title: 'Create several notes',
  family: 'write',
  risk: ADDS,
  description:
    'Creates up to 100 notes and their missing folders in one change: either all of them or none. ' +
    'Use it instead of many calls of `create_note`, for example to import a list. One `undo_change` takes all of them back.',
  input: z.strictObject({
    notes: z
      .array(
        z.strictObject({
          path: z.string().describe('Where the note goes, such as "Books/Dune.md".'),
          content: z.string().default('').describe('Its text.'),
          properties: anyObject.optional().describe('Its properties, such as {"status":"new"}.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('The notes. A name that is taken refuses all of them.'),
    dryRun,
    diffLines,
  }),
  output: z.object(multiWriteFields),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    context.services.creator.createAll(query.notes, writeCall('create_notes', query, context)),
});

export const createFolder = defineTool({
  name: 'create_folder',
  title: 'Create folder',
  family: 'write',
  risk: ADDS,
  description: 'Creates an empty folder and those above it. `create_note` makes its own.',
  input: z.strictObject({ path: z.string().describe('Its path.'), dryRun }),
  output: z.object({ path: z.string(), created: z.boolean(), ...endingFields }),
  failures: ['already_exists', 'invalid_path', 'approval_refused', 'storage_error'],
  run: ({ path, dryRun: dry }, context) =>
    context.services.folderWriter.create(path, writeCall('create_folder', { dryRun: dry }, context)),
});
