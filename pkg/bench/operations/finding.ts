import type { ToolResult } from '../product/mcp-client';
import * as planted from '../vault/planted';
import type { Truth } from '../vault/truth';
import { expected, firstWrong, type Operation, recordsOf, stringsOf } from './operation';

type NotesOf = (truth: Truth) => readonly string[];

const planting =
  (text: string): NotesOf =>
  ({ texts }) =>
    texts[text] ?? [];

/** By name: the arguments, and the notes that are found. */
const searches: Readonly<Record<string, readonly [args: Record<string, unknown>, notes: NotesOf]>> = {
  'rare word': [{ query: planted.rareWord }, planting('rare')],
  'word in 1,000 notes': [{ query: planted.thousandWord }, planting('thousand')],
  'common word, top 20': [{ query: planted.commonWord }, planting('common')],
  'two words': [{ query: planted.twoWords.join(' ') }, truth => truth.bothWords],
  phrase: [{ query: planted.phrase, mode: 'phrase' }, planting('phrase')],
  CJK: [{ query: planted.cjkWord }, planting('cjk')],
  'without its accent': [{ query: planted.plainAccented }, planting('accented')],
  regex: [{ query: planted.ticketPattern, mode: 'regex' }, planting('ticket')],
  wildcard: [{ query: 'quixo*', mode: 'wildcard' }, planting('rare')],
  fuzzy: [{ query: 'quixotode', mode: 'fuzzy' }, planting('rare')],
  'word in one block': [{ query: `block:${planted.rareWord}` }, planting('rare')],
  'phrase in one section': [{ query: `section:"${planted.phrase}"` }, planting('phrase')],
  'nothing there': [{ query: 'xyzzyplugh' }, () => []],
};

export const finding: readonly Operation[] = [
  ...Object.entries(searches).map(([name, [args, notes]]): Operation => ({
    name: `search: ${name}`,
    tool: 'search',
    limit: 'search',
    args: () => args,
    wrong: (answer, { truth }) => wrongHits(answer, notes(truth)),
  })),
  {
    name: 'search: regex without a literal',
    tool: 'search',
    args: () => ({ query: String.raw`[a-f]{4}\d+[^ ]*$`, mode: 'regex' }),
    wrong: ({ structured }) => expected('kind of totalCount', typeof structured['totalCount'], 'number'),
  },
  {
    name: 'query_notes: JsonLogic',
    tool: 'query_notes',
    args: () => ({ filter: { '>=': [{ var: 'frontmatter.rating' }, 4] }, limit: 20 }),
    wrong: ({ structured }, { truth }) => expected('totalCount', structured['totalCount'], truth.ratedHigh),
  },
  {
    name: 'get_links: backlinks of a hub',
    tool: 'get_links',
    args: ({ truth }) => ({ path: truth.hub.path, direction: 'in', limit: 1000 }),
    wrong: (answer, { truth }) =>
      expected('sources', [...new Set(stringsOf(answer, 'incoming', 'source'))], truth.hub.sources),
  },
  {
    name: 'check_links: broken, whole vault',
    tool: 'check_links',
    args: () => ({ limit: 1000 }),
    wrong: (answer, { truth }) =>
      firstWrong(
        expected('totalCount', answer.structured['totalCount'], truth.broken.length),
        expected(
          'lines',
          brokenLines(answer),
          truth.broken.map(({ source, line }) => `${source}:${line}`).sort(),
        ),
      ),
  },
  {
    name: 'check_links: orphans of a folder',
    tool: 'check_links',
    args: ({ truth }) => ({ path: truth.islands.path, kind: 'orphans' }),
    wrong: (answer, { truth }) => expected('paths', stringsOf(answer, 'items', 'path'), truth.islands.notes),
  },
  {
    name: 'find_related',
    tool: 'find_related',
    args: ({ truth }) => ({ path: truth.hub.sources[0] }),
    wrong: ({ structured }) => expected('related', recordsOf(structured['related']).length > 0, true),
  },
  {
    name: 'explore_graph, two steps from a hub',
    tool: 'explore_graph',
    args: ({ truth }) => ({ path: truth.hub.path, depth: 2 }),
    wrong: ({ structured }) => expected('nodes', recordsOf(structured['nodes']).length, 100),
  },
];

/** The count must be exact, and every match of the first page one of the notes. */
function wrongHits(answer: ToolResult, notes: readonly string[]): string | undefined {
  const known = new Set(notes);
  const strangers = stringsOf(answer, 'results', 'path').filter(path => !known.has(path));
  return firstWrong(
    expected('totalCount', answer.structured['totalCount'], notes.length),
    expected('hits', recordsOf(answer.structured['results']).length, Math.min(20, notes.length)),
    expected('strangers', strangers, []),
  );
}

function brokenLines({ structured }: ToolResult): string[] {
  return recordsOf(structured['items'])
    .map(({ source, line }) => `${String(source)}:${String(line)}`)
    .sort();
}
