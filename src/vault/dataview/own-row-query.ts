/**
 * Which queries may be run for callers who do not see everything. Dataview knows all notes, so a query may be run
 * only when each row is worked out from the row's own note: then leaving out the rows of notes that the caller does
 * not see leaves an answer in which those notes have no part. Whatever may reach another note is refused: fields of
 * linked notes, backlinks, groups, limits, and texts made of links, which Dataview resolves among all notes.
 */

import { ToolFailure } from '../../errors';
import type { CheckedQuery } from './query-check';
import type { QueryWord } from './query-words';

/** Fields of `file` that come from the note itself. */
const ownFields: ReadonlySet<string> = new Set([
  ...['name', 'path', 'folder', 'ext', 'link', 'size', 'ctime', 'cday', 'mtime', 'mday', 'day'],
  ...['tags', 'etags', 'aliases', 'outlinks', 'tasks', 'lists', 'starred', 'frontmatter'],
]);

/** Functions of their arguments alone that make no text of a link and follow none. */
const ownFunctions: ReadonlySet<string> = new Set([
  ...['contains', 'icontains', 'econtains', 'containsword', 'startswith', 'endswith', 'lower', 'upper'],
  ...['length', 'default', 'ldefault', 'choice', 'number', 'round', 'floor', 'ceil', 'trunc', 'min', 'max'],
  ...['sum', 'average', 'reverse', 'sort', 'unique', 'flat', 'slice', 'nonnull', 'any', 'all', 'none'],
  ...['typeof', 'truncate', 'substring', 'dateformat', 'durationformat', 'striptime', 'dur', 'date'],
]);

const wordsBeforeParenthesis = /^(?:table|list|calendar|id|from|where|sort|by|and|or|as|outgoing)$/i;

/** What a name must not hold: Dataview reads keywords where they touch other words, too. */
const forbiddenWords = /limit|flatten|rows/i;

const signs = new Set([
  '(',
  ')',
  ',',
  '.',
  '=',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '|',
  '!',
]);

/** A day in words, as `date(…)` takes it, or an ISO date or a string. */
const dateLiteral =
  /^\s*(?:now|today|yesterday|tomorrow|sow|eow|som|eom|soy|eoy|(?:start|end)-of-(?:week|month|year)|\d{4}-\d{2}[\d:.TZ+-]*|"[^"\\]*")\s*\)/;

/** @throws ToolFailure `permission_denied` naming what keeps the query from being run */
export function refuseForeignReads(query: string, { type, words }: CheckedQuery): void {
  for (const [index, word] of words.entries()) {
    const reason = reasonOf(query, type, words, index, word);
    if (reason !== undefined) throw refused(reason);
  }
}

function reasonOf(
  query: string,
  type: string,
  words: readonly QueryWord[],
  index: number,
  word: QueryWord,
): string | undefined {
  switch (word.kind) {
    case 'comment':
      return 'comments';
    case 'string':
      return word.text.includes('\\') ? 'strings with a backslash' : undefined;
    case 'sign':
      return reasonOfSign(type, words, index, word);
    case 'name':
      return reasonOfName(query, type, words, index, word);
    case 'link':
    case 'tag':
    case 'number':
      return undefined;
  }
}

function reasonOfSign(
  type: string,
  words: readonly QueryWord[],
  index: number,
  { text }: QueryWord,
): string | undefined {
  if (!signs.has(text)) return 'lists, objects, functions with "=>" and unusual signs';
  const next = words[index + 1];
  // Text and a link make a text with the link's path.
  if (text === '+' && next?.kind !== 'number' && next?.text !== 'dur')
    return '"+" with anything but a number or `dur(…)`';
  return text === '.' && !isOwnField(type, words, index)
    ? 'fields of anything but the row’s own `file`'
    : undefined;
}

/** In a TASK query a task can bring a link by the name of `file`; of a page that name is Dataview's own. */
function isOwnField(type: string, words: readonly QueryWord[], dot: number): boolean {
  const [before, owner, field] = [words[dot - 2], words[dot - 1], words[dot + 1]];
  return (
    type !== 'task' && owner?.text === 'file' && before?.text !== '.' && ownFields.has(field?.text ?? '')
  );
}

function reasonOfName(
  query: string,
  type: string,
  words: readonly QueryWord[],
  index: number,
  { text, at }: QueryWord,
): string | undefined {
  if (forbiddenWords.test(text))
    return '`LIMIT`, `FLATTEN` and `rows`; the argument `limit` is there instead';
  if (type !== 'task' && /group/i.test(text)) return '`GROUP BY`';
  const next = words[index + 1]?.text;
  // A property may be called `this`, too, and be a link.
  if (text === 'this' || (text === 'file' && next !== '.')) return `\`${text}\` as a whole`;
  if (next !== '(' || wordsBeforeParenthesis.test(text)) return undefined;
  if (!ownFunctions.has(text)) return 'this function';
  if (text !== 'date') return undefined;
  const open = words[index + 1]?.at ?? at;
  return dateLiteral.test(query.slice(open + 1)) ? undefined : '`date(…)` of anything but a literal day';
}

function refused(what: string): ToolFailure {
  return new ToolFailure(
    'permission_denied',
    `This token does not see every note, and a query with ${what} could tell of the others.`,
    {
      hint: 'Ask with fields of the row’s own note (`file.name`, properties) and plain conditions, or use `query_notes`.',
    },
  );
}
