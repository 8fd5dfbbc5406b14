import { ToolFailure } from '../../errors';
import { after } from '../../platform';
import { type ApprovalRules, type OwnApprovalRules, strictestRule } from '../../utils/approval-rules';
import { immediateWait, type TextQuestion } from '../../utils/call-hooks';
import { throwIfAborted } from '../../utils/slicing/time-slicer';
import type { Approval, Question, WriteCall } from '../writing/pipeline/pipeline';
import { Allowances } from './allowances';
import type { ApprovalDecision, ApprovalRequest, ApprovalSubject, Approver } from './approval-request';
import { subjectOf } from './proposed-changes';

/** Most calls that wait for the user at the same time, for all tokens and for one. */
const maxWaiting = { all: 50, ofToken: 10 };

/** Milliseconds between two progress reports to a waiting client. */
const reportEvery = 1000;

export interface ApprovalDependencies {
  readonly rules: () => ApprovalRules;
  /** The token's own approval rules; undefined if no token has this name any more. */
  readonly ownRules: (token: string) => OwnApprovalRules | undefined;
  /** Identifies the token's current rights: a text that changes with them. */
  readonly tokenFingerprint: (token: string) => string;
  /** How long the user may take, in milliseconds. */
  readonly timeout: () => number;
  /**
   * Undefined if no user can be asked.
   * @param askInClient undefined if the token's client cannot ask
   */
  readonly approver: (token: string, askInClient: TextQuestion | undefined) => Approver | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

type Asking = Pick<WriteCall, 'tool' | 'client' | 'signal' | 'progress' | 'waitForUser' | 'askInClient'>;

/** Decides whether a change or command may happen, by the settings or by asking the user. */
export class Approvals {
  private readonly allowances: Allowances;
  private readonly withdrawals = new Set<() => void>();
  /** The token of each call that waits. */
  private waiting: readonly string[] = [];
  private lastId = 0;

  constructor(private readonly dependencies: ApprovalDependencies) {
    this.allowances = new Allowances(dependencies.clock, dependencies.tokenFingerprint);
  }

  /** Refuses waiting calls of tokens whose rights have changed. */
  settingsChanged(): void {
    for (const look of [...this.withdrawals]) look();
  }

  /** The approval step of the write pipeline. */
  readonly approve: Approval = async (plan, call, token, loop) =>
    call.isOwners === true
      ? undefined
      : this.question(await subjectOf(plan, loop, false), call, token, () => subjectOf(plan, loop, true));

  /** @param command its name, as the app shows it. @throws ToolFailure `approval_refused`, `busy` */
  async approveCommand(command: string, call: Asking, token: string): Promise<void> {
    await this.question({ risks: ['command'], changes: [], command }, call, token)?.();
  }

  /** How many advance approvals are still valid. */
  get agreed(): number {
    return this.allowances.count;
  }

  /** Revokes all advance approvals. */
  forget(): void {
    this.allowances.forget();
  }

  /**
   * Undefined if no approval is needed.
   * @param shown the subject with all that the user is shown
   */
  private question(
    subject: ApprovalSubject,
    call: Asking,
    token: string,
    shown: () => ApprovalSubject | Promise<ApprovalSubject> = () => subject,
  ): Question | undefined {
    const ownRules = this.dependencies.ownRules(token);
    if (ownRules === undefined) throw rightsChanged();
    const rule = strictestRule(subject.risks, this.dependencies.rules(), ownRules);
    if (rule === 'allow') return undefined;
    if (rule === 'refuse')
      throw new ToolFailure('approval_refused', 'The owner of the vault does not allow this kind of change.');
    if (this.allowances.cover(token, subject)) return undefined;
    const approver = this.dependencies.approver(token, call.askInClient);
    if (approver === undefined) {
      throw new ToolFailure(
        'approval_refused',
        'This needs the approval of a person, and nobody can be asked.',
        {
          hint: 'Ask the owner of the vault to start Lectern with `--approve`, or to allow this in the settings.',
        },
      );
    }
    return () => this.inTurn(call, token, () => this.ask(approver, shown, call, token));
  }

  private async inTurn({ waitForUser = immediateWait }: Asking, token: string, ask: Question): Promise<void> {
    const own = this.waiting.filter(other => other === token).length;
    if (own >= maxWaiting.ofToken)
      throw new ToolFailure('busy', `${own} calls of this token are already waiting for approval.`);
    if (this.waiting.length >= maxWaiting.all)
      throw new ToolFailure('busy', `${maxWaiting.all} calls are already waiting for approval.`);
    this.waiting = [...this.waiting, token];
    await waitForUser(ask).finally(() => {
      const one = this.waiting.indexOf(token);
      this.waiting = this.waiting.filter((_other, index) => index !== one);
    });
  }

  private async ask(
    approver: Approver,
    shown: () => ApprovalSubject | Promise<ApprovalSubject>,
    { tool, client, signal, progress }: Asking,
    token: string,
  ): Promise<void> {
    const timeout = this.dependencies.timeout();
    this.lastId += 1;
    const facts = { tool, client, token, id: this.lastId, until: this.dependencies.clock() + timeout };
    const withdrawal = this.watchToken(token);
    const late = new AbortController();
    const timer = after(timeout, () => late.abort());
    const reports = new WaitReports(seconds =>
      progress?.(seconds, timeout / 1000, 'Waiting for a person to approve this.'),
    );
    const ended = AbortSignal.any([signal, late.signal, withdrawal.signal]);
    const asked = async (): Promise<[ApprovalRequest, ApprovalDecision | undefined]> => {
      const subject = shown();
      const request = { ...(subject instanceof Promise ? await subject : subject), ...facts };
      return [request, await approver(request, ended)];
    };
    const [request, answer] = await asked().finally(() => {
      timer.cancel();
      reports.end();
      withdrawal.end();
    });
    throwIfAborted(signal);
    if (withdrawal.signal.aborted) throw rightsChanged();
    if (answer?.approved === true) this.allowances.remember(request, answer);
    else throw refusal(answer === undefined ? timeout : undefined);
  }

  /** A signal that aborts when the token's rights change. */
  private watchToken(token: string): { readonly signal: AbortSignal; end(): void } {
    const { tokenFingerprint } = this.dependencies;
    const before = tokenFingerprint(token);
    const gone = new AbortController();
    const look = (): void => {
      if (tokenFingerprint(token) !== before) gone.abort();
    };
    this.withdrawals.add(look);
    return { signal: gone.signal, end: () => this.withdrawals.delete(look) };
  }
}

/** Reports every second how many seconds have passed. */
class WaitReports {
  private seconds = 0;
  private timer = after(reportEvery, () => this.next());

  constructor(private readonly report: (seconds: number) => void) {}

  end(): void {
    this.timer.cancel();
  }

  private next(): void {
    this.seconds += reportEvery / 1000;
    this.report(this.seconds);
    this.timer = after(reportEvery, () => this.next());
  }
}

function rightsChanged(): ToolFailure {
  return new ToolFailure(
    'approval_refused',
    'The permissions of this connection changed while the call was waiting.',
    {
      hint: 'Repeat the call, if the connection is still there.',
    },
  );
}

/** @param waited milliseconds, if the user did not decide in time */
function refusal(waited: number | undefined): ToolFailure {
  if (waited === undefined) return new ToolFailure('approval_refused', 'The user refused this.');
  return new ToolFailure('approval_refused', `Nobody answered within ${waited / 1000} seconds.`, {
    hint: 'Nothing was changed. Tell the user that Lectern asked for their approval, in Obsidian or the terminal on the computer with the vault, or in this client if they allowed that, and repeat the call when they can answer.',
  });
}
