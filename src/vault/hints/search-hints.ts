/** Explains why a search found nothing, or something other than what was asked for. */

import { TFile } from 'obsidian';
import type { Query, SearchQuery } from '../../search/query/query';
import type { AbsentParts } from '../../search/rank/absent-parts';
import type { FoundNotes } from '../../search/search';
import { allQuoted, asQuery, counted, matchOf, quoted } from '../../utils/text/pieces';
import type { VisibleFiles } from '../access/visible-files';
import { someOf } from './missing-names';
import { namedField } from '../../utils/properties/note-field-names';

type AbsentWord = AbsentParts['words'][number];
type QueryFilter = ReturnType<Query['filters']>[number];

const maxNear = 3;

/** Words that no note has, with those that were searched instead. */
export function replacedWords(replaced: FoundNotes['replaced']): string[] {
  return [...replaced].map(([word, near]) => {
    const shown = near.map(one => quoted(one)).join(' or ');
    return `No note has ${quoted(word)}; showing notes with ${shown} instead. Put a word in quotes to search for it exactly.`;
  });
}

/** Says why notes with excluded words are shown. */
export function flagHint({ flags = [] }: Partial<FoundNotes>): string[] {
  return flags.map(
    flag =>
      `No note is left without ${quoted(flag)}. In case ${quoted(`-${flag}`)} is part of a command, notes with it are shown as \`partial\`; ${asQuery(`"-${flag}"`)} searches for it.`,
  );
}

export function unfinishedWork({ stopped, incomplete, unread }: Partial<FoundNotes>): string[] {
  const hints: string[] = [];
  if (stopped !== undefined)
    hints.push(
      `The search stopped after a second of work: ${counted(stopped.left, 'note was', 'notes were')} not searched or counted. Continue ` +
        'with `nextCursor`, narrow the search by `path`, `includes` or `tag`, or search for a fixed word.',
    );
  if (incomplete !== undefined)
    hints.push(
      `Only parts of ${someOf(incomplete)} were searched: some lines or values are too long for the pattern, so ` +
        'matches may be missing or cut. Use a pattern without unbounded repeats, such as `.{0,80}` for `.*`.',
    );
  if (unread !== undefined)
    hints.push(
      `Not searched, because reading them failed or took too long: ${someOf(unread)}. They may be only in the ` +
        'cloud: each search fetches some; narrow it by `path`.',
    );
  return hints;
}

interface EmptySearch {
  /** The arguments that narrow the notes, in backticks. */
  readonly passed: readonly string[];
  /** Listed notes that have some of the words. */
  readonly partialCount: number;
  /** Whether similar words were searched in place of some that no note has, which another hint says. */
  readonly isReplaced: boolean;
}

/** The hints on a search that no note meets as a whole. */
export function emptySearch(asked: SearchQuery, absent: AbsentParts, search: EmptySearch): string[] {
  const note = noteThat(search.passed);
  const { filters, words, lacksHeading } = absent;
  if (!absent.isComplete) return [`No ${note} matches the whole query: leave out a word or filter.`];
  // A filter that nothing passes explains words that do occur; of a sentence without spaces, single words are found.
  const told = words.filter(
    ({ reason, isSentence }) =>
      (filters.length === 0 || reason === 'nowhere') && !(isSentence === true && search.partialCount > 0),
  );
  const reasons = [
    ...(filters.length === 0 ? [] : [`No ${note} passes ${filters.join(' or ')}.`]),
    ...(words.length === 0 && lacksHeading ? [headingHint(asked)] : []),
    ...alike(told).map(group => wordHint(group, asked, absent)),
  ];
  const isUnexplained = reasons.length === 0 && words.length === 0 && !search.isReplaced;
  return [
    ...reasons,
    ...(isUnexplained ? [togetherHint(note, absent, search)] : []),
    ...optionHints(asked, absent),
  ];
}

