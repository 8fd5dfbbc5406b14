import { ToolFailure } from '../../errors';
import { after } from '../../platform';
import { type ApprovalRules, type OwnApprovalRules, strictestRule } from '../../utils/approval-rules';
import { plainWait } from '../../utils/call-hooks';
import { throwIfAborted } from '../../utils/slicing/time-slicer';
import type { Steps } from '../../utils/slicing/steps';
import type { Approval, Plan, Question, WriteCall } from '../writing/pipeline/pipeline';
import { Allowances } from './allowances';
import type { ApprovalRequest, ApprovalSubject, Approver } from './approval-request';
import { subjectOf } from './proposed-changes';

/** Calls that wait for a person at the same time, of all tokens and of one. */
const mostWaiting = { all: 50, ofToken: 10 };

/** Between two reports to a client that waits, milliseconds. */
const reportEvery = 1000;

export interface ApprovalParts {
  readonly rules: () => ApprovalRules;
  /** What the token of that name has instead; undefined where there is no such token any more. */
  readonly ownRules: (token: string) => OwnApprovalRules | undefined;
  /** What the token of that name may do now: a text that is another as soon as that is. */
  readonly tokenFingerprint: (token: string) => string;
  /** How long a person may take, in milliseconds. */
  readonly timeout: () => number;
  /** Undefined where nobody can be asked. */
  readonly approver: () => Approver | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

type Asking = Pick<WriteCall, 'tool' | 'client' | 'signal' | 'progress' | 'waitForUser'>;

/** Decides, or has a person decide, whether something may happen. */
export class Approvals {
  private readonly allowances: Allowances;
  private readonly withdrawals = new Set<() => void>();
  /** The token of each call that waits. */
  private waiting: readonly string[] = [];
  private lastId = 0;

  constructor(private readonly parts: ApprovalParts) {
    this.allowances = new Allowances(parts.clock, parts.tokenFingerprint);
  }

  /** Refuses what waits for a token that may do something else by now, or nothing. */
  settingsChanged(): void {
    for (const look of [...this.withdrawals]) look();
  }

  /** For the write pipeline. */
  readonly approve: Approval = (plan, call, token) => this.questionAbout(plan, call, token);

  /** @param command its name, as the app shows it. @throws ToolFailure `approval_refused`, `busy` */
  async approveCommand(command: string, call: Asking, token: string): Promise<void> {
    await this.question({ risks: ['command'], changes: [], command }, call, token)?.();
  }

  /** How many agreements made beforehand still hold. */
  get agreed(): number {
    return this.allowances.count;
  }

  /** Takes back what a person agreed to beforehand. */
  forget(): void {
    this.allowances.forget();
  }

  private *questionAbout(plan: Plan, call: WriteCall, token: string): Steps<Question | undefined> {
    return call.isOwners === true ? undefined : this.question(yield* subjectOf(plan), call, token);
  }

  /** Undefined where nobody has to be asked. */
  private question(subject: ApprovalSubject, call: Asking, token: string): Question | undefined {
    const ownRules = this.parts.ownRules(token);
    if (ownRules === undefined) throw writeRevocation();
    const rule = strictestRule(subject.risks, this.parts.rules(), ownRules);
    if (rule === 'allow') return undefined;
    if (rule === 'refuse')
      throw new ToolFailure('approval_refused', 'The owner of the vault does not allow this kind of change.');
    if (this.allowances.cover(token, subject)) return undefined;
    const approver = this.parts.approver();
    if (approver === undefined) {
      throw new ToolFailure(
        'approval_refused',
        'This needs the approval of a person, and nobody can be asked.',
        {
          hint: 'Ask the owner of the vault to start Lectern with `--approve`, or to allow this in the settings.',
        },
      );
    }
    return () => this.inTurn(call, token, () => this.ask(approver, subject, call, token));
  }

  private async inTurn({ waitForUser = plainWait }: Asking, token: string, ask: Question): Promise<void> {
    const own = this.waiting.filter(other => other === token).length;
    if (own >= mostWaiting.ofToken)
      throw new ToolFailure('busy', `There are already ${own} calls of this token that wait for approval.`);
    if (this.waiting.length >= mostWaiting.all)
      throw new ToolFailure('busy', `There are already ${mostWaiting.all} calls that wait for approval.`);
    this.waiting = [...this.waiting, token];
    await waitForUser(ask).finally(() => {
      const one = this.waiting.indexOf(token);
      this.waiting = this.waiting.filter((_other, index) => index !== one);
    });
  }

  private async ask(
    approver: Approver,
    subject: ApprovalSubject,
    { tool, client, signal, progress }: Asking,
    token: string,
  ): Promise<void> {
    const timeout = this.parts.timeout();
    this.lastId += 1;
    const request: ApprovalRequest = {
      ...subject,
      ...{ tool, client, token },
      id: this.lastId,
      until: this.parts.clock() + timeout,
    };
    const withdrawal = this.watchStanding(token);
    const late = new AbortController();
    const timer = after(timeout, () => late.abort());
    const reports = new WaitReports(seconds =>
      progress?.(seconds, timeout / 1000, 'Waiting for a person to approve this.'),
    );
    const ended = AbortSignal.any([signal, late.signal, withdrawal.signal]);
    const answer = await approver(request, ended).finally(() => {
      timer.cancel();
      reports.end();
      withdrawal.end();
    });
    throwIfAborted(signal);
    if (withdrawal.signal.aborted) throw writeRevocation();
    if (answer?.approved === true) this.allowances.remember(request, answer);
    else throw refusal(answer === undefined ? timeout : undefined);
  }

  /** A signal that aborts when what the token may do becomes something else. */
  private watchStanding(token: string): { readonly signal: AbortSignal; end(): void } {
    const { tokenFingerprint } = this.parts;
    const before = tokenFingerprint(token);
    const gone = new AbortController();
    const look = (): void => {
      if (tokenFingerprint(token) !== before) gone.abort();
    };
    this.withdrawals.add(look);
    return { signal: gone.signal, end: () => this.withdrawals.delete(look) };
  }
}

/** Tells every second how many have passed. */
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

function writeRevocation(): ToolFailure {
  return new ToolFailure('approval_refused', 'What this connection may do was changed meanwhile.', {
    hint: 'Repeat the call, if the connection is still there.',
  });
}

/** @param waited milliseconds, where nobody answered */
function refusal(waited: number | undefined): ToolFailure {
  if (waited === undefined) return new ToolFailure('approval_refused', 'The user refused this.');
  return new ToolFailure('approval_refused', `Nobody answered within ${waited / 1000} seconds.`, {
    hint: 'Ask the user to look at Obsidian, and repeat the call when they are there.',
  });
}
