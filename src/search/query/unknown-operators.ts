/** Operators of Obsidian's own search that are not known here: refused by name, since as words they would find nothing. */

import { ToolFailure } from '../../errors';

const byTag = 'list the notes with `query_notes`';
const byRegex = 'use `mode: "regex"`, which looks at single lines';

/** What stands for each operator here. */
const ways: ReadonlyMap<string, string> = new Map([
  ['line', byRegex],
  ['block', byRegex],
  ['section', byRegex],
  ['content', 'leave it out: names and texts are both searched, and names can be taken out with `-file:`'],
  ['task', 'use `query_notes` with `where: ["tasks.open>0"]`, or `mode: "regex"` with `- \\[.\\] .*word`'],
  [
    'task-todo',
    'use `query_notes` with `where: ["tasks.open>0"]`, or `mode: "regex"` with `- \\[ \\] .*word`',
  ],
  [
    'task-done',
    'use `query_notes` with `where: ["tasks.done>0"]`, or `mode: "regex"` with `- \\[x\\] .*word`',
  ],
  ['match-case', 'pass `caseSensitive: true`'],
  ['ignore-case', 'leave it out: letter case does not count'],
]);

/** @param word without quotes, as it stands in the query. @throws ToolFailure `invalid_query` that names the operator */
export function refuseOperator(word: string): void {
  const key = /^([a-z-]+):/iu.exec(word)?.[1]?.toLowerCase();
  const way = key === undefined ? undefined : ways.get(key);
  if (key !== undefined && way !== undefined) throw refusal(`\`${key}:\``, way);
  if (word.startsWith('[['))
    throw refusal('A link', 'use `get_links` for what links to a note; in quotes it is text');
  if (/^\[[^\s\]]+/u.test(word) && !/^\[[ x]?\]/iu.test(word))
    throw refusal('`[property]`', `${byTag} and \`where: ["property=value"]\`; in quotes it is text`);
  if (/^\/.+\/[a-z]*$/iu.test(word) && !/^\/[\w-]+(?:\/[\w-]+)+\/?$/u.test(word))
    throw refusal(
      '`/regex/`',
      'pass the pattern without the slashes and `mode: "regex"`; in quotes it is text',
    );
  if (/^\([^)]*$/u.test(word))
    throw refusal('`( )`', 'all words must occur; join words of which either may occur with `OR`');
}

function refusal(operator: string, way: string): ToolFailure {
  return new ToolFailure('invalid_query', `${operator} is no operator of \`query\`.`, {
    hint: `${way.charAt(0).toUpperCase()}${way.slice(1)}.`,
  });
}
