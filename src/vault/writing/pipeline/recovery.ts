import { areSameBytes } from '../../../platform';
import { linkSkeleton } from '../../../markdown/edits/links/link-places';
import type { Change, Journal, LoadedFile } from '../../journal/journal';
import { loadedFiles } from '../../journal/recording';
import type { FileState } from '../undo/change-state';
import type { Reversal } from '../undo/reversal';
import { decoded } from '../../../utils/bytes';

/**
 * Completes or reverts changes that a crash left open, at the start, before the first write. A change that
 * happened as a whole is complete; one that happened in part is reverted.
 * @param isReachable whether a caller could name the path: any program may have written the journal
 */
export async function recover(
  journal: Journal,
  reversal: Reversal,
  isReachable: (path: string) => boolean,
): Promise<void> {
  const touchedLater = new Set<string>();
  const changes = journal.newestFirst();
  const pending = journal.pending();
  for (const change of [...changes, ...pending].sort((a, b) => (a.id < b.id ? 1 : -1))) {
    if (change.isPending) {
      if (pathsOf(change).every(isReachable)) await settle(change, touchedLater, { journal, reversal });
      else await journal.done(change.id);
    }
    for (const { path, newPath } of change.files) touchedLater.add(path).add(newPath ?? path);
  }
}

function pathsOf({ files, linked = [] }: Change): string[] {
  return [...files.flatMap(({ path, newPath = path }) => [path, newPath]), ...linked.map(({ path }) => path)];
}

interface Recovery {
  readonly journal: Journal;
  readonly reversal: Reversal;
}

async function settle(
  change: Change,
  touchedLater: ReadonlySet<string>,
  { journal, reversal }: Recovery,
): Promise<void> {
  // A later change of the same file can begin only after this one ended.
  if (change.files.some(({ path, newPath }) => touchedLater.has(newPath ?? path))) {
    await journal.done(change.id);
    return;
  }
  const files = await loadedFiles(journal, change.files);
  const states: FileState[] = [];
  for (const file of files) {
    if (file.isFolder !== true || file.kind === 'move' || files.length === 1)
      states.push(await reversal.state(file));
  }
  const followed = await followedLinks(change, { journal, reversal });
  // If another program changed a single file, its earlier content is unknown: the change stays listed.
  if (
    (states.every(state => state === 'after') && followed === undefined) ||
    (states.length === 1 && states[0] === 'other')
  ) {
    await journal.done(change.id);
  } else {
    const { isWhole, left } = await reversal.revert([...files, ...(followed ?? [])]);
    if (isWhole) await journal.rolledBack(change.id, left);
  }
}

/**
 * The files whose links had begun to follow an unfinished move. Undefined if there are none, or if another
 * program changed one of them since: then the move is complete, since not all of its links can be reverted.
 */
async function followedLinks(
  { linked = [] }: Change,
  { journal, reversal }: Recovery,
): Promise<LoadedFile[] | undefined> {
  if (linked.length === 0) return undefined;
  const followed: LoadedFile[] = [];
  for (const { path, before: image } of linked) {
    const [before, after] = [await journal.image(image), await reversal.bytesAt(path)];
    if (before === undefined || after === undefined) continue;
    const file = { kind: 'edit', path, before, after } as const;
    if (areSameBytes(before, after)) continue;
    if (!differOnlyInLinks(path, before, after)) return undefined;
    followed.push(file);
  }
  return followed;
}

function differOnlyInLinks(path: string, before: Uint8Array, after: Uint8Array): boolean {
  const [was, is] = [decoded(before), decoded(after)];
  if (was === undefined || is === undefined) return false;
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return linkSkeleton(was, extension).text === linkSkeleton(is, extension).text;
}
