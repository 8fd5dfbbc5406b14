/** The files of a change: which count, who may undo it, and how the vault compares with it. */
import { type App, TFile, TFolder } from 'obsidian';
import { hashOf } from '../../../utils/bytes';
import { suffices } from '../../../utils/rights';
import { foldersAround } from '../../../utils/text/pieces';
import { type Grant, hasFolderRules } from '../../access/access';
import type { Change } from '../../journal/change-index';
import type { FileChange, ChangedFile } from '../../journal/records';
import { storageFailure } from '../../reading/notes';
import { pathsWithin } from '../pipeline/steps';
import type { WriteTargets } from '../write-targets';

/** Whether only the links of the file changed: a move changes nothing else in the text of files. */
export function isLinkEdit({ kind, isLinking }: ChangedFile, files: readonly ChangedFile[]): boolean {
  return kind === 'edit' && (isLinking === true || files.some(other => other.kind === 'move'));
}

/** The files of a change to list: folders only if nothing else changed. */
export function reportedFiles({ files }: Change): readonly ChangedFile[] {
  const isReported = ({ isFolder, kind }: ChangedFile): boolean => isFolder !== true || kind === 'move';
  if (files.every(isReported)) return files;
  const reported = files.filter(isReported);
  return reported.length > 0 ? reported : files;
}

/** The files that decide whether a change can be undone, without links in notes that the caller may not write. */
export function countedFiles({ files }: Change, canWrite: (path: string) => boolean): ChangedFile[] {
  return files.filter(file => !isLinkEdit(file, files) || canWrite(file.path));
}

/** Whether the token made the change. A change without a key is the user's own. */
export function isOwn(change: Change, { token, key }: Grant): boolean {
  return change.token === token && key !== undefined && change.key === key;
}

/**
 * A token may undo its own changes, or with full rights any change, if it may write all paths, including the current
 * content of a moved folder. Links that followed a move do not count. With folder rules it may only undo changes of
 * others made by tools that change a single file: otherwise the answer would reveal notes that it does not see.
 */
export function mayUndo(change: Change, grant: Grant, targets: WriteTargets, app: App): boolean {
  if (!isOwn(change, grant)) {
    if (!suffices(grant.rights, 'full')) return false;
    if (hasFolderRules(grant) && !ofOneFile.includes(change.tool)) return false;
  }
  return countedFiles(change, () => false).every(file =>
    pathsOfUndoing(file, app).every(path => targets.canWrite(path)),
  );
}

/** Tools that change one file per call, and nothing else. */
const ofOneFile = ['create_note', 'edit_canvas', 'edit_note', 'patch_note', 'update_note'];

function pathsOfUndoing({ kind, path, newPath }: ChangedFile, { vault }: App): string[] {
  const gone = foldersAround(path).filter(one => !(vault.getAbstractFileByPath(one) instanceof TFolder));
  if (kind !== 'move' || newPath === undefined) return [...gone, path];
  const moved = vault.getAbstractFileByPath(newPath);
  const now = moved === null ? [newPath] : pathsWithin(moved);
  return [...gone, ...now.flatMap(inside => [inside, path + inside.slice(newPath.length)])];
}

/** The state of a changed file: as before the change, as after it, or changed again. */
export type FileState = 'before' | 'after' | 'other';

/** What should be at a path: nothing, something, or a file with this content; an unknown content matches nothing. */
export type Expected<Content> = 'nothing' | 'something' | { readonly content: Content | undefined };

interface PathStates<Content> {
  readonly path: string;
  readonly before: Expected<Content>;
  readonly after: Expected<Content>;
}

/** The paths of a changed file, with their content before and after the change. */
function pathStates<Content>(file: FileChange<Content>): PathStates<Content>[] {
  const { kind, path, newPath = '', isFolder, before, after } = file;
  switch (kind) {
    case 'create':
      return [{ path, before: 'nothing', after: isFolder === true ? 'something' : { content: after } }];
    case 'edit':
      return [{ path, before: { content: before }, after: { content: after } }];
    case 'delete':
      return [{ path, before: 'something', after: 'nothing' }];
    case 'move':
      return [
        { path, before: 'something', after: 'nothing' },
        { path: newPath, before: 'nothing', after: 'something' },
      ];
  }
}

/** @param isAt whether the expected content is at a path */
export async function fileState<Content>(
  file: FileChange<Content>,
  { vault }: App,
  isAt: (path: string, expected: Expected<Content>) => Promise<boolean>,
): Promise<FileState> {
  const states = pathStates(file);
  // The app also finds a file by the composed form of its name, even after a move from the one form to the other.
  const isOtherForm = (path: string, found = vault.getAbstractFileByPath(path)?.path): boolean =>
    found !== path && states.some(state => state.path === found);
  const isAll = async (side: 'before' | 'after'): Promise<boolean> => {
    for (const { path, [side]: expected } of states)
      if (!(expected === 'nothing' && isOtherForm(path)) && !(await isAt(path, expected))) return false;
    return true;
  };
  if (await isAll('after')) return 'after';
  return (await isAll('before')) ? 'before' : 'other';
}

