import type { Change, Journal } from '../journal/journal';
import { loadedFiles } from './kept-contents';
import type { Reversal, Standing } from './reversal';

/**
 * Ends what a crash left open, at the start, before anybody can write. A change that took place as a whole
 * counts; one that took place in part is taken back.
 */
export async function recover(journal: Journal, reversal: Reversal): Promise<void> {
  const touchedLater = new Set<string>();
  const changes = journal.newestFirst();
  const pending = journal.pending();
  for (const change of [...changes, ...pending].sort((a, b) => (a.id < b.id ? 1 : -1))) {
    if (change.isPending) await settle(change, touchedLater, journal, reversal);
    for (const { path, newPath } of change.files) touchedLater.add(path).add(newPath ?? path);
  }
}

async function settle(
  change: Change,
  touchedLater: ReadonlySet<string>,
  journal: Journal,
  reversal: Reversal,
): Promise<void> {
  // Only a change that ended let a later one begin on the same file.
  if (change.files.some(({ path, newPath }) => touchedLater.has(newPath ?? path))) {
    await journal.done(change.id);
    return;
  }
  const files = await loadedFiles(journal, change.files);
  const standings: Standing[] = [];
  for (const file of files) {
    if (file.isFolder !== true || files.length === 1) standings.push(await reversal.standing(file));
  }
  // What a later hand changed in a single file cannot be told from what was there before it: it stays listed.
  if (
    standings.every(standing => standing === 'after') ||
    (standings.length === 1 && standings[0] === 'other')
  ) {
    await journal.done(change.id);
  } else if (await reversal.revert(files)) {
    await journal.rolledBack(change.id);
  }
}
