import * as z from 'zod';
import { hinted, noteName, versionId } from '../shared/fields';
import { shownValue } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const noteProperties = z.object({
  path: z.string(),
  versionId,
  frontmatter: z.record(z.string(), z.unknown()).optional(),
  key: z.string().optional(),
  value: z.unknown().optional(),
  hints: hinted.hints,
});

export const getFrontmatter = defineTool({
  name: 'get_frontmatter',
  title: 'Get properties of a note',
  summary: 'Reads the properties of a note.',
  family: 'find',
  risk: READS,
  description: 'Get the properties of one note.',
  seeAlso: [{ tool: 'read_note', sentence: 'For the text too use read_note.' }],
  input: z.strictObject({
    path: noteName,
    key: z.string().optional().describe('Only this property. Default: all.'),
  }),
  output: noteProperties,
  rest: 'Ask for one property by `key`, or read its lines.',
  failures: [...noteFailures, 'invalid_frontmatter'],
  run: ({ path, key }, { services }) =>
    key === undefined ? services.properties.of(path) : services.properties.value(path, key),
  text: renderProperties,
});

function renderProperties(answer: z.input<typeof noteProperties>): string[] {
  const { path, versionId: version, frontmatter, key, value } = answer;
  const properties = key === undefined ? Object.entries(frontmatter ?? {}) : [[key, value] as const];
  return [
    `${path} · versionId ${version}`,
    ...properties.map(([name, one]) => `${name}: ${shownValue(one)}`),
  ];
}
