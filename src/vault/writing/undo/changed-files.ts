import type { App } from 'obsidian';
import { suffices } from '../../../utils/rights';
import type { Grant } from '../../access/grant';
import type { Change, ChangedFile } from '../../journal/journal';
import { pathsWithin } from '../pipeline/steps';
import type { WriteTargets } from '../write-targets';

/** Whether only the links of the file changed: a change that moves does nothing else to the text of files. */
export function isLinkEdit({ kind, isLinking }: ChangedFile, files: readonly ChangedFile[]): boolean {
  return kind === 'edit' && (isLinking === true || files.some(other => other.kind === 'move'));
}

/** The files of a change that are worth listing: folders only where nothing else changed. */
export function reportedFiles({ files }: Change): readonly ChangedFile[] {
  const reported = files.filter(({ isFolder, kind }) => isFolder !== true || kind === 'move');
  return reported.length > 0 ? reported : files;
}

/**
 * The files of a change that decide whether it can be undone: it must make no difference whether notes that the caller
 * may not write link to what it moved.
 */
export function countedFiles({ files }: Change, canWrite: (path: string) => boolean): ChangedFile[] {
  return files.filter(file => !isLinkEdit(file, files) || canWrite(file.path));
}

/** Whether the token made the change. A record without the token's key may be of an earlier token with that name. */
export function isOwn(change: Change, { token, key }: Grant): boolean {
  return change.token === token && key !== undefined && change.key === key;
}

/**
 * A token undoes its own changes, one with full rights any; only where it may write every path of them, of a moved
 * folder also all that is in it now. Links that followed a move go back with it and do not count.
 */
export function mayUndo(change: Change, grant: Grant, targets: WriteTargets, app: App): boolean {
  if (!isOwn(change, grant) && !suffices(grant.rights, 'full')) return false;
  return countedFiles(change, () => false).every(file =>
    pathsOfUndoing(file, app).every(path => targets.canWrite(path)),
  );
}

function pathsOfUndoing({ kind, path, newPath }: ChangedFile, app: App): string[] {
  if (kind !== 'move' || newPath === undefined) return [path];
  const moved = app.vault.getAbstractFileByPath(newPath);
  const now = moved === null ? [newPath] : pathsWithin(moved);
  return now.flatMap(inside => [inside, path + inside.slice(newPath.length)]);
}
