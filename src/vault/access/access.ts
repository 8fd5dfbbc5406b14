import type { Profile, Rights } from '../../utils/rights';
import { sha256 } from '../../platform';
import { compileCover } from '../../utils/glob-utils';
import { hasDotSegment } from './vault-path';

export interface Grant {
  readonly token: string;
  /** The first digits of the hash of the token's value: a name can be reused for another token. */
  readonly key?: string | undefined;
  readonly rights: Rights;
  /** Globs of folders and files that the token may see; all if empty. */
  readonly allow: readonly string[];
  /** Globs that it may write to, among what it may see; all of that if empty. */
  readonly allowWrite: readonly string[];
  /** Globs that it may never see; they win over the others. */
  readonly deny: readonly string[];
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

/** Whether any folder rule narrows what the token sees. */
export function isNarrowed({ allow, deny }: Grant, { hidden }: Pick<VaultRules, 'hidden'>): boolean {
  return hidden.length + allow.length + deny.length > 0;
}

/** Rules that hold for every token. */
export interface VaultRules {
  readonly readOnly: boolean;
  /** Globs of folders and files that no caller sees. */
  readonly hidden: readonly string[];
}

/** What one caller may see and write. What is denied does not exist for the caller. */
export class Access {
  private readonly hidden: (path: string) => boolean;
  private readonly denied: (path: string) => boolean;
  private readonly allowed: (path: string) => boolean;
  private readonly allowedToWrite: (path: string) => boolean;
  /** Whether any folder rule narrows what the caller sees. */
  readonly isNarrowed: boolean;
  private knownFingerprint: string | undefined;

  constructor(
    readonly grant: Grant,
    readonly rules: VaultRules,
    caseInsensitive: boolean,
  ) {
    // Denied paths match in any letter case, so that no spelling reveals whether a file exists.
    const close = (globs: readonly string[]): Cover => compileCover(globs, { caseInsensitive: true });
    const open = (globs: readonly string[]): Cover => compileCover(globs, { caseInsensitive });
    this.hidden = ruleOf(rules.hidden, close, open);
    this.denied = ruleOf(grant.deny, close, open);
    this.allowed = grant.allow.length === 0 ? () => true : ruleOf(grant.allow, open, close);
    this.allowedToWrite = grant.allowWrite.length === 0 ? () => true : ruleOf(grant.allowWrite, open, close);
    this.isNarrowed = isNarrowed(grant, rules);
  }

  /** Identifies these rules, so that a cursor made under other rules is refused. Most calls do not need it. */
  get fingerprint(): string {
    const { grant, rules } = this;
    return (this.knownFingerprint ??= sha256(
      JSON.stringify([grant.token, grant.allow, grant.deny, rules.hidden]),
    ).slice(0, 16));
  }

  /** Whether a file or folder at this vault path exists for the caller. */
  canRead(path: string): boolean {
    if (hasDotSegment(path)) return false;
    return !this.isNarrowed || (!this.hidden(path) && !this.denied(path) && this.allowed(path));
  }

  canWrite(path: string): boolean {
    return !this.rules.readOnly && this.canRead(path) && this.allowedToWrite(path);
  }
}

type Cover = (path: string) => boolean;

/** @param takers compiles the globs of the rule; `exceptions` compiles those that begin with `!` */
function ruleOf(
  globs: readonly string[],
  takers: (globs: readonly string[]) => Cover,
  exceptions: (globs: readonly string[]) => Cover,
): Cover {
  const isException = (glob: string): boolean => glob.startsWith('!') && !glob.startsWith('!(');
  const takes = takers(globs.filter(glob => !isException(glob)));
  const gives = exceptions(globs.filter(isException).map(glob => glob.slice(1)));
  return path => takes(path) && !gives(path);
}