const noteThat = (passed: readonly string[]): string =>
  passed.length === 0 ? 'note' : `note that matches ${passed.join(', ')}`;

const headingHint = ({ heading = '' }: SearchQuery): string => `No note has a heading ${quoted(heading)}.`;

function alike(words: readonly AbsentWord[]): (readonly [AbsentWord, ...AbsentWord[]])[] {
  const groups = new Map<string, [AbsentWord, ...AbsentWord[]]>();
  for (const word of words) {
    const key = [word.reason, ...(word.reason === 'filtered' ? word.filters : [])].join(' ');
    const group = word.reason === 'apart' ? undefined : groups.get(key);
    if (group === undefined) groups.set(word.reason === 'apart' ? `${key} ${word.word}` : key, [word]);
    else group.push(word);
  }
  return [...groups.values()];
}

function wordHint(
  words: readonly [AbsentWord, ...AbsentWord[]],
  asked: SearchQuery,
  { lacksHeading }: AbsentParts,
): string {
  const [{ reason, filters, operator }] = words;
  const isPattern = asked.mode === 'regex';
  const names = words.map(({ word }) => quoted(word.replace(/^"|"$/gu, () => ''))).join(' or ');
  switch (reason) {
    case 'nowhere': {
      if (isPattern) return 'No line matches the pattern; patterns match within one line.';
      const missing = words.flatMap(word =>
        word.operator === undefined ? [] : word.missing.map(one => quoted(one)),
      );
      return `No note has ${names}${missing.length === 0 ? '' : `, and none has ${missing.join(' or ')} anywhere`}.`;
    }
    case 'apart': {
      if (operator !== undefined)
        return `No note has ${names}, but its words occur; search without \`${operator}:\` to find them.`;
      const way = asked.mode === 'phrase' ? '' : '; search without quotes to find them';
      return `No note has ${names} as written, but its words occur${way}.`;
    }
    case 'filtered':
      return isPattern
        ? `No line of a ${noteThat(filters)} matches the pattern, but others do.`
        : `No ${noteThat(filters)} has ${names}, but other notes do.`;
    case 'heading':
      return lacksHeading
        ? headingHint(asked)
        : `${names} occurs, but not below a heading ${quoted(asked.heading ?? '')}.`;
    case 'excluded':
      return `Every note with ${names} is excluded by \`-\`.`;
  }
}

/** The hint if each part of a query finds something on its own. */
function togetherHint(note: string, { isPlain }: AbsentParts, { partialCount }: EmptySearch): string {
  if (!isPlain) return `Each part of the query matches some notes, but no ${note} matches all of them.`;
  const way =
    partialCount === 0 ? '; write `OR` between words to find either' : ': the notes shown have some of them';
  return `Each word occurs, but no ${note} has all of them${way}.`;
}

