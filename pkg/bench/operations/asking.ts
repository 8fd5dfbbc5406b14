import type { ToolResult } from '../product/mcp-client';
import * as planted from '../vault/planted';
import { expected, firstWrong, type Operation, recordsOf } from './operation';

const page = 20;

/** Searches whose words are in nearly every note, of which few can be shown. */
export const asking: readonly Operation[] = [
  {
    name: 'search: word in nearly all notes, top 20',
    tool: 'search',
    limit: 'search',
    args: () => ({ query: planted.frequentWord }),
    wrong: (answer, { truth }) =>
      firstWrong(
        isFullPage(answer),
        expected('nearly all', Number(answer.structured['totalCount']) > truth.notes * 0.75, true),
      ),
  },
  {
    name: 'search: question of 20 words',
    tool: 'search',
    limit: 'question',
    args: () => ({ query: planted.question }),
    // A note with the rare word is on the page.
    wrong: (answer, { truth }) =>
      firstWrong(
        isFullPage(answer),
        expected(
          'rare',
          pathsOf(answer).some(path => truth.texts['rare']?.includes(path)),
          true,
        ),
      ),
  },
  {
    name: 'search: question of 20 frequent words',
    tool: 'search',
    limit: 'question',
    args: () => ({ query: planted.vagueQuestion }),
    wrong: isFullPage,
  },
];

function isFullPage({ structured }: ToolResult): string | undefined {
  return expected('hits', recordsOf(structured['results']).length, page);
}

function pathsOf({ structured }: ToolResult): string[] {
  return recordsOf(structured['results']).map(({ path }) => String(path));
}
