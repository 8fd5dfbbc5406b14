import { ToolFailure } from '../../../errors';

/** Matches the line and column in an error of Dataview's parser (format of `obsidian-dataview` 0.5.68). */
const place = /^> *(\d+) \| [^\n]*\n *\| ( *)\^/m;

/**
 * Restates Dataview's error in our own words: the original may contain text of notes.
 * @param error from `api.query`
 */
export function queryProblem(error: unknown): ToolFailure {
  const text = typeof error === 'string' ? error.slice(0, 20_000) : '';
  if (!text.includes('PARSING FAILED')) {
    const message = 'Dataview could not work the query out: some expression fails for every row.';
    return new ToolFailure('invalid_query', message, { hint });
  }
  const [, line, indent] = place.exec(text) ?? [];
  const where =
    line === undefined || indent === undefined ? '' : ` at line ${line}, column ${indent.length + 1}`;
  return new ToolFailure('invalid_query', `The query does not parse${where}.`, { hint });
}

const hint = 'Correct the query: TYPE fields FROM source WHERE condition SORT field.';
