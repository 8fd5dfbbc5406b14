/** Words of a query that are operators in other search languages, with the operator of this one. */

import { namedField } from '../../utils/properties/note-field-names';
import { cutText } from '../../utils/text/trimming';

const maxShownLength = 60;

/** A word as hints show it. */
export function shown(word: string): string {
  return `"${cut(word)}"`;
}

function cut(word: string): string {
  return cutText(word, maxShownLength);
}

const either = 'write `OR` between two words for either of them';
const both = 'leave it out: all words must occur anyway';
/** Joining words that are none here. */
const joints: ReadonlyMap<string, string> = new Map([
  ['|', either],
  ['||', either],
  ['&&', both],
  ['NEAR', 'leave it out: notes that have the words near each other come first'],
  ['NOT', 'write `-word` for a word that must not occur'],
]);
/** Words that can be meant as they are. */
const likelyJoints: ReadonlyMap<string, string> = new Map([
  ['or', 'write `OR` in capitals between two words for either of them'],
  ['and', both],
  ['not', 'write `-word` for a word that must not occur'],
  ['&', both],
]);
const sign = /^([+~])(?=\p{L})/u;
const star = /^(\p{L}+)\*$/u;
/** `created>2024`. */
const comparison = /^(\p{L}[\p{L}\p{N}_.\s-]*)(!=|>=|<=|={1,2}|[<>])\s*([\p{L}\p{N}"'-].*)$/u;
/** `status:done`; no address such as `https://…` and no time such as `10:30`. */
const colonWord = /^([\p{L}_-]+):(?!\/\/)/u;

/** Of a query that found something, too: these change what is found. */
export function misreadWords(words: readonly string[]): string[] {
  return [...new Set(words)].flatMap(word => {
    const way = joints.get(word);
    if (way !== undefined) return [`${shown(word)} was read as a word; ${way}.`];
    const [, mark] = sign.exec(word) ?? [];
    if (mark === undefined) return [];
    const why = mark === '+' ? 'all words must occur anyway' : 'other forms are found anyway';
    return [`${shown(word)} was read as text; leave the \`${mark}\` out: ${why}.`];
  });
}

/** Of a query that found nothing. */
export function misreadWordsOfEmpty(words: readonly string[]): string[] {
  return [...new Set(words)].flatMap(word => [
    ...jointHints(word),
    ...starHints(word),
    ...comparisonHints(word),
    ...relationHints(word),
  ]);
}

function jointHints(word: string): string[] {
  const way = likelyJoints.get(word.toLowerCase());
  return way === undefined || joints.has(word) ? [] : [`"${word}" was read as a word; ${way}.`];
}

function starHints(word: string): string[] {
  const [, beginning] = star.exec(word) ?? [];
  if (beginning === undefined) return [];
  return [
    `${shown(word)} was read as text; \`${cut(beginning)}\` alone finds longer words too; \`mode: "wildcard"\` takes \`*\` and \`?\`.`,
  ];
}

/** `due:2026`, `created>2024`. */
function comparisonHints(word: string): string[] {
  const [, name] = colonWord.exec(word) ?? [];
  if (name !== undefined && namedField(name) !== undefined)
    return [
      `${shown(word)} was read as a word; give \`query_notes\` ${whereOf(word.replace(':', () => '='))}.`,
    ];
  if (name !== undefined)
    return [
      `${shown(word)} was read as a word; write \`[${cut(word)}]\` for notes with that property, or give \`where\` to \`query_notes\`.`,
    ];
  if (!comparison.test(word)) return [];
  return [`${shown(word)} was read as text; \`query_notes\` compares: ${whereOf(word)}.`];
}

/** The rest of `[rating]=5`. */
function relationHints(word: string): string[] {
  return /^(?:[<>]=?|!=|={1,2})[^<>=]/u.test(word)
    ? [
        `${shown(word)} was read as text; in brackets a colon follows the property: \`[name:5]\`, \`[name:>5]\`.`,
      ]
    : [];
}

/** What is in brackets without a colon: `[mobile=true]`, `[wordCount>2000]`. */
export function misreadProperty(name: string): string[] {
  const [whole, named = '', relation = '', value = ''] = comparison.exec(name) ?? [];
  if (whole === undefined) return [];
  const property = named.trimEnd();
  const known = relation === '=' || relation === '==' ? '' : relation;
  const inBrackets = relation === '!=' ? `-[${property}:${value}]` : `[${property}:${known}${value}]`;
  return [
    `In brackets a colon follows the property: \`${cut(inBrackets)}\`; for other fields give \`query_notes\` ${whereOf(name)}.`,
  ];
}

function whereOf(condition: string): string {
  return `\`where: [${JSON.stringify(cut(condition))}]\``;
}
