import type { App } from 'obsidian';
import { suffices } from '../../../utils/rights';
import { type Grant, hasFolderRules } from '../../access/grant';
import type { Change, ChangedFile } from '../../journal/journal';
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

/**
 * The files that decide whether a change can be undone: links in notes that the caller may not write must
 * make no difference.
 */
export function countedFiles({ files }: Change, canWrite: (path: string) => boolean): ChangedFile[] {
  return files.filter(file => !isLinkEdit(file, files) || canWrite(file.path));
}

/** Whether the token made the change. A change without a key is the user's own. */
export function isOwn(change: Change, { token, key }: Grant): boolean {
  return change.token === token && key !== undefined && change.key === key;
}

/**
 * A token may undo its own changes, one with full rights any, if it may write all their paths, including the
 * current content of a moved folder. Links that followed a move do not count. Where another token's change may have moved
 * links, one with folder rules may not: whether it could would tell of notes that it does not see.
 */
export function mayUndo(change: Change, grant: Grant, targets: WriteTargets, app: App): boolean {
  if (!isOwn(change, grant)) {
    if (!suffices(grant.rights, 'full')) return false;
    if (hasFolderRules(grant) && movesLinks.has(change.tool)) return false;
  }
  return countedFiles(change, () => false).every(file =>
    pathsOfUndoing(file, app).every(path => targets.canWrite(path)),
  );
}

/** Tools after which links in other notes follow; an undo may be that of one of them. */
const movesLinks: ReadonlySet<string> = new Set(['move', 'merge_notes', 'rename_heading', 'undo_change']);

function pathsOfUndoing({ kind, path, newPath }: ChangedFile, app: App): string[] {
  if (kind !== 'move' || newPath === undefined) return [path];
  const moved = app.vault.getAbstractFileByPath(newPath);
  const now = moved === null ? [newPath] : pathsWithin(moved);
  return now.flatMap(inside => [inside, path + inside.slice(newPath.length)]);
}
