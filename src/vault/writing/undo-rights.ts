import { suffices } from '../../utils/rights';
import type { Grant } from '../grant';
import type { Change } from '../journal/journal';
import type { WriteTargets } from './write-targets';

/** A token takes back its own changes, one with full rights any; only where it may write every file of them. */
export function mayUndo(change: Change, grant: Grant, targets: WriteTargets): boolean {
  const isOwn = change.token === grant.token;
  return (
    (isOwn || suffices(grant.rights, 'full')) &&
    change.files.every(
      ({ path, newPath }) => targets.canWrite(path) && (newPath === undefined || targets.canWrite(newPath)),
    )
  );
}
