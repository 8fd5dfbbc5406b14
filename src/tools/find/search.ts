import * as z from 'zod';
import { counted, oneLine } from '../../utils/text/one-line';
import {
  cursor,
  excludes,
  folder,
  includes,
  limit,
  modifiedSince,
  modifiedUntil,
  paged,
  tag,
} from '../shared/fields';
import { hinted, hintLines } from '../shared/hinted';
import { indentedText, moreLines, titledPath } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

const hit = z.object({
  path: z.string(),
  title: z.string(),
  score: z.number(),
  modified: z.string(),
  matches: z.array(
    z.object({
      line: z.int().describe('Of the note, or of the card of a canvas.'),
      card: z.string().optional().describe('The id of the card or arrow of a canvas.'),
      field: z.string().describe('title, alias, heading, tag, frontmatter or body.'),
      inCode: z.literal(true).optional().describe('The match is in code.'),
      heading: z.string().optional().describe('The headings above, with `::` between.'),
      match: z.enum(['form', 'near']).optional().describe('Only other forms of the words, or near words.'),
      text: z.string(),
      ranges: z.array(z.array(z.int())).describe('[start, end) of each match in `text`, in UTF-16 units.'),
    }),
  ),
  moreMatches: z.int().optional().describe('Matches beyond those shown.'),
  partial: z.literal(true).optional().describe('The note lacks some of the words.'),
  missing: z.array(z.string()).optional().describe('Words that it lacks, the rarest first, ten at most.'),
  extracted: z.literal(true).optional().describe('The text of a PDF or image, read by another plugin.'),
});

const searchOutput = z.object({
  ...paged,
  totalMatches: z.int().describe('In all notes.'),
  partialCount: z.int().optional().describe('Notes that lack some words, behind those that have all.'),
  results: z.array(hit),
  suggestions: z.array(z.string()).optional().describe('Near words, when nothing was found.'),
  truncated: z.literal(true).optional().describe('A slow pattern: not all notes were searched yet.'),
  ...hinted,
});

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
    'Takes questions too: notes with all words come first, then others (`partial`). Obsidian\'s language: words "a phrase" a OR b -not ( ) /regex/ ' +
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
  failures: ['invalid_path', 'not_found', 'invalid_query', 'invalid_cursor', 'busy'],
  run: (request, { services, signal, progress }) => services.noteSearch.search(request, signal, progress),
  text: renderHits,
});

/** Like grep, a paragraph for each note: path, title where it is not the name, then `line: text` with new headings. */
function renderHits(answer: z.input<typeof searchOutput>): string {
  const { results, totalCount, totalMatches, partialCount, nextCursor, suggestions } = answer;
  const notes = results.map(({ path, title, modified, matches, moreMatches, missing, extracted }) => {
    let shown = title;
    const lines = matches.map(({ line, card, field, heading, text, inCode }) => {
      const kind = inCode === true ? 'code' : field;
      const where = kind === 'body' || kind === 'heading' ? '' : ` [${kind}]`;
      const isNew = heading !== undefined && heading !== shown && field !== 'heading';
      shown = heading ?? shown;
      return (
        oneLine(
          `${card === undefined ? '' : `card ${card} `}${line}:${where}${isNew ? ` (${belowTitle(heading, title)})` : ''}`,
        ) + indentedText(text)
      );
    });
    const more = moreMatches === undefined ? [] : [`(${moreMatches} more)`];
    const kind = extracted === undefined ? '' : ' · extracted text';
    const lacks = missing === undefined ? '' : ` · without ${missing.join(', ')}`;
    return [
      oneLine(`${titledPath({ path, title })} · ${modified.slice(0, 10)}${kind}${lacks}`),
      ...lines,
      ...more,
    ].join('\n');
  });
  return [
    `${counted(totalCount, 'note')}, ${counted(totalMatches, 'match', 'matches')}${
      partialCount === undefined ? '' : `; ${partialCount} with some of the words`
    }`,
    ...notes,
    ...(suggestions === undefined ? [] : [`Near words: ${suggestions.map(oneLine).join(', ')}`]),
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ].join('\n\n');
}

/** The headings above a line without the one that only repeats the title. */
function belowTitle(heading: string, title: string): string {
  return heading.startsWith(`${title}::`) ? heading.slice(title.length + 2) : heading;
}
