import { sha256 } from '../platform';
import { compileCover } from '../utils/glob-utils';
import { type Grant, hasFolderRules } from './grant';
import { hasDotSegment } from './vault-path';

/** Rules that hold for every token. */
export interface VaultRules {
  readonly readOnly: boolean;
  /** Globs of folders and files that nobody sees. */
  readonly hidden: readonly string[];
}

/**
 * What one caller may see and write. The vault room asks it before it asks the app; what is denied does not
 * exist for the caller.
 */
export class Access {
  private readonly hidden: (path: string) => boolean;
  private readonly denied: (path: string) => boolean;
  private readonly allowed: (path: string) => boolean;
  private readonly allowedToWrite: (path: string) => boolean;
  /** Whether some folder rule narrows what the caller sees. */
  readonly isNarrowed: boolean;
  /** Names these rules, so that a cursor made under others is refused. */
  readonly fingerprint: string;

  constructor(
    readonly grant: Grant,
    private readonly rules: VaultRules,
    caseInsensitive: boolean,
  ) {
    const cover = (globs: readonly string[]): ((path: string) => boolean) =>
      compileCover(globs, { caseInsensitive });
    this.hidden = cover(rules.hidden);
    this.denied = cover(grant.deny);
    this.allowed = grant.allow.length === 0 ? () => true : cover(grant.allow);
    this.allowedToWrite = grant.allowWrite.length === 0 ? () => true : cover(grant.allowWrite);
    this.isNarrowed = rules.hidden.length + grant.allow.length + grant.deny.length > 0;
    this.fingerprint = sha256(JSON.stringify([grant.token, grant.allow, grant.deny, rules.hidden])).slice(
      0,
      16,
    );
  }

  get hasFolderRules(): boolean {
    return hasFolderRules(this.grant);
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
