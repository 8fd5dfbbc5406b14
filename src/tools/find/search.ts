import * as z from 'zod';
import {
  cursor,
  excludes,
  folder,
  includes,
  limit,
  modifiedSince,
  modifiedUntil,
  tag,
} from '../shared/fields';
import { hintForArguments } from '../argument-names';
import { defineTool, READS } from '../tool';
import { searchOutput } from '../shared/search-output';
import { searchText } from '../shared/search-text';

export const search = defineTool({
  name: 'search',
  profile: 'core',
  alwaysLoaded: true,
  title: 'Search',
  summary: 'Searches the text, titles, tags and properties of your notes.',
  family: 'find',
  risk: READS,
  description:
    'Searches text, titles, aliases, headings, tags, properties, canvases. ' +
    'For dates and links use query_notes. ' +
    'Takes questions too: notes that lack some words are `partial`. Obsidian\'s language: words "a phrase" a OR b -not ( ) /regex/ ' +
    'path: file: content: tag: line:(a b) block: section: task: task-todo: task-done: match-case: ignore-case: [property] [property:value] [property:<5].',
  input: z.strictObject({
    query: z.string().describe('Takes words or operators: `rye OR spelt -gluten`.'),
    mode: z
      .enum(['words', 'phrase', 'regex', 'wildcard', 'fuzzy'])
      .default('words')
      .describe('Reads words (default); wildcard takes * and ?, fuzzy allows typos.'),
    caseSensitive: z.boolean().default(false).describe('True matches letter case.'),
    wholeWord: z.boolean().default(false).describe('True takes whole words.'),
    allWords: z.boolean().default(false).describe('True leaves out `partial` notes.'),
    exact: z.boolean().default(false).describe('True finds no other word forms.'),
    path: folder,
    includes,
    excludes,
    tag,
    modifiedSince,
    modifiedUntil,
    heading: z.string().min(1).optional().describe('Searches below such headings.'),
    context: z
      .enum(['line', 'paragraph', 'section'])
      .default('line')
      .describe('Shows the line (default) or more.'),
    contextLength: z.int().min(20).max(5000).optional().describe('Sets characters of a snippet.'),
    matchesPerNote: z.int().min(1).max(50).default(3).describe('Limits snippets of a note (default 3).'),
    limit: limit(20, 200),
    cursor,
  }),
  output: searchOutput,
  rest: 'Ask for fewer or shorter snippets, or use `read_note`.',
  insteadOf: {
    ...hintForArguments(['regex', 'regexp', 'useRegex', 'isRegex'], 'Pass `mode: "regex"`.'),
    ...hintForArguments(['fuzzy', 'isFuzzy'], 'Pass `mode: "fuzzy"`.'),
    ...hintForArguments(['wildcard', 'wildcards'], 'Pass `mode: "wildcard"`.'),
    ...hintForArguments(
      ['where', 'filter', 'properties'],
      'Write `[status:lent]` in `query`, or use `query_notes`.',
    ),
  },
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor', 'busy'],
  run: (request, { services, signal, progress }) => services.noteSearch.search(request, signal, progress),
  text: searchText,
});
