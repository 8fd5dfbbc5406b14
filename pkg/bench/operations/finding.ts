import type { ToolResult } from '../product/mcp-client';
import * as planted from '../vault/planted';
import type { Truth } from '../vault/truth';
import { expected, firstWrong, type Goal, type Operation, recordsOf, stringsOf } from './operation';

interface Search {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly milliseconds?: number;
  readonly notes: (truth: Truth) => readonly string[];
}

const noteSearch: readonly Search[] = [
  {
    name: 'search: rare word',
    args: { query: planted.rareWord },
    milliseconds: 10,
    notes: ({ texts }) => texts['rare'] ?? [],
  },
  {
    name: 'search: word in 1,000 notes',
    args: { query: planted.thousandWord },
    notes: ({ texts }) => texts['thousand'] ?? [],
  },
  {
    name: 'search: common word, top 20',
    args: { query: planted.commonWord },
    milliseconds: 20,
    notes: ({ texts }) => texts['common'] ?? [],
  },
  {
    name: 'search: two words',
    args: { query: planted.twoWords.join(' ') },
    milliseconds: 15,
    notes: truth => truth.bothWords,
  },
  {
    name: 'search: phrase',
    args: { query: planted.phrase, mode: 'phrase' },
    milliseconds: 15,
    notes: ({ texts }) => texts['phrase'] ?? [],
  },
  {
    name: 'search: CJK',
    args: { query: planted.cjkWord },
    milliseconds: 15,
    notes: ({ texts }) => texts['cjk'] ?? [],
  },
  {
    name: 'search: without its accent',
    args: { query: planted.plainAccented },
    milliseconds: 15,
    notes: ({ texts }) => texts['accented'] ?? [],
  },
  {
    name: 'search: regex',
    args: { query: planted.ticketPattern, mode: 'regex' },
    milliseconds: 60,
    notes: ({ texts }) => texts['ticket'] ?? [],
  },
  {
    name: 'search: wildcard',
    args: { query: 'quixo*', mode: 'wildcard' },
    notes: ({ texts }) => texts['rare'] ?? [],
  },
  {
    name: 'search: fuzzy',
    args: { query: 'quixotode', mode: 'fuzzy' },
    notes: ({ texts }) => texts['rare'] ?? [],
  },
  {
    name: 'search: word in one block',
    args: { query: `block:${planted.rareWord}` },
    milliseconds: 100,
    notes: ({ texts }) => texts['rare'] ?? [],
  },
  {
    name: 'search: phrase in one section',
    args: { query: `section:"${planted.phrase}"` },
    milliseconds: 100,
    notes: ({ texts }) => texts['phrase'] ?? [],
  },
  { name: 'search: nothing there', args: { query: 'xyzzyplugh' }, notes: () => [] },
];

export const finding: readonly Operation[] = [
  ...noteSearch.map(searching),
  {
    name: 'search: regex without a literal',
    tool: 'search',
    floor: 'scanning',
    isHeavy: true,
    args: () => ({ query: String.raw`[a-f]{4}\d+[^ ]*$`, mode: 'regex' }),
    wrong: ({ structured }) => expected('kind of totalCount', typeof structured['totalCount'], 'number'),
  },
  {
    name: 'query_notes: JsonLogic',
    tool: 'query_notes',
    floor: 'empty call',
    isHeavy: true,
    args: () => ({ filter: { '>=': [{ var: 'frontmatter.rating' }, 4] }, limit: 20 }),
    wrong: ({ structured }, { truth }) => expected('totalCount', structured['totalCount'], truth.ratedHigh),
  },
  {
    name: 'get_links: backlinks of a hub',
    tool: 'get_links',
    floor: 'empty call',
    goal: { milliseconds: 10 },
    args: ({ truth }) => ({ path: truth.hub.path, direction: 'in', limit: 1000 }),
    wrong: (answer, { truth }) =>
      expected('sources', [...new Set(stringsOf(answer, 'incoming', 'source'))], truth.hub.sources),
  },
  {
    name: 'check_links: broken, whole vault',
    tool: 'check_links',
    floor: 'empty call',
    goal: { milliseconds: 60 },
    isHeavy: true,
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
    floor: 'empty call',
    args: ({ truth }) => ({ path: truth.islands.path, kind: 'orphans' }),
    wrong: (answer, { truth }) => expected('paths', stringsOf(answer, 'items', 'path'), truth.islands.notes),
  },
  {
    name: 'find_related',
    tool: 'find_related',
    floor: 'empty call',
    isHeavy: true,
    args: ({ truth }) => ({ path: truth.hub.sources[0] }),
    wrong: ({ structured }) => expected('related', recordsOf(structured['related']).length > 0, true),
  },
  {
    name: 'explore_graph, two steps from a hub',
    tool: 'explore_graph',
    floor: 'empty call',
    args: ({ truth }) => ({ path: truth.hub.path, depth: 2 }),
    wrong: ({ structured }) => expected('nodes', recordsOf(structured['nodes']).length, 100),
  },
];

function searching({ name, args, milliseconds, notes }: Search): Operation {
  const goal: Goal | undefined = milliseconds === undefined ? undefined : { milliseconds };
  return {
    name,
    tool: 'search',
    floor: 'scanning',
    ...(goal === undefined ? {} : { goal }),
    args: () => args,
    wrong: (answer, { truth }) => wrongHits(answer, notes(truth)),
  };
}

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