/** Hints on arguments that leave matches out. */
function optionHints(
  { mode, heading, wholeWord = false, caseSensitive = false }: SearchQuery,
  { words, lacksHeading }: AbsentParts,
): string[] {
  const isAnywhere =
    lacksHeading || words.some(({ reason }) => reason === 'nowhere' || reason === 'filtered');
  const options: (readonly [boolean, string])[] = [
    [
      heading !== undefined && !isAnywhere,
      '`heading` searches only below such headings, not in titles or other text.',
    ],
    [mode === 'phrase', '`mode: "words"` finds notes that have the words in any order.'],
    [mode === 'wildcard', '`*` stands for any letters of one word, `?` for one.'],
    [wholeWord, '`wholeWord` excludes longer words that begin with it.'],
    [caseSensitive, '`caseSensitive` excludes other letter case.'],
  ];
  return options.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

export function failingFilters(query: Query, { filters }: AbsentParts): QueryFilter[] {
  const failing = new Set(filters);
  return query.filters().filter(({ name }) => failing.has(name));
}

/** Similar paths for a `path:` or `file:` that nothing passes. */
export function pathWay({ kind, text = '' }: QueryFilter, files: VisibleFiles): string[] {
  const isOfPath = kind === 'path';
  if (/[*?]/u.test(text)) {
    const glob = text.includes('/') ? text : `**/${text}`;
    return [
      `\`${kind}:\` takes part of a ${isOfPath ? 'path' : 'name'}, without \`*\` or \`?\`; for a pattern use \`list\` with \`includes: [${quoted(glob)}]\`.`,
    ];
  }
  const near = files.near.to(text, file => isOfPath || file instanceof TFile).slice(0, maxNear);
  return near.length === 0
    ? []
    : [`${isOfPath ? 'Paths' : 'Files'} similar to ${quoted(text)}: ${allQuoted(near)}.`];
}

const either = 'write `OR` between two words to find either';
const both = 'leave it out: all words are required anyway';
const without = 'write `-word` to exclude a word';
/** Joining words of other query languages, which are rarely meant as words. */
const joints: ReadonlyMap<string, string> = new Map([
  ['|', either],
  ['||', either],
  ['&&', both],
  ['NEAR', 'leave it out: notes with the words close together come first'],
  ['NOT', without],
]);
/** Words of any sentence: only in a short query, or next to operators, are they likely to be meant as joining words. */
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
/** `status:done`, but not `Note:`, an address such as `https://…` or a time such as `10:30`. */
const colonWord = /^([\p{L}_-]+):(?!\/\/)(?=\S)/u;

/** Hints on what in a query may have been meant as something else. @param found how many notes match the query */
export function misreadWords({ asked, facts }: Query, found: number): string[] {
  const { query, mode = 'words' } = asked;
  if (mode === 'regex' || mode === 'phrase' || mode === 'wildcard') return [];
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
  const why = mark === '+' ? 'all words are required anyway' : 'other forms are found anyway';
  return `${quoted(word)} was read as text; leave the \`${mark}\` out: ${why}.`;
}

function starHint(word: string): string | undefined {
  const [, beginning] = matchOf(star, word);
  if (beginning === undefined) return undefined;
  return `${quoted(word)} was read as text; ${asQuery(beginning)} finds longer words too; \`mode: "wildcard"\` takes \`*\` and \`?\`.`;
}

/** `due:2026`, `created>2024`, `=5`. */
function comparisonHint(word: string): string[] | undefined {
  if (relation.test(word))
    return [
      `${quoted(word)} was read as text; in brackets put a colon after the property: \`[name:5]\`, \`[name:>5]\`.`,
    ];
  const [, name] = matchOf(colonWord, word);
  if (name !== undefined && namedField(name) === undefined)
    return [`${quoted(word)} was read as a word; ${asQuery(`[${word}]`)} finds notes with that property.`];
  if (name === undefined && !comparison.test(word)) return undefined;
  const condition = name === undefined ? word : word.replace(':', () => '=');
  return [`${quoted(word)} was read as text; \`query_notes\` takes ${whereOf(condition)}.`];
}

/** Whether a name in brackets holds a comparison: `[mobile=true]`, `[wordCount>2000]`. */
export function isComparison(name: string): boolean {
  return comparison.test(name);
}

function bracketHint(name: string): string[] {
  if (/[@^,;]/u.test(name) && !name.includes('"')) return [`In quotes it is text: ${quoted(`[${name}]`)}.`];
  const [whole, named = '', operator = '', value = ''] = matchOf(comparison, name);
  if (whole === undefined) return [];
  const property = named.trimEnd();
  const known = /^={1,2}$/u.test(operator) ? '' : operator;
  const inBrackets = operator === '!=' ? `-[${property}:${value}]` : `[${property}:${known}${value}]`;
  return [
    `In brackets put a colon after the property: ${asQuery(inBrackets)}.`,
    `\`query_notes\` takes ${whereOf(name)}.`,
  ];
}

function whereOf(condition: string): string {
  return `\`where: [${quoted(condition)}]\``;
}
