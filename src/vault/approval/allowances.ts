import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type ApprovalSubject,
  canBeAgreedBeforehand,
  folderOf,
} from './approval-request';

const tenMinutes = 10 * 60_000;

interface Allowance {
  readonly token: string;
  /** What the token might do when this was agreed to. */
  readonly tokenFingerprint: string;
  readonly risks: readonly string[];
  readonly command: string | undefined;
  /** Empty for the whole vault. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What a person has agreed to beforehand; forgotten with the run. */
export class Allowances {
  private all: readonly Allowance[] = [];

  /**
   * @param clock milliseconds since 1970
   * @param tokenFingerprint what a token may do now; an agreement holds for a token as it was when it was agreed with
   */
  constructor(
    private readonly clock: () => number,
    private readonly tokenFingerprint: (token: string) => string,
  ) {}

  remember(request: ApprovalRequest, { approved, also }: ApprovalAnswer): void {
    if (!approved || also === undefined || !canBeAgreedBeforehand(request)) return;
    const { token, risks, command } = request;
    const time = this.clock();
    const folder = also === 'inFolder' ? folderOf(request) : '';
    // Two files that share no folder would open the whole vault for good.
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

  /** How many still hold. */
  get count(): number {
    return this.open().length;
  }

  /** Takes back all of it. */
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
