import type { Rights } from '../utils/rights';

/** What its owner granted to one token. */
export interface Grant {
  readonly token: string;
  readonly rights: Rights;
  /** Globs of folders and files it may see; everything when empty. */
  readonly allow: readonly string[];
  /** Globs it may write to, within what it may see; everything it may see when empty. */
  readonly allowWrite: readonly string[];
  /** Globs it may never see; wins over the others. */
  readonly deny: readonly string[];
  /** Tools switched off for this token. */
  readonly disabledTools: readonly string[];
}

/** Whether folder rules narrow what the token sees or writes. */
export function hasFolderRules(grant: Grant): boolean {
  return grant.allow.length + grant.allowWrite.length + grant.deny.length > 0;
}
