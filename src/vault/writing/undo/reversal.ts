/** Reverts changes, including those that a crash left open. */
import { type App, TFile } from 'obsidian';
import { changesOnlyLinks, revertedLinks } from '../../../markdown/edits/links/link-places';
import { areSameBytes } from '../../../platform';
import { decoded, hashOf } from '../../../utils/bytes';
import { foldersAround } from '../../../utils/text/pieces';
import { saveOpenEditors } from '../../app/open-editors';
import type { Change } from '../../journal/change-index';
import type { Journal } from '../../journal/journal';
import { loadedFiles, type LoadedFile } from '../../journal/recording';
import type { ChangedFile } from '../../journal/records';
import type { VaultOperations } from '../pipeline/vault-operations';
import { type FileState, fileState, Past } from './change-state';

interface Reverted {
  /** Whether each file could be looked at, and restored if it was unchanged since. */
  readonly isWhole: boolean;
  /** The files that stay as they are: others changed them meanwhile, or what they held is not kept. */
  readonly left: readonly string[];
}

/** Reverts changes file by file, but never what another program changed meanwhile. */
export class Reversal {
  constructor(
    private readonly app: App,
    private readonly operations: VaultOperations,
    /** Before later changes, whose contents stay. */
    readonly past = new Past(),
  ) {}

  /**
   * @param files in the order in which they were changed
   * @param followed files whose links the app led after a move: they hold none back, since recovery knows them
   */
  async revert(files: readonly LoadedFile[], followed: readonly LoadedFile[] = []): Promise<Reverted> {
    const links = await this.revertAll(followed);
    const { isWhole, left } = await this.revertAll(files);
    return { isWhole: links.isWhole && isWhole, left: [...links.left, ...left] };
  }

  private async revertAll(files: readonly LoadedFile[], isLast = false): Promise<Reverted> {
    const left: string[] = [];
    const open: LoadedFile[] = [];
    for (const file of files.toReversed()) {
      // What follows a move has the paths and links after it; a folder may hold files that wait.
      const mayHold = file.kind === 'move' || file.isFolder === true;
      const waits = open.some(({ kind }) => kind === 'move') || (mayHold && open.length > 0);
      const isReverted = waits ? undefined : await this.reverted(file).catch(() => undefined);
      if (isReverted === undefined) open.unshift(file);
      else if (!isReverted) left.push(file.newPath ?? file.path);
    }
    if (open.length === 0 || isLast) return { isWhole: open.length === 0, left };
    // The disk may have failed once more.
    const again = await this.revertAll(open, true);
    return { ...again, left: [...left, ...again.left] };
  }

  private async reverted(file: LoadedFile): Promise<boolean> {
    const state = await this.state(file);
    if (state !== 'after') return state === 'before';
    if (file.isLinking !== true && (await this.isHeld(file))) return false;
    return this.revertOne(file);
  }

  /** The state of each file as if the later ones were undone; created or removed folders count only if nothing else changed. */
  async states(files: readonly LoadedFile[]): Promise<FileState[]> {
    const states: FileState[] = [];
    const undone = this.past.copy();
    for (const file of files.toReversed()) {
      const { kind, path, newPath, isFolder } = file;
      const isCounted = isFolder !== true || kind === 'move' || files.length === 1;
      const state = isCounted ? await this.state(file, undone) : 'other';
      states.unshift(state);
      if (state === 'after' && (kind === 'move' || kind === 'create')) undone.undo({ kind, path, newPath });
    }
    return states;
  }

  /** @param past before the changes that count as undone */
  async state({ before, after, afterHash, ...file }: LoadedFile, past = this.past): Promise<FileState> {
    const was = before && (await hashOf(before));
    const is = after === undefined ? afterHash : await hashOf(after);
    return fileState({ ...file, before: was, after: is }, this.app, async (path, isContent) => {
      const known = past.at(path);
      if (known !== undefined) return known;
      const place = past.placeOf(path);
      if (!isContent) return (await this.isOnDisk(place)) ? 'something' : 'nothing';
      const bytes = await this.bytesAt(place);
      return bytes === undefined ? 'nothing' : hashOf(bytes);
    });
  }

