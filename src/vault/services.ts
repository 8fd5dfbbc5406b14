import { CallerServices, type Services } from './caller-services';
import type { Grant } from './access/grant';
import { createIndexes, type VaultParts, warmUpOf } from './index/indexes';
import { ChangeFeed } from './app/change-feed';
import { OwnerChanges, ownerGrant } from './writing/undo/owner-changes';
import type { Undo } from './writing/undo/undo';
import type { Writing } from './writing/writing';

export type { Services } from './caller-services';
export type { ServiceRules, VaultParts } from './index/indexes';

export interface VaultServices {
  /** Binds the vault to a caller; cheap enough to be called once a request. */
  readonly servicesFor: (grant: Grant) => Services;
  /** To be told to recover before the first call is served. */
  readonly writing: Writing;
  /** For the person at the app. */
  readonly ownerChanges: OwnerChanges;
  /** What happens to files, for those who tell clients. */
  readonly feed: ChangeFeed;
}

export function createServices(parts: VaultParts): VaultServices {
  const indexes = createIndexes(parts);
  const servicesFor = (grant: Grant): Services => {
    indexes.texts.warmUp(warmUpOf(indexes, parts.background));
    return new CallerServices(parts, indexes, grant);
  };
  // Rules are for clients: what they hid or closed, its owner still takes back.
  const unbound = {
    ...parts,
    rules: () => ({ ...parts.rules(), readOnly: false, hidden: [] }),
    writeRevocation: () => undefined,
  };
  const undo = (): Undo => new CallerServices(unbound, indexes, ownerGrant).undo;
  const ownerChanges = new OwnerChanges({ app: parts.app, journal: indexes.writing.journal, undo });
  const feed = new ChangeFeed(parts.app, parts.listen, parts.realPath);
  return { servicesFor, writing: indexes.writing, ownerChanges, feed };
}
