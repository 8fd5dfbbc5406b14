import * as z from 'zod';
import {
  cursor,
  excludes,
  folder,
  includes,
  limit,
  modifiedSince,
  modifiedUntil,
  rare,
  tag,
} from '../shared/fields';
import { hintForArguments } from '../unknown-argument';
import { defineTool, READS } from '../tool';
import { searchOutput, searchText } from '../shared/search-answer';

export const search = defineTool({
  name: 'search',
  profile: 'core',
  alwaysLoaded: true,
  title: 'Search',
  summary: 'Searches the text, titles, tags and properties of your notes.',
  family: 'find',
  risk: READS,
  description:
    'Search text, titles, aliases, headings, tags, properties and canvases, by keywords or a whole question. Notes without some of the words are marked `partial`. Operators: "a phrase" a OR b -not ( ) /regex/ path: file: content: tag: line:(a b) block: section: task: task-todo: task-done: match-case: ignore-case: [property] [property:value] [property:<5].',
  seeAlso: [{ tool: 'query_notes', sentence: 'For dates, numbers and links use query_notes.' }],
  input: z.strictObject({
    query: z.string().describe('Words, a question or operators: `rye OR spelt -gluten`.'),
    mode: z
      .enum(['words', 'phrase', 'regex', 'wildcard', 'fuzzy'])
      .default('words')
      .describe('wildcard takes * and ?, fuzzy allows typos. Default: words.'),
    caseSensitive: rare(z.boolean().default(false).describe('Match case. Default: false.')),
    wholeWord: rare(z.boolean().default(false).describe('Whole words only. Default: false.')),
    allWords: rare(z.boolean().default(false).describe('Leave out `partial` notes. Default: false.')),
    exact: rare(z.boolean().default(false).describe('No other word forms. Default: false.')),
    path: folder,
    includes: rare(includes),
    excludes: rare(excludes),
    tag,
    modifiedSince,
    modifiedUntil: rare(modifiedUntil),
    heading: rare(z.string().min(1).optional().describe('Only below headings with this text.')),
    context: rare(
      z
        .enum(['line', 'paragraph', 'section'])
        .default('line')
        .describe('What to show around a match. Default: line.'),
    ),
    contextLength: rare(z.int().min(20).max(5000).optional().describe('Max characters of a snippet.')),
    matchesPerNote: rare(z.int().min(1).max(50).default(3).describe('Max snippets per note. Default: 3.')),
    limit: limit(20, 200),
    cursor,
  }),
  output: searchOutput,
  rest: 'Ask for fewer or shorter snippets, or read the note.',
  insteadOf: {
    ...hintForArguments(['regex', 'regexp', 'useRegex', 'isRegex'], 'Pass `mode: "regex"`.'),
    ...hintForArguments(['fuzzy', 'isFuzzy'], 'Pass `mode: "fuzzy"`.'),
    ...hintForArguments(['wildcard', 'wildcards'], 'Pass `mode: "wildcard"`.'),
    ...hintForArguments(
      ['where', 'filter', 'properties'],
      ['Write `[status:lent]` in `query`, or use `query_notes`.', 'Write `[status:lent]` in `query`.'],
    ),
  },
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor'],
  run: (request, { services, signal, progress }) => services.noteSearch.search(request, signal, progress),
  text: searchText,
  hints: 'apart',
});
