/** Words of a query that are operators in other search languages, with the operator of this one. */

import { matchOf, cutText } from '../../utils/text/pieces';
import type { Query } from '../../search/query/query';
import { namedField } from '../../utils/properties/note-field-names';
import { quoted } from './missing-names';

const either = 'write `OR` between two words for either of them';
const both = 'leave it out: all words must occur anyway';
const without = 'write `-word` for a word that must not occur';
/** Joining words that are none here, and are hardly meant as words. */
const joints: ReadonlyMap<string, string> = new Map([
  ['|', either],
  ['||', either],
  ['&&', both],
  ['NEAR', 'leave it out: notes that have the words near each other come first'],
  ['NOT', without],
]);
/** Words of any sentence: only in a short query, or beside operators, are they likely to join. */
const sentenceWords: ReadonlyMap<string, string> = new Map([
  ['or', `${either}, in capitals`],
  ['and', both],
  ['not', without],
  ['&', both],
]);
const fewWords = 3;

const sign = /^([+~])(?=\p{L})/u;
const star = /^(\p{L}+)\*$/u;
/** `created>2024`. */
const comparison = /^(\p{L}[\p{L}\p{N}_.\s-]*)(!=|>=|<=|={1,2}|[<>])\s*([\p{L}\p{N}"'-].*)$/u;
/** The rest of `[rating]=5`. */
const relation = /^(?:[<>]=?|!=|={1,2})[^<>=]/u;
/** `status:done`; no `Note:`, no address such as `https://…` and no time such as `10:30`. */
const colonWord = /^([\p{L}_-]+):(?!\/\/)(?=\S)/u;

/** What of a query may have been meant otherwise. @param found notes that have all of it */
export function misreadWords({ asked, facts }: Query, found: number): string[] {
  const { query, mode = 'words' } = asked;
  if (mode === 'regex' || mode === 'phrase') return [];
  const hasNoWord = mode === 'words' && !/[\p{L}\p{N}]/u.test(query);
  const mayJoin = found === 0 && (facts.textWords.length <= fewWords || facts.hasOperators);
  return [
    ...(hasNoWord ? [`${quoted(query.trim())} has no letter or digit, so it was searched for as text.`] : []),
    ...[...new Set(facts.textWords)].flatMap(word => {
      const joins = joints.get(word) ?? (mayJoin ? sentenceWords.get(word.toLowerCase()) : undefined);
      if (joins !== undefined) return [`${quoted(word)} was read as a word; ${joins}.`];
      return signHint(word) ?? (found > 0 ? [] : (starHint(word) ?? comparisonHint(word) ?? []));
    }),
    ...(found > 0 ? [] : facts.properties.flatMap(bracketHint)),
  ];
}

function signHint(word: string): string | undefined {
  const [, mark] = matchOf(sign, word);
  if (mark === undefined) return undefined;
  const why = mark === '+' ? 'all words must occur anyway' : 'other forms are found anyway';
  return `${quoted(word)} was read as text; leave the \`${mark}\` out: ${why}.`;
}

function starHint(word: string): string | undefined {
  const [, beginning] = matchOf(star, word);
  if (beginning === undefined) return undefined;
  return `${quoted(word)} was read as text; \`${shown(beginning)}\` alone finds longer words too; \`mode: "wildcard"\` takes \`*\` and \`?\`.`;
}

/** `due:2026`, `created>2024`, `=5`. */
function comparisonHint(word: string): string[] | undefined {
  if (relation.test(word))
    return [
      `${quoted(word)} was read as text; in brackets a colon follows the property: \`[name:5]\`, \`[name:>5]\`.`,
    ];
  const [, name] = matchOf(colonWord, word);
  if (name !== undefined && namedField(name) === undefined)
    return [`${quoted(word)} was read as a word; \`[${shown(word)}]\` finds notes with that property.`];
  return name !== undefined || comparison.test(word)
    ? [
        `${quoted(word)} was read as text; \`query_notes\` takes ${whereOf(name === undefined ? word : word.replace(':', () => '='))}.`,
      ]
    : undefined;
}

/** Whether a name in brackets holds a comparison: `[mobile=true]`, `[wordCount>2000]`. */
export function isComparison(name: string): boolean {
  return comparison.test(name);
}

function bracketHint(name: string): string[] {
  const [whole, named = '', operator = '', value = ''] = matchOf(comparison, name);
  if (whole === undefined) return [];
  const property = named.trimEnd();
  const known = /^={1,2}$/u.test(operator) ? '' : operator;
  const inBrackets = operator === '!=' ? `-[${property}:${value}]` : `[${property}:${known}${value}]`;
  return [
    `In brackets a colon follows the property: \`${shown(inBrackets)}\`.`,
    `For other fields give \`query_notes\` ${whereOf(name)}.`,
  ];
}

function whereOf(condition: string): string {
  return `\`where: [${JSON.stringify(shown(condition))}]\``;
}

function shown(text: string): string {
  return cutText(text, 60);
}
