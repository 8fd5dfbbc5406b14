import { ToolFailure } from '../../../errors';
import { operatorNames, type Place } from './query-tree';
import { namedField } from '../../../utils/properties/note-field-names';
import { cutText } from '../../../utils/text/trimming';

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

/** Operators of other programs, and their names here. */
const others: ReadonlyMap<string, string> = new Map([
  ...['title', 'name', 'filename', 'note'].map((name): [string, string] => [name, 'file:']),
  ...['folder', 'dir', 'directory', 'in', 'inpath'].map((name): [string, string] => [name, 'path:']),
  ...['tags', 'hashtag'].map((name): [string, string] => [name, 'tag:']),
  ...['text', 'body', 'intext'].map((name): [string, string] => [name, 'content:']),
  ...['heading', 'header'].map((name): [string, string] => [name, 'section:']),
  ...['todo', 'tasks'].map((name): [string, string] => [name, 'task-todo:']),
  ...['done'].map((name): [string, string] => [name, 'task-done:']),
  ...['paragraph'].map((name): [string, string] => [name, 'block:']),
]);

/** At least two letters, a colon, and a value other than a number, address, path or second colon. */
const form = /^(\p{L}[\p{L}\p{M}\p{N}_.-]+):(?![:/\\\s]|\d+$)\S/u;

/**
 * The name before the colon of a word that must be meant as an operator; undefined for addresses, times,
 * numbers, and one-letter names, which are text.
 */
export function operatorLike(word: string): string | undefined {
  return form.exec(word)?.[1];
}

const rest = `in quotes it is text. The operators are ${operatorNames.map(one => `${one}:`).join(' ')}.`;

/** A sentence that says what to write instead of `name:value`. */
export function replacementFor(name: string, value: string): string {
  const known = others.get(name.toLowerCase());
  if (known === undefined && namedField(name) !== undefined) {
    const relation = /^(?:[<>]=?|!?=)/u.test(value) ? '' : '=';
    return `\`query_notes\` compares it: \`where: [${JSON.stringify(name + relation + value)}]\`; ${rest}`;
  }
  const meant = known === undefined ? `\`[${name}:${value}]\` finds a property` : `\`${known}\` may be meant`;
  return `${meant}; ${rest}`;
}
