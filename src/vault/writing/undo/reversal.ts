/** Reverts changes, including those that a crash left open. */
import { type App, TFile } from 'obsidian';
import { linkSkeleton } from '../../../markdown/edits/links/link-places';
import { areSameBytes } from '../../../platform';
import { decoded, hashOf } from '../../../utils/bytes';
import { saveOpenEditors } from '../../app/open-editors';
import type { Change } from '../../journal/change-index';
import type { Journal } from '../../journal/journal';
import { loadedFiles, type LoadedFile } from '../../journal/recording';
import type { VaultOperations } from '../pipeline/vault-operations';
import { type Expected, type FileState, fileState, placeOf } from './change-state';

interface Reverted {
  /** Whether each file could be looked at, and restored if it was unchanged since. */
  readonly isWhole: boolean;
  /** The files that stay as they are: another program changed them meanwhile, or what they held is not kept. */
  readonly left: readonly string[];
}

/** Bytes, or their hash if they are not kept. */
type Content = Uint8Array | string;

/** Reverts changes file by file, but never what another program changed meanwhile. */
export class Reversal {
  constructor(
    private readonly app: App,
    private readonly operations: VaultOperations,
  ) {}

  /** @param files in the order in which they were changed */
  async revert(files: readonly LoadedFile[], isLast = false): Promise<Reverted> {
    let isWhole = true;
    const left: string[] = [];
    for (const file of files.toReversed()) {
      try {
        const state = await this.state(file);
        const isReverted = state === 'after' && (await this.revertOne(file));
        if (state !== 'before' && !isReverted) left.push(file.newPath ?? file.path);
      } catch {
        isWhole = false;
      }
    }
    // The disk may have failed once more.
    return isWhole || isLast ? { isWhole, left } : this.revert(files, true);
  }

  /** The state of each file as if the later ones were undone; created or removed folders count only if nothing else changed. */
  async states(files: readonly LoadedFile[]): Promise<FileState[]> {
    const states: FileState[] = [];
    const undone: LoadedFile[] = [];
    for (const file of files.toReversed()) {
      const { kind, isFolder } = file;
      if (isFolder === true && kind !== 'move' && files.length > 1) continue;
      const state = await this.state(file, undone);
      states.push(state);
      if (state === 'after' && (kind === 'move' || kind === 'create')) undone.unshift(file);
    }
    return states;
  }

  /** @param undone moves and created files that count as undone, oldest first */
  state({ after, afterHash, ...file }: LoadedFile, undone: readonly LoadedFile[] = []): Promise<FileState> {
    return fileState<Content>({ ...file, after: after ?? afterHash }, this.app, (path, expected) =>
      this.isAt(placeOf(path, undone), expected),
    );
  }

  /** @returns whether the content that it needs is known */
  private async revertOne(file: LoadedFile): Promise<boolean> {
    const { operations } = this;
    const found = this.app.vault.getAbstractFileByPath(file.newPath ?? file.path);
    switch (file.kind) {
      case 'create':
        if (file.isFolder === true) await operations.removeFolder(file.path);
        else if (found instanceof TFile) await operations.remove(found);
        return true;
      case 'edit': {
        const before = file.before && decoded(file.before);
        // Its hash has shown that this is the text after the change.
        const after = file.after ?? (await this.bytesAt(file.path));
        const now = after && decoded(after);
        if (!(found instanceof TFile) || before === undefined || now === undefined) return false;
        await operations.edit(found, now, before);
        return true;
      }
      case 'delete':
        if (file.isFolder === true) await operations.makeFolder(file.path);
        else if (file.before === undefined) return false;
        else await operations.create(file.path, file.before);
        return true;
      case 'move':
        if (found !== null) await operations.rename(found, file.path);
        return true;
    }
  }

  /** Undefined if there is no file. */
  async bytesAt(path: string): Promise<Uint8Array | undefined> {
    await saveOpenEditors(this.app, path);
    const file = this.app.vault.getFileByPath(path);
    if (file === null || !(await this.isOnDisk(path))) return undefined;
    return new Uint8Array(await this.app.vault.readBinary(file));
  }

  /** A deletion that failed in the middle is not in the app's index at once. */
  private async isOnDisk(path: string): Promise<boolean> {
    const { vault } = this.app;
    return vault.getAbstractFileByPath(path) !== null && (await vault.adapter.exists(path, true));
  }

  private async isAt(path: string, expected: Expected<Content>): Promise<boolean> {
    if (typeof expected === 'string') return (await this.isOnDisk(path)) === (expected !== 'nothing');
    const { content } = expected;
    const now = content === undefined ? undefined : await this.bytesAt(path);
    if (content === undefined || now === undefined) return false;
    return typeof content === 'string' ? (await hashOf(now)) === content : areSameBytes(now, content);
  }
}

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
  const changes = [...journal.newestFirst(), ...journal.pending()];
  for (const change of changes.sort((a, b) => (a.id < b.id ? 1 : -1))) {
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
  const files = await begunFiles(await loadedFiles(journal, change.files), reversal);
  const states = await reversal.states(files);
  const followed = await followedLinks(change, { journal, reversal });
  const isComplete = states.every(state => state === 'after') && followed.isComplete;
  // If another program changed a single file, its earlier content is unknown: the change stays listed.
  if (isComplete || (states.length === 1 && states[0] === 'other')) {
    await journal.done(change.id, followed.files);
  } else {
    const { isWhole, left } = await reversal.revert([...files, ...followed.files]);
    if (isWhole) await journal.rolledBack(change.id, left);
  }
}

/** Steps run in order: after a move that has not taken place, nothing has, whatever is at those paths. */
async function begunFiles(files: LoadedFile[], reversal: Reversal): Promise<LoadedFile[]> {
  for (const [index, file] of files.entries())
    if (file.kind === 'move' && (await reversal.state(file)) === 'before') return files.slice(0, index + 1);
  return files;
}

interface FollowedLinks {
  /** The files whose links have followed. */
  readonly files: readonly LoadedFile[];
  /** Whether all have, except those that another program has changed since, which are never touched. */
  readonly isComplete: boolean;
}

/** How far links had followed a move. */
async function followedLinks(
  { linked = [] }: Change,
  { journal, reversal }: Recovery,
): Promise<FollowedLinks> {
  const files: LoadedFile[] = [];
  let isComplete = true;
  for (const { path, before: image } of linked) {
    const before = await journal.image(image);
    const after = await reversal.bytesAt(path);
    if (before === undefined || after === undefined) continue;
    if (areSameBytes(before, after)) isComplete = false;
    else if (differOnlyInLinks(path, before, after)) files.push({ kind: 'edit', path, before, after });
  }
  return { files, isComplete };
}

function differOnlyInLinks(path: string, before: Uint8Array, after: Uint8Array): boolean {
  const was = decoded(before);
  const is = decoded(after);
  if (was === undefined || is === undefined) return false;
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return linkSkeleton(was, extension).text === linkSkeleton(is, extension).text;
}