  /** Whether a later change keeps a file, which had been as after its change, from being taken back. */
  async isHeld({ kind, path, newPath = path }: LoadedFile): Promise<boolean> {
    const { past } = this;
    const place = past.placeOf(path);
    if (past.at(path) !== undefined || place.startsWith('//')) return true;
    const isMoved = place !== path || past.placeOf(newPath) !== newPath;
    if (kind === 'create') return isMoved;
    return kind === 'move' && (isMoved || !(await this.isOnDisk(newPath)));
  }

  /** @returns whether the content that it needs is known */
  private async revertOne(file: LoadedFile): Promise<boolean> {
    const { operations } = this;
    const path = this.past.placeOf(file.newPath ?? file.path);
    const found = this.app.vault.getAbstractFileByPath(path);
    switch (file.kind) {
      case 'create':
        if (file.isFolder === true) await operations.removeFolder(path);
        else if (found instanceof TFile) await operations.remove(found);
        return true;
      case 'edit': {
        const now = await this.bytesAt(path);
        const { before, after = now, isLinking = false } = file;
        if (!(found instanceof TFile) || !before || !after || !now) return false;
        // Other parts of a note that links only follow may be a later change's.
        const links = isLinking ? revertedLinks({ before, after }, now, found.extension) : undefined;
        const texts = links ?? { before: decoded(now), text: decoded(isLinking ? now : before) };
        if (texts.before === undefined || texts.text === undefined) return false;
        await operations.edit(found, texts.before, texts.text);
        return true;
      }
      case 'delete':
        if (file.isFolder !== true && file.before === undefined) return false;
        // A later change may have removed the folders.
        for (const around of foldersAround(path)) await operations.makeFolder(around);
        if (file.before === undefined) await operations.makeFolder(path);
        else await operations.create(path, file.before);
        return true;
      case 'move':
        if (found === null) return true;
        for (const around of foldersAround(file.path)) await operations.makeFolder(around);
        await operations.rename(found, file.path);
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
}

/** Of a start, and before a write: an open change that happened as a whole is complete, one that happened in part is reverted. */
export class Recovery {
  constructor(
    private readonly journal: Journal,
    private readonly reversal: Reversal,
  ) {}

  /**
   * Ends all changes that are open.
   * @param isReachable whether a caller could name the path: any program may have written the journal
   * @returns the paths of those that have ended
   */
  async run(isReachable: (path: string) => boolean): Promise<string[]> {
    const { journal, reversal } = this;
    const open = journal.pending();
    const changes = [...journal.newestFirst(), ...open].sort((a, b) => (a.id < b.id ? 1 : -1));
    for (const change of changes) {
      if (open[0] === undefined || change.id < open[0].id) break;
      const isReached = !change.isPending || pathsOf(change).every(isReachable);
      if (change.isPending) await (isReached ? this.settle(change) : journal.done(change.id));
      const kept = journal.get(change.id) ?? journal.pending().find(one => one === change);
      for (const file of kept === undefined ? [] : kept.files.toReversed()) {
        const { kind, path, newPath } = file;
        const isUndone = kind !== 'move' || (await reversal.state({ kind, path, newPath })) === 'after';
        if (isUndone) reversal.past.undo(file);
      }
    }
    return open.filter(change => !journal.pending().includes(change)).flatMap(pathsOf);
  }

  private async settle(change: Change): Promise<void> {
    const { journal, reversal } = this;
    const files = await this.begunFiles(await loadedFiles(journal, change.files));
    const states = await reversal.states(files);
    const taken = change.files.find(({ kind }, at) => kind === 'move' && states[at] === 'before');
    const followed = await this.followedLinks(change, taken);
    const missing = change.files.filter((_file, at) => states[at] === 'before');
    // Steps run in order, but the files of a deleted folder go in any.
    const isEnd = states.at(-1) === 'after' && files.at(-1)?.kind !== 'delete';
    const isComplete = change.isFailed !== true && followed.isComplete && (isEnd || missing.length === 0);
    // By later calls, as after a failure: nothing of both together may be taken back.
    const isRedone = missing.length > 0 && missing.every(file => reversal.past.hasMade(file));
    if (isComplete || isRedone) return journal.done(change.id, followed.files);
    if (await this.isKept(change, files, states)) {
      const links = files.filter(({ isLinking }, at) => isLinking === true && states[at] === 'before');
      const ahead = links.map(file => ({ ...file, before: file.after, after: file.before }));
      if ((await reversal.revert(ahead)).isWhole) await journal.done(change.id, followed.files);
      return;
    }
    const links = followed.files.map(file => ({ ...file, path: placeBefore(file.path, taken) }));
    const { isWhole, left } = await reversal.revert(files, links);
    if (isWhole) await journal.rolledBack(change.id, left);
  }

  /** Steps run in order: after a move that has not taken place, nothing has, whatever is at those paths. */
  private async begunFiles(files: LoadedFile[]): Promise<LoadedFile[]> {
    for (const [index, file] of files.entries())
      if (file.kind === 'move' && (await this.reversal.state(file)) === 'before')
        return files.slice(0, index + 1);
    return files;
  }

  /** Whether all but links took place or was left to a later change, and a later change holds what they lead to. */
  private async isKept(change: Change, files: LoadedFile[], states: FileState[]): Promise<boolean> {
    const { past } = this.reversal;
    let isHeld = false;
    if (change.linked === undefined && files.every(({ isLinking }) => isLinking !== true)) return false;
    for (const [at, file] of files.entries()) {
      const { kind, path, isLinking } = file;
      if (isLinking === true || states[at] === 'other') continue;
      const isMissing = states[at] === 'before';
      const isTaken = past.hasMade({ kind, path }) || past.hasMade({ kind: 'move', path });
      if (isMissing && (kind !== 'delete' || !isTaken)) return false;
      isHeld ||= isMissing || ((await this.reversal.isHeld(file)) && !(await this.isBack(file)));
    }
    return isHeld;
  }

  /** Whether a later change made a file as it was before: links to it lead there again. */
  private async isBack({ path, newPath, before }: LoadedFile): Promise<boolean> {
    const place = this.reversal.past.placeOf(newPath ?? path);
    const now = newPath === undefined && before && (await this.reversal.bytesAt(place));
    return now ? areSameBytes(now, before) : place === path && newPath !== undefined;
  }

  /** The files whose links had followed a move, and whether all had but those that another program has changed since. */
  private async followedLinks(
    { linked = [] }: Change,
    taken: ChangedFile | undefined,
  ): Promise<{ files: LoadedFile[]; isComplete: boolean }> {
    const { journal, reversal } = this;
    const files: LoadedFile[] = [];
    let isComplete = true;
    for (const { path, before: image } of linked) {
      const before = await journal.image(image);
      const place = reversal.past.placeOf(placeBefore(path, taken));
      const known = reversal.past.at(path, place);
      const after = await (known === undefined ? reversal.bytesAt(place) : journal.image(known));
      if (before === undefined || after === undefined) continue;
      if (areSameBytes(before, after)) isComplete = false;
      const [was, is] = [decoded(before), decoded(after)];
      if (was === is || was === undefined || is === undefined) continue;
      if (changesOnlyLinks(was, is, path.slice(path.lastIndexOf('.') + 1)))
        files.push({ kind: 'edit', path, isLinking: true, before, after });
    }
    return { files, isComplete };
  }
}

/** Where a file after a move is if the disk has let that be taken back, but not the links in what moved. */
function placeBefore(path: string, taken: ChangedFile | undefined): string {
  if (taken?.newPath === undefined || !`${path}/`.startsWith(`${taken.newPath}/`)) return path;
  return taken.path + path.slice(taken.newPath.length);
}

function pathsOf({ files, linked = [] }: Change): string[] {
  return [...files.flatMap(({ path, newPath = path }) => [path, newPath]), ...linked.map(({ path }) => path)];
}
