import { ToolFailure } from '../../../errors';

/** Dataview's parser shows the line in question, and below it the place (read in `obsidian-dataview` 0.5.68). */
const place = /^> *(\d+) \| [^\n]*\n *\| ( *)\^/m;

/**
 * What Dataview's own words say, in ours: they may have text of notes in them.
 * @param error as `api.query` gave it
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
