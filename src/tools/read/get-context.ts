import * as z from 'zod';
import { counted, jsonLine, oneLine } from '../../utils/text/pieces';
import { hinted, notePath } from '../shared/fields';
import { fieldText, indentedText } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const contextOutput = z.object({
  path: z.string().optional().describe('The note, or the best one for the question.'),
  versionId: z.string().optional(),
  totalLines: z.int().optional(),
  content: z.string().optional().describe('The note as `N→text`.'),
  sections: z
    .array(
      z.object({
        path: z.string(),
        line: z.int().describe('Of the first match in `text`, or its first line.'),
        heading: z.string().optional(),
        text: z.string(),
        properties: z.record(z.string(), z.unknown()).optional().describe('Of the note; first row only.'),
      }),
    )
    .optional()
    .describe('What answers the question, best first.'),
  linkedFrom: z
    .array(z.object({ path: z.string(), line: z.int(), text: z.string() }))
    .describe('Paragraphs that link to the note.'),
  tasks: z
    .array(
      z.object({
        line: z.int(),
        text: z.string(),
        due: z.string().optional(),
        priority: z.string().optional(),
      }),
    )
    .describe('Open tasks of the note.'),
  neighbours: z
    .array(z.object({ path: z.string(), direction: z.enum(['out', 'in', 'both']), text: z.string() }))
    .describe('Linked notes with their first line.'),
  omitted: z.array(z.string()).describe('What was left out, and how to get it.'),
  hints: hinted.hints,
});

export const getContext = defineTool({
  name: 'get_context',
  profile: 'standard',
  title: 'Get context',
  summary: 'Reads a note, or what answers a question, with its links, open tasks and linked notes.',
  family: 'read',
  risk: READS,
  description:
    'Get a note (`path`), or the sections that best answer a question (`query`), with its backlinks, open tasks and linked notes.',
  input: z.strictObject({
    path: notePath.optional(),
    query: z.string().min(1).optional().describe('Question or keywords.'),
    maxChars: z.int().min(500).max(100_000).default(12_000).describe('Max characters. Default: 12000.'),
  }),
  output: contextOutput,
  rest: 'Ask for a lower `maxChars`.',
  failures: [...noteFailures, 'target_not_found', 'invalid_query'],
  run: (query, { services, signal }) => services.noteContext.of(query, signal),
  text: renderContext,
  hints: 'apart',
});

/** Characters that could be taken for a line end, other than the line feeds between numbered lines. */
const strayBreaks = /[\r\v\f\u0085\u2028\u2029]+/gu;

/** The note or the sections, then a paragraph of text for each part that has rows. */
function renderContext(answer: z.input<typeof contextOutput>): string {
  const { path, versionId, totalLines, content, sections = [], linkedFrom, tasks, neighbours } = answer;
  const note =
    content === undefined
      ? []
      : [
          oneLine(`${path ?? ''} · ${counted(totalLines ?? 0, 'line')} · versionId ${versionId ?? ''}`),
          content.replace(strayBreaks, () => ' '),
        ];
  const parts = [
    note,
    sections.map(({ path: found, line, heading, text, properties }) =>
      [
        `${oneLine(`${found}:${line}${heading === undefined ? '' : ` (${heading})`}`)}${indentedText(text)}`,
        ...(properties === undefined ? [] : [`Properties: ${jsonLine(properties)}`]),
      ].join('\n'),
    ),
    part(
      'Linked from:',
      linkedFrom.map(row => `${oneLine(`${row.path}:${row.line}`)}${indentedText(row.text)}`),
    ),
    part(
      `Open tasks${content === undefined ? ` of ${oneLine(path ?? '')}` : ''}:`,
      tasks.map(({ line, text, due, priority }) =>
        oneLine(
          [
            `${line} [ ] ${fieldText(text)}`,
            ...(due === undefined ? [] : [`due ${due}`]),
            ...(priority === undefined ? [] : [`priority ${priority}`]),
          ].join(' · '),
        ),
      ),
    ),
    part(
      'Linked notes:',
      neighbours.map(row =>
        oneLine(`${arrows[row.direction]} ${row.path}${row.text === '' ? '' : ` · ${fieldText(row.text)}`}`),
      ),
    ),
    answer.omitted.map(what => `(Some content was left out. ${what})`),
  ];
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n');
}

const arrows = { out: '→', in: '←', both: '↔' } as const;

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}
