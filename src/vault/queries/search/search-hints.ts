/** Hints about words that a search did not find or replaced. */

import type { AbsentParts } from '../../../search/rank/absent-parts';
import type { Stopped } from '../../../search/rank/round';

/** Leaves out words that were replaced and already mentioned. */
export function withoutReplacedWords(
  absent: AbsentParts | undefined,
  replaced: ReadonlyMap<string, unknown>,
): AbsentParts | undefined {
  return absent && { ...absent, words: absent.words.filter(({ word }) => !replaced.has(word)) };
}

export function hintForReplacedWord(word: string, near: readonly string[]): string {
  const shown = near.map(one => `"${one}"`).join(' or ');
  return `No note has "${word}"; notes with ${shown} are shown for it. \`exact: true\` leaves near words out.`;
}

function hintOf({ left }: Stopped): string {
  return (
    `The search stopped after a second of work: ${left} notes are left, and counts are of the others. Go on with ` +
    '`nextCursor`, narrow the search by `path`, `includes` or `tag`, or search for a fixed word.'
  );
}

interface Part {
  readonly name: string;
}

/** The arguments that narrow a search, by their names in the tool. */
export function narrowedBy(
  { heading }: { readonly heading?: string | undefined },
  isWholeVault: boolean,
  filters: readonly Part[],
): string[] {
  return [
    ...(isWholeVault ? [] : ['`path`']),
    ...filters.map(({ name }) => name),
    ...(heading === undefined ? [] : ['`heading`']),
  ];
}

interface Work {
  readonly stopped?: Stopped | undefined;
  /** Paths of notes that a pattern searched only in part. */
  readonly incomplete?: readonly string[] | undefined;
  /** Paths of notes that were not read. */
  readonly unread?: readonly string[] | undefined;
}

/** Hints about notes that were not searched. */
export function hintsForUnfinishedWork({ stopped, incomplete, unread }: Work): string[] {
  return [
    ...(stopped === undefined ? [] : [hintOf(stopped)]),
    ...(incomplete === undefined ? [] : [hintOfIncomplete(incomplete)]),
    ...(unread === undefined ? [] : [hintOfUnread(unread)]),
  ];
}

const maxNamed = 5;

function hintOfIncomplete(paths: readonly string[]): string {
  return (
    `The pattern was searched only in parts of ${someOf(paths)}: lines there are too long for it, so matches may be ` +
    'missing or cut. Use a pattern without unbounded repeats, such as `.{0,80}` for `.*`.'
  );
}

function hintOfUnread(paths: readonly string[]): string {
  return (
    `Not searched, since reading them takes long: ${someOf(paths)}. They may have to be fetched from a cloud. ` +
    'Each search fetches some; narrow it by `path`, or use `read_note`.'
  );
}

function someOf(paths: readonly string[]): string {
  const named = paths
    .slice(0, maxNamed)
    .map(path => `\`${path}\``)
    .join(', ');
  return paths.length > maxNamed ? `${named} and ${paths.length - maxNamed} more` : named;
}
