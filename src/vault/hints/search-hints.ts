/** Why a search found nothing, or something else than was asked for. */

import { TFile } from 'obsidian';
import type { Query, QueryFilter, SearchQuery } from '../../search/query/query';
import type { AbsentParts, AbsentWord } from '../../search/rank/absent-parts';
import type { FoundNotes } from '../../search/search';
import { cutText } from '../../utils/text/pieces';
import type { VisibleFiles } from '../access/visible-files';
import { quoted, someOf } from './missing-names';

const maxNear = 3;

/** Words that no note has, with those that were searched for them. */
export function replacedWords(replaced: FoundNotes['replaced']): string[] {
  return [...replaced].map(([word, near]) => {
    const shown = near.map(one => `"${one}"`).join(' or ');
    return `No note has "${word}"; notes with ${shown} are shown for it. In quotes a word is searched as it is.`;
  });
}

/** Notes that were not searched, or only in part. */
export function unfinishedWork({ stopped, incomplete, unread }: Partial<FoundNotes>): string[] {
  const hints: string[] = [];
  if (stopped !== undefined)
    hints.push(
      `The search stopped after a second of work: ${stopped.left} notes are left, and counts are of the others. Go ` +
        'on with `nextCursor`, narrow the search by `path`, `includes` or `tag`, or search for a fixed word.',
    );
  if (incomplete !== undefined)
    hints.push(
      `The pattern was searched only in parts of ${someOf(incomplete)}: lines or values there are too long for it, so ` +
        'matches may be missing or cut. Use a pattern without unbounded repeats, such as `.{0,80}` for `.*`.',
    );
  if (unread !== undefined)
    hints.push(
      `Not searched, because reading them takes long: ${someOf(unread)}. They may have to be fetched from a cloud. ` +
        'Each search fetches some; narrow it by `path`.',
    );
  return hints;
}

export interface EmptySearch {
  /** The arguments that narrow the notes, in backticks. */
  readonly passed: readonly string[];
  /** Listed notes that have some of the words. */
  readonly partialCount: number;
  /** Whether near words were searched in place of some that no note has, which is told apart. */
  readonly isReplaced: boolean;
}

/** Of a search that no note passes as a whole. */
export function emptySearch(asked: SearchQuery, absent: AbsentParts, search: EmptySearch): string[] {
  const note = noteThat(search.passed);
  const { filters, words, lacksHeading } = absent;
  if (!absent.isComplete)
    return [`No ${note} has everything that was asked for: leave out a word or filter.`];
  // Other words are left out by the filter that nothing passes.
  const told = filters.length === 0 ? words : words.filter(({ reason }) => reason === 'nowhere');
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

/** Words that are told together. */
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
      if (isPattern) return 'No line matches the pattern; a pattern looks at single lines.';
      const missing = words.flatMap(word => (word.operator === undefined ? [] : word.missing.map(quoted)));
      return `No note has ${names}${missing.length === 0 ? '' : `, nor ${missing.join(' or ')} anywhere`}.`;
    }
    case 'apart': {
      if (operator !== undefined)
        return `No note has ${names}, but its words occur; search without \`${operator}:\` to find them.`;
      const way = asked.mode === 'phrase' ? '' : ', which are found without quotes';
      return `No note has ${names} as it is; its words occur${way}.`;
    }
    case 'filtered':
      return isPattern
        ? `No line matches the pattern in a ${noteThat(filters)}, but others do.`
        : `No ${noteThat(filters)} has ${names}, but other notes have.`;
    case 'heading':
      return lacksHeading
        ? headingHint(asked)
        : `${names} occurs, but not below a heading ${quoted(asked.heading ?? '')}.`;
    case 'excluded':
      return `Every note with ${names} is excluded by \`-\`.`;
  }
}

/** Where each part of a query finds something by itself. */
function togetherHint(note: string, { isPlain }: AbsentParts, { partialCount }: EmptySearch): string {
  if (!isPlain) return `Each part of the query matches some notes, but no ${note} matches all of them.`;
  const way =
    partialCount === 0 ? '; write `OR` between words for either' : ': the notes shown have some of them';
  return `Each word occurs, but no ${note} has all of them${way}.`;
}

/** The arguments that leave matches out. */
function optionHints(
  { mode, heading, wholeWord = false, caseSensitive = false }: SearchQuery,
  { words, lacksHeading }: AbsentParts,
): string[] {
  const isAnywhere =
    lacksHeading || words.some(({ reason }) => reason === 'nowhere' || reason === 'filtered');
  const options: (readonly [boolean, string])[] = [
    [
      heading !== undefined && !isAnywhere,
      '`heading` looks only below such headings, not in titles and other text.',
    ],
    [mode === 'phrase', '`mode: "words"` finds notes that have the words in any order.'],
    [mode === 'wildcard', '`*` stands for any letters of one word, `?` for one.'],
    [wholeWord, '`wholeWord` excludes longer words that begin with it.'],
    [caseSensitive, '`caseSensitive` excludes other letter case.'],
  ];
  return options.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

/** The filters of a query that nothing passes. */
export function failingFilters(query: Query, { filters }: AbsentParts): QueryFilter[] {
  const failing = new Set(filters);
  return query.filters().filter(({ name }) => failing.has(name));
}

/** Of `path:` and `file:` that nothing passes: near paths. */
export function pathWay({ kind, text = '' }: QueryFilter, files: VisibleFiles): string[] {
  const isOfPath = kind === 'path';
  if (/[*?]/u.test(text)) {
    const glob = text.includes('/') || isOfPath ? text : `**/${text}`;
    const includes = JSON.stringify(cutText(glob, 60));
    return [
      `\`${kind}:\` takes a part of a ${isOfPath ? 'path' : 'name'}, without \`*\` and \`?\`; for a pattern use \`list\` with \`includes: [${includes}]\` and \`recursive: true\`.`,
    ];
  }
  const near = files.near.to(text, file => isOfPath || file instanceof TFile).slice(0, maxNear);
  return near.length === 0
    ? []
    : [`${isOfPath ? 'Paths' : 'Files'} near ${quoted(text)}: ${near.join(', ')}.`];
}
