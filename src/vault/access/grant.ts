import type { Profile, Rights } from '../../utils/rights';

/** What its owner granted to one token. */
export interface Grant {
  /** The token's name. */
  readonly token: string;
  /** The first digits of the hash of its value: a name can be given to another token. */
  readonly key?: string | undefined;
  readonly rights: Rights;
  /** Globs of folders and files it may see; everything when empty. */
  readonly allow: readonly string[];
  /** Globs it may write to, within what it may see; everything it may see when empty. */
  readonly allowWrite: readonly string[];
  /** Globs it may never see; wins over the others. */
  readonly deny: readonly string[];
  /** Tools switched off for this token. */
  readonly disabledTools: readonly string[];
  /** How many tools are listed; the usual one where left out. */
  readonly profile?: Profile | undefined;
}

/** Whether folder rules narrow what the token sees or writes. */
export function hasFolderRules(grant: Grant): boolean {
  return grant.allow.length + grant.allowWrite.length + grant.deny.length > 0;
}
