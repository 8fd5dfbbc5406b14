import {
  type ApprovalDecision,
  type ApprovalRequest,
  type ApprovalSubject,
  canBeApprovedInAdvance,
  folderOf,
} from './approval-request';

const tenMinutes = 10 * 60_000;

interface Allowance {
  readonly token: string;
  /** The token's rights when the user agreed. */
  readonly tokenFingerprint: string;
  readonly risks: readonly string[];
  readonly command: string | undefined;
  /** Empty for the whole vault. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What the user has approved in advance; forgotten when the plugin stops. */
export class Allowances {
  private all: readonly Allowance[] = [];

  /**
   * @param clock milliseconds since 1970
   * @param tokenFingerprint the token's current rights; an approval holds only while they are unchanged
   */
  constructor(
    private readonly clock: () => number,
    private readonly tokenFingerprint: (token: string) => string,
  ) {}

  remember(request: ApprovalRequest, { approved, also }: ApprovalDecision): void {
    if (!approved || also === undefined || !canBeApprovedInAdvance(request)) return;
    const { token, risks, command } = request;
    const time = this.clock();
    const folder = also === 'inFolder' ? folderOf(request) : '';
    // Two files without a common folder would open the whole vault.
    if (also === 'inFolder' && folder === '') return;
    const until = also === 'inFolder' ? Number.POSITIVE_INFINITY : time + tenMinutes;
    const open = this.all.filter(allowance => allowance.until > time);
    this.all = [
      ...open,
      { token, tokenFingerprint: this.tokenFingerprint(token), risks, command, folder, until },
    ];
  }

  cover(token: string, { risks, changes, command }: ApprovalSubject): boolean {
    return this.open().some(
      allowance =>
        allowance.token === token &&
        allowance.command === command &&
        risks.every(risk => allowance.risks.includes(risk)) &&
        changes.every(
          ({ path, newPath = path, isLinking }) =>
            // Links follow a move wherever they are.
            isLinking === true ||
            [path, newPath].every(
              place => allowance.folder === '' || place.startsWith(`${allowance.folder}/`),
            ),
        ),
    );
  }

  /** How many are still valid. */
  get count(): number {
    return this.open().length;
  }

  /** Revokes all of them. */
  forget(): void {
    this.all = [];
  }

  private open(): Allowance[] {
    const time = this.clock();
    return this.all.filter(
      ({ until, token, tokenFingerprint }) =>
        until > time && tokenFingerprint === this.tokenFingerprint(token),
    );
  }
}
