import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { cursor, folder, hinted, limit, paged } from '../shared/fields';
import { namesInLine, shownValue } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

const propertiesOutput = z.object({
  properties: z
    .array(
      z.object({
        name: z.string(),
        types: z.array(z.string()).describe('text, list, number, checkbox, date, datetime, object or empty.'),
        count: z.int(),
        spellings: z.array(z.string()).optional().describe('If there are several, the most frequent first.'),
      }),
    )
    .optional(),
  values: z.array(z.object({ value: z.unknown(), count: z.int(), files: z.array(z.string()) })).optional(),
  ...paged,
  ...hinted,
});

export const listProperties = defineTool({
  name: 'list_properties',
  profile: 'standard',
  title: 'List properties',
  summary: 'Lists the properties that your notes use, and their values.',
  family: 'find',
  risk: READS,
  description: 'List properties with types and counts, or the values of one property with their notes.',
  seeAlso: [{ tool: 'get_frontmatter', sentence: 'For one note use get_frontmatter.' }],
  input: z.strictObject({
    property: z.string().optional().describe('Property to list the values of. Default: all properties.'),
    path: folder,
    limit: limit(100, 1000),
    cursor,
  }),
  output: propertiesOutput,
  rest: ['For all notes with a value use `query_notes` with `where`.', 'Ask for one folder.'],
  failures: ['invalid_path', 'not_found', 'invalid_cursor'],
  run: (query, { services, signal }) => services.propertyList.list(query, signal),
  text: renderProperties,
});

function renderProperties(answer: z.input<typeof propertiesOutput>): string[] {
  const { properties, values = [], totalCount } = answer;
  const lines = (properties ?? []).map(({ name, types, count, spellings }) => {
    const written = spellings === undefined ? '' : ` · written ${namesInLine(spellings)}`;
    return `${name} · ${types.join(', ')} · ${counted(count, 'note')}${written}`;
  });
  const ofValues = values.map(
    ({ value, count, files }) => `${shownValue(value)} · ${counted(count, 'note')}: ${namesInLine(files)}`,
  );
  const count =
    properties === undefined ? counted(totalCount, 'value') : counted(totalCount, 'property', 'properties');
  return [count, ...lines, ...ofValues];
}
