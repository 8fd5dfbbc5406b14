/** Suggests known tools for an unknown name. */

import { nearest } from '../utils/near';

/** Tools by the verb that other servers' names begin with. */
const byVerb: readonly (readonly [verbs: RegExp, tools: readonly string[]])[] = [
  [/^(?:search|find|grep|lookup)/u, ['search', 'query_notes']],
  [/^(?:query|filter)/u, ['query_notes', 'search']],
  [/^(?:read|get|open|view|cat|fetch|show|load)/u, ['read_note', 'read_notes']],
  [/^(?:append|prepend|insert)/u, ['update_note', 'patch_note']],
  [/^(?:write|create|new|add|make|save|put)/u, ['create_note', 'update_note']],
  [/^patch/u, ['patch_note', 'edit_note']],
  [/^(?:edit|replace|modify|change|strreplace)/u, ['edit_note', 'patch_note']],
  [/^(?:rename|move)/u, ['move']],
  [/^(?:delete|remove|trash)/u, ['delete']],
  [/^(?:list|ls|browse|tree)/u, ['list', 'list_notes']],
  // Names without a verb.
  [/^(?:daily|weekly|monthly|periodic|journal|today)/u, ['read_note', 'update_note']],
];

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const looking = wordSet(
  'list ls get read view show find search query check count fetch load suggest explore resolve',
);
/** Words that fit half of the tools, or none. */
const plain = wordSet('note file vault obsidian mcp content text all in to of the');
/** Synonyms of the nouns in tool names. */
const same: ReadonlyMap<string, string> = new Map([
  ...(['todo', 'checkbox', 'reminder'] as const).map(word => [word, 'task'] as const),
  ...(['metadata', 'yaml', 'frontmatter'] as const).map(word => [word, 'property'] as const),
  ['backlink', 'link'],
  ['hashtag', 'tag'],
]);

const most = 3;
const maxNameLength = 60;

/**
 * At most three tools, best first: the same name in another spelling (`readNote`), otherwise tools for the same thing
 * (`complete_task`), for the same verb, or with a similar spelling.
 * @param known names of the existing tools
 */
export function suggestedTools(name: string, known: readonly string[]): string[] {
  const cut = name.slice(0, maxNameLength);
  const folded = cut.toLowerCase().replaceAll(/[^a-z]/gu, () => '');
  const respelled = known.filter(one => one.replaceAll('_', () => '') === folded);
  if (respelled.length > 0) return respelled;
  const words = wordsOf(cut).filter(word => !plain.has(word));
  const ofVerb = words.flatMap(word => byVerb.find(([verbs]) => verbs.test(word))?.[1] ?? []);
  // A bare verb is part of many names.
  const isVerb = words.length === 1 && ofVerb.length > 0;
  const meant = [...aboutTheSame(words, known), ...ofVerb, ...(isVerb ? [] : nearest(cut, known, most))];
  return [...new Set(meant)].filter(tool => known.includes(tool)).slice(0, most);
}

/** Tools that share a noun with the name, and read or write as it says; those with the same verb first. */
function aboutTheSame(words: readonly string[], known: readonly string[]): string[] {
  const [verb = ''] = words;
  const things = new Set(words);
  const isAlike = (tool: string): boolean => {
    const [own = '', ...about] = wordsOf(tool);
    return looking.has(own) === looking.has(verb) && about.some(word => things.has(word));
  };
  const alike = known.filter(isAlike);
  const isSameVerb = (tool: string): boolean => wordsOf(tool)[0] === verb;
  return [...alike.filter(isSameVerb), ...alike.filter(tool => !isSameVerb(tool))];
}

/** The words of a name in lower case and in the singular: `manageTags` is `manage` and `tag`. */
function wordsOf(name: string): string[] {
  const split = name.replaceAll(
    /([a-z])([A-Z])/gu,
    (_, before: string, behind: string) => `${before}_${behind}`,
  );
  const words = split.toLowerCase().split(/[^a-z]+/u);
  return words
    .filter(word => word !== '')
    .map(word => singular(word))
    .map(word => same.get(word) ?? word);
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
