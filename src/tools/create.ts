import { z } from 'zod';
import { ToolFailure } from '../errors';
import { diffLines, dryRun, endingFields, multiWriteFields, writeFields } from './fields';
import { ADDS, defineTool } from './tool';
import { writeCall, writeFailures } from './write-call';
import { renderAllCreated, renderCreated } from './write-text';

const anyObject = z.record(z.string(), z.unknown());

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
          path: z.string().describe('The path of the new note.'),
          content: z.string().default('').describe('The text of the note.'),
          properties: anyObject.optional().describe('The properties of the note.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('The notes to create; one path that exists refuses all.'),
    dryRun,
    diffLines,
  }),
  output: z.object(multiWriteFields),
  failures: ['already_exists', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    context.services.creator.createAll(query.notes, writeCall('create_notes', query, context)),
  text: renderAllCreated,
});

export const createFolder = defineTool({
  name: 'create_folder',
  title: 'Create folder',
  family: 'write',
  risk: ADDS,
  description:
    'Creates an empty folder and missing folders above it. `create_note` creates the folders it needs itself.',
  input: z.strictObject({ path: z.string().describe('The path of the new folder.'), dryRun }),
  output: z.object({ path: z.string(), created: z.boolean(), ...endingFields }),
  failures: ['already_exists', 'invalid_path', 'approval_refused', 'storage_error'],
  run: ({ path, dryRun: dry }, context) =>
    context.services.folderWriter.create(path, writeCall('create_folder', { dryRun: dry }, context)),
});
