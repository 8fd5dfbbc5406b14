import { z } from 'zod';
import { counted } from '../../utils/text/one-line';
import { diffLines, excludes, folder, includes, multiWriteFields, tag } from '../shared/fields';
import { hinted } from '../shared/hinted';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrites, type WrittenMany } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const replaceInNotes = defineTool({
  name: 'replace_in_notes',
  title: 'Find and replace',
  summary: 'Replaces a text or a pattern in many notes, after a preview.',
  family: 'write',
  risk: CHANGES,
  description: 'Replaces text in many notes. The first call previews; `confirm` writes.',
  input: z.strictObject({
    find: z.string().describe('The text to find.'),
    replace: z.string().describe('The new text; takes `$1`, `$<name>`.'),
    regex: z.boolean().default(false).describe('True takes RE2, by line.'),
    caseSensitive: z.boolean().default(true).describe('False ignores case.'),
    wholeWord: z.boolean().default(false).describe('True takes whole words.'),
    scope: z
      .enum(['text', 'code', 'properties', 'all'])
      .default('text')
      .describe('Text leaves code and properties alone.'),
    path: folder,
    includes,
    excludes,
    tag,
    maxFiles: z.int().min(1).max(500).default(50).describe('Limits the notes.'),
    confirm: z.int().min(0).optional().describe("Takes the preview's `count`."),
    diffLines,
  }),
  output: z.object({
    ...multiWriteFields,
    count: z.int().describe('Matches that are replaced, or would be.'),
    hints: hinted.hints,
  }),
  failures: ['budget_exceeded', ...writeFailures],
  run: ({ regex, ...query }, context) =>
    context.services.noteReplacer.run(
      { ...query, isRegex: regex },
      writeCall('replace_in_notes', query, context),
    ),
  text: renderReplacement,
});

function renderReplacement(answer: WrittenMany & { readonly count: number }): string {
  return `${counted(answer.count, 'match', 'matches')}, ${renderWrites(answer)}`;
}
