import type { Profile, Rights } from '../../utils/rights';

/** What the owner granted to one token. */
export interface Grant {
  /** The token's name. */
  readonly token: string;
  /** The first digits of the hash of the token's value: a name can be reused for another token. */
  readonly key?: string | undefined;
  readonly rights: Rights;
  /** Globs of folders and files that the token may see; all if empty. */
  readonly allow: readonly string[];
  /** Globs that it may write to, among those it may see; all of these if empty. */
  readonly allowWrite: readonly string[];
  /** Globs that it may never see; they win over the others. */
  readonly deny: readonly string[];
  /** Tools switched off for this token. */
  readonly disabledTools: readonly string[];
  /** How many tools are listed; the default if left out. */
  readonly profile?: Profile | undefined;
  /** Whether `tools/list` has the schemas of answers; not if left out. */
  readonly listOutputSchemas?: boolean | undefined;
}

/** Whether folder rules narrow what the token sees or writes. */
export function hasFolderRules(grant: Grant): boolean {
  return grant.allow.length + grant.allowWrite.length + grant.deny.length > 0;
}
