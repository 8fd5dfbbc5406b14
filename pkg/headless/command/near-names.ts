import { editsWithin, toleranceFor } from '../../../src/utils/near';

/** The name that a word misspells: up to three letters only in letter case, up to six by one edit, longer ones by two. */
export function nearName(word: string, names: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const most = toleranceFor(wanted);
  const [best] = names
    .map(name => ({ name, edits: editsWithin(name.toLowerCase(), wanted, most) }))
    .filter(({ edits }) => edits !== undefined)
    .sort((one, other) => (one.edits ?? 0) - (other.edits ?? 0));
  return best?.name;
}

/** " (Did you mean …?)"; '' for nothing. */
export function offer(name: string | undefined): string {
  return name === undefined ? '' : ` (Did you mean ${name}?)`;
}