/**
 * Where the file that was at a path before some changes is now; a text that is no vault path if there was none.
 * @param undone moves and created files, oldest first
 */
export function placeOf(path: string, undone: readonly FileChange<unknown>[]): string {
  let place = path;
  for (const [index, { kind, path: from, newPath: to = from }] of undone.entries()) {
    if (kind === 'move' && `${place}/`.startsWith(`${from}/`)) place = to + place.slice(from.length);
    else if (`${place}/`.startsWith(`${to}/`)) return `//${undone.length - index}/${place}`;
  }
  return place;
}

/** Why a change cannot be undone: a file has changed since or cannot be read, or a needed content is not kept. */
export interface UndoObstacle {
  readonly reason: 'changedSince' | 'notKept' | 'unreadable';
  readonly file: ChangedFile;
}

/** What is at a path: the hash of a file's bytes, a folder, or nothing. */
type PathState = string;
const nothing: PathState = 'nothing';
const folder: PathState = 'folder';
/** Nothing can be there: a file has the name of a folder above. */
const taken: PathState = 'taken';
/** A file that exists but cannot be read: no change left it like that. */
const unreadable: PathState = 'unreadable';

/** Finds out whether changes can be undone, without changing anything. Reads each file once. */
export class UndoCheck {
  private readonly states = new Map<string, PathState>();
  /** The states before changes that count as undone, by `placeOf`, and their moves. */
  private undone = new Map<string, PathState>();
  private moves: readonly ChangedFile[] = [];

  constructor(private readonly app: App) {}

  /** Whether a caller may undo a change, and nothing prevents it. */
  async allows(change: Change, grant: Grant, targets: WriteTargets): Promise<boolean> {
    if (!mayUndo(change, grant, targets, this.app)) return false;
    return (await this.obstacle(countedFiles(change, path => targets.canWrite(path)))) === undefined;
  }

  /** @param isKept whether later calls are about older changes, as if this were undone @returns undefined if nothing prevents it. */
  async obstacle(files: readonly ChangedFile[], isKept = false): Promise<UndoObstacle | undefined> {
    const undone = new Map(this.undone);
    const moves = [...this.moves];
    const at = async (path: string, place = placeOf(path, moves)): Promise<PathState> =>
      undone.get(place) ?? (await this.at(place));
    // Folders do not count if there are files: they are created or removed as needed.
    const counted = files.filter(({ isFolder, kind }) => isFolder !== true || kind === 'move');
    for (const file of (counted.length > 0 ? counted : files).toReversed()) {
      const seen = new Set<PathState>();
      const state = await fileState(file, this.app, async (path, expected) => {
        const now = await at(path);
        if (expected === 'nothing') return now === nothing;
        if (expected === 'something') return now !== nothing && now !== taken;
        seen.add(now);
        return now === expected.content?.hash;
      });
      if (state !== 'after') return { reason: seen.has(unreadable) ? 'unreadable' : 'changedSince', file };
      const { kind, path, before, isFolder } = file;
      const created = kind === 'create' && this.app.vault.getAbstractFileByPath(placeOf(path, moves));
      for (const child of created instanceof TFolder ? created.children : [])
        if ((await at(child.path, child.path)) !== nothing) return { reason: 'changedSince', file };
      const needsContent = isFolder !== true && (kind === 'edit' || kind === 'delete');
      if (needsContent && before?.stored === undefined) return { reason: 'notKept', file };
      if (kind === 'move') moves.unshift(file);
      else undone.set(placeOf(path, moves), kind === 'create' ? nothing : (before?.hash ?? folder));
    }
    if (isKept) [this.undone, this.moves] = [undone, moves];
    return undefined;
  }

  private async at(path: string): Promise<PathState> {
    const known = this.states.get(path);
    if (known !== undefined) return known;
    const { vault } = this.app;
    const file = vault.getAbstractFileByPath(path);
    if (file === null)
      return foldersAround(path).some(around => vault.getFileByPath(around) !== null) ? taken : nothing;
    if (!(file instanceof TFile)) return folder;
    const state = await this.contentState(file);
    this.states.set(path, state);
    return state;
  }

  private async contentState(file: TFile): Promise<PathState> {
    try {
      return await hashOf(new Uint8Array(await this.app.vault.readBinary(file)));
    } catch (error) {
      // Another program may have deleted it a moment ago.
      return storageFailure(error).code === 'not_found' ? nothing : unreadable;
    }
  }
}
