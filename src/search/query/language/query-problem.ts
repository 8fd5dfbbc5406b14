import { ToolFailure } from '../../../errors';
import type { Place } from './query-tree';
import { cutText } from '../../../utils/text/pieces';

const maxShownLength = 60;

/** A failure that points to a place. @param problem continues the sentence: "is not closed" */
export function queryProblem(query: string, place: Place, problem: string, hint: string): ToolFailure {
  const piece = shownPiece(query, place);
  return new ToolFailure(
    'invalid_query',
    `${piece} at character ${place.start + 1} of \`query\` ${problem}.`,
    {
      hint,
    },
  );
}

/**
 * Compiles a pattern in a query; errors name its place.
 * @param place of the pattern with its slashes
 * @param read receives the pattern's name in errors
 */
export function withPlace<Result>(
  query: string,
  { start, end }: Place,
  read: (name: string) => Result,
): Result {
  const slash = query.lastIndexOf('/', end - 1);
  try {
    return read(shownPiece(query, { start: start + 1, end: slash }).slice(1, -1));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const { code, message, hint } = error;
    throw new ToolFailure(code, `At character ${start + 1} of \`query\`: ${message}`, { hint });
  }
}

/** A piece of the query on one line, cut if it is long. */
export function shownPiece(query: string, { start, end }: Place): string {
  const piece = query.slice(start, end).replace(/\s+/gu, () => ' ');
  const isLong = piece.length > maxShownLength;
  const shown = isLong ? `${cutText(piece, maxShownLength)}…` : piece;
  return `\`${shown.replaceAll('`', () => "'")}\``;
}
