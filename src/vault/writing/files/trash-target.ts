import type { App } from 'obsidian';
import { suffices } from '../../../utils/rights';
import type { Grant } from '../../access/grant';
import { configOf } from '../../app/app-config';
import type { TrashWay } from '../pipeline/steps';

/** Where a deleted file goes. */
export interface TrashTarget {
  readonly way: TrashWay;
  readonly trashed: 'system' | 'vault' | 'permanent';
}

/** Files that the user's setting deletes permanently go to the trash unless the token has full rights. */
export function trashTarget(app: App, grant: Grant, isHeadless: boolean): TrashTarget {
  // The app's setting "Deleted files"; internal, but the only way to know where a deleted file goes.
  const option = configOf(app.vault, 'trashOption');
  if (option === 'none')
    return suffices(grant.rights, 'full')
      ? { way: 'setting', trashed: 'permanent' }
      : { way: 'vault', trashed: 'vault' };
  return { way: 'setting', trashed: option === 'local' || isHeadless ? 'vault' : 'system' };
}
