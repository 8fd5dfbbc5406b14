/** The files of a change: which count, who may undo it, and how the vault compares with it. */
import { type App, TFile, TFolder } from 'obsidian';
import { hashOf } from '../../../utils/bytes';
import { itemsOf } from '../../../utils/collections';
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

/** What is at a path: the hash of a file's bytes, a folder, or nothing. */
type PathState = string;
const nothing: PathState = 'nothing';
const folder: PathState = 'folder';
/** Nothing can be there: a file has the name of a folder above. */
const taken: PathState = 'taken';
/** A file that exists but cannot be read: no change left it like that. */
const unreadable: PathState = 'unreadable';

const something: PathState = 'something';

/** The paths of a changed file, with what is there before and after the change; undefined if that is not known. */
function pathStates(file: FileChange<PathState>): Omit<FileChange<PathState>, 'kind'>[] {
  const { kind, path, newPath = '', isFolder, before, after } = file;
  const gone = { path, before: something, after: nothing };
  switch (kind) {
    case 'create':
      return [{ path, before: nothing, after: isFolder === true ? something : after }];
    case 'edit':
      return [{ path, before, after }];
    case 'delete':
      return [gone];
    case 'move':
      return [gone, { path: newPath, before: nothing, after: something }];
  }
}

/** @param at what is at a path; if no content is wanted, only whether anything is */
export async function fileState(
  file: FileChange<PathState>,
  { vault }: App,
  at: (path: string, isContent: boolean) => Promise<PathState>,
): Promise<FileState> {
  const states = pathStates(file);
  // The app also finds a file by the composed form of its name, even after a move from the one form to the other.
  const isOtherForm = (path: string, found = vault.getAbstractFileByPath(path)?.path): boolean =>
    found !== path && states.some(state => state.path === found);
  const isAt = async (path: string, expected?: PathState): Promise<boolean> => {
    if (expected === undefined || (expected === nothing && isOtherForm(path))) return expected === nothing;
    const now = await at(path, expected !== nothing && expected !== something);
    return expected === something ? now !== nothing && now !== taken : now === expected;
  };
  for (const side of ['after', 'before'] as const) {
    let isAll = true;
    for (const { path, [side]: expected } of states) isAll &&= await isAt(path, expected);
    if (isAll) return side;
  }
  return 'other';
}

/** Why a change cannot be undone: a file has changed since or cannot be read, or a needed content is not kept. */
export interface UndoObstacle {
  readonly reason: 'changedSince' | 'notKept' | 'unreadable';
  readonly file: ChangedFile;
}

/** What was at paths before some changes, which count as undone, the newest first. */
export class Past {
  constructor(
    /** By `placeOf`. */
    private readonly states = new Map<string, PathState>(),
    /** By both of their paths. */
    private readonly moves = new Map<string, readonly { at: number; from: string; to: string }[]>(),
    /** Places, with the hashes that changes made of them. */
    private readonly made = new Set<string>(),
    private count = 0,
  ) {}

  copy(): Past {
    return new Past(new Map(this.states), new Map(this.moves), new Set(this.made), this.count);
  }

  /** Where the file that was at a path is now; a text that begins with `//` if there was none. */
  placeOf(path: string): string {
    let place = path;
    for (let until = Infinity; ;) {
      const moves = [...foldersAround(place), place].flatMap(part => itemsOf(this.moves, part));
      const [move] = moves.filter(({ at }) => at < until).sort((a, b) => b.at - a.at);
      if (move === undefined) return place;
      if (!`${place}/`.startsWith(`${move.from}/`)) return `//${move.at}/${place}`;
      place = move.to + place.slice(move.from.length);
      until = move.at;
    }
  }

  /** Undefined unless one of the changes created, edited or deleted it. */
  at(path: string, place = this.placeOf(path)): PathState | undefined {
    return this.states.get(place);
  }

  /** Whether one of the changes made of a path what another was to make of it; of a move without new path, whether one moved it anywhere. */
  hasMade(file: Omit<ChangedFile, 'before'>): boolean {
    return this.made.has(madeOf(this.placeOf(file.path), file));
  }

  undo({ kind, path, newPath, before, after }: ChangedFile): void {
    this.count += 1;
    const to = newPath ?? path;
    const move = { at: this.count, from: path, to };
    for (const part of kind === 'move' ? [path, to] : [])
      this.moves.set(part, [...itemsOf(this.moves, part), move]);
    const place = this.placeOf(path);
    if (kind !== 'move') this.states.set(place, kind === 'create' ? nothing : (before?.hash ?? folder));
    this.made.add(madeOf(place, { kind, newPath, after })).add(madeOf(place, { kind, after }));
  }
}

function madeOf(place: string, { kind, newPath = '', after }: Omit<ChangedFile, 'path' | 'before'>): string {
  return [place, kind === 'move' ? kind : after?.hash, newPath].join('\n');
}

/** Finds out whether changes can be undone, without changing anything. Reads each file once. */
export class UndoCheck {
  private readonly states = new Map<string, PathState>();
  private past = new Past();

  constructor(private readonly app: App) {}

  /** Whether a caller may undo a change, and nothing prevents it. */
  async allows(change: Change, grant: Grant, targets: WriteTargets): Promise<boolean> {
    if (!mayUndo(change, grant, targets, this.app)) return false;
    return (await this.obstacle(countedFiles(change, path => targets.canWrite(path)))) === undefined;
  }

  /** @param isKept whether later calls are about older changes, as if this were undone @returns undefined if nothing prevents it. */
  async obstacle(files: readonly ChangedFile[], isKept = false): Promise<UndoObstacle | undefined> {
    const past = this.past.copy();
    const at = async (path: string, place = past.placeOf(path)): Promise<PathState> =>
      past.at(path, place) ?? (await this.at(place));
    // Folders do not count if there are files: they are created or removed as needed.
    const counted = files.filter(({ isFolder, kind }) => isFolder !== true || kind === 'move');
    for (const file of (counted.length > 0 ? counted : files).toReversed()) {
      const seen = new Set<PathState>();
      const hashes = { before: file.before?.hash, after: file.after?.hash };
      const state = await fileState({ ...file, ...hashes }, this.app, async (path, isContent) => {
        const now = await at(path);
        if (isContent) seen.add(now);
        return now;
      });
      if (state !== 'after') return { reason: seen.has(unreadable) ? 'unreadable' : 'changedSince', file };
      const { kind, path, before, isFolder } = file;
      const created = kind === 'create' && this.app.vault.getAbstractFileByPath(past.placeOf(path));
      for (const child of created instanceof TFolder ? created.children : [])
        if ((await at(child.path, child.path)) !== nothing) return { reason: 'changedSince', file };
      const needsContent = isFolder !== true && (kind === 'edit' || kind === 'delete');
      if (needsContent && before?.stored === undefined) return { reason: 'notKept', file };
      past.undo(file);
    }
    if (isKept) this.past = past;
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
