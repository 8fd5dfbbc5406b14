import { ToolFailure } from '../../errors';
import { after, every, lasting } from '../../platform';
import { type ApprovalRules, type OwnApprovalRules, strictestRule } from '../../utils/rights';
import { immediateWait, type TextQuestion } from '../../utils/call-hooks';
import { throwIfAborted } from '../../utils/slicing/time-slicer';
import {
  type ApprovalDecision,
  type ApprovalRequest,
  type ApprovalSubject,
  type Approver,
  canBeApprovedInAdvance,
  folderOf,
} from './approval-request';
import { subjectOf } from './proposed-changes';
import type { Approval, Question, WriteCall } from '../writing/pipeline/pipeline';

/** Most calls that wait for the user at the same time, for all tokens and for one. */
const maxWaiting = { all: 50, ofToken: 10 };

/** Milliseconds between two progress reports to a waiting client. */
const reportEvery = 1000;

interface ApprovalDependencies {
  readonly rules: () => ApprovalRules;
  /** The token's own approval rules; undefined if no token has this name any more. */
  readonly ownRules: (token: string) => OwnApprovalRules | undefined;
  /** Identifies the token's current rights: a text that changes with them. */
  readonly tokenFingerprint: (token: string) => string;
  /** How long the user may take, in milliseconds. */
  readonly timeout: () => number;
  /** Undefined if no user can be asked. @param askInClient undefined if the token's client cannot ask */
  readonly approver: (token: string, askInClient: TextQuestion | undefined) => Approver | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

type Asking = Pick<WriteCall, 'tool' | 'client' | 'signal' | 'progress' | 'waitForUser' | 'askInClient'>;

/** Decides whether a change or command may happen, by the settings or by asking the user. */
export class Approvals {
  readonly allowances: Allowances;
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

  /** Undefined if no approval is needed. @param shown the subject with everything the user is shown */
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
    if (approver === undefined) throw nobodyToAsk();
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
    let seconds = 0;
    const reports = every(reportEvery, () => {
      seconds += reportEvery / 1000;
      progress?.(seconds, timeout / 1000, 'Waiting for a person to approve this.');
    });
    const ended = AbortSignal.any([signal, late.signal, withdrawal.signal]);
    const asked = async (): Promise<[ApprovalRequest, ApprovalDecision | undefined]> => {
      const subject = shown();
      const request = { ...(subject instanceof Promise ? await subject : subject), ...facts };
      return [request, await approver(request, ended)];
    };
    const [request, answer] = await asked().finally(() => {
      timer.cancel();
      reports.cancel();
      withdrawal.end();
    });
    throwIfAborted(signal);
    if (withdrawal.signal.aborted) throw rightsChanged();
    if (answer?.approved === true) this.allowances.remember(request, answer);
    // An approver that ends before the time has nobody to ask, such as a terminal that is gone.
    else if (answer === undefined && !late.signal.aborted) throw nobodyToAsk();
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

function rightsChanged(): ToolFailure {
  return new ToolFailure(
    'approval_refused',
    'The permissions of this connection changed while the call was waiting.',
    {
      hint: 'Repeat the call, if the connection is still there.',
    },
  );
}

function nobodyToAsk(): ToolFailure {
  return new ToolFailure(
    'approval_refused',
    'This needs a person to approve it, and there is nobody to ask.',
    {
      hint: 'Ask the owner of the vault to allow this kind of change in the settings (`approval`), or to start Lectern in a terminal with `--approve`.',
    },
  );
}

/** @param waited milliseconds, if the user did not decide in time */
function refusal(waited: number | undefined): ToolFailure {
  if (waited === undefined) return new ToolFailure('approval_refused', 'The user refused this.');
  return new ToolFailure('approval_refused', `Nobody answered within ${waited / 1000} seconds.`, {
    hint: 'Nothing was changed. Tell the user that Lectern asked for their approval, in Obsidian or the terminal on the computer with the vault, or in this client if they allowed that. Repeat the call when they can answer.',
  });
}

/** Asks the user in the client, or here if the client fails to ask. */
export function inClient(there: Approver, here: Approver | undefined): Approver {
  return async (request, signal) => {
    try {
      return await there(asCallerSees(request), signal);
    } catch {
      return signal.aborted ? undefined : here?.(request, signal);
    }
  };
}

/** Without files that the caller does not see, and without the counts that include them. */
function asCallerSees({ action: _, ...request }: ApprovalRequest): ApprovalRequest {
  return { ...request, changes: request.changes.filter(({ isUnseen }) => isUnseen !== true) };
}

const tenMinutes = 10 * 60_000;

interface Allowance {
  readonly token: string;
  /** The token's rights when the user agreed. */
  readonly tokenFingerprint: string;
  readonly risks: readonly string[];
  readonly command: string | undefined;
  /** Empty for the whole vault. */
  readonly folder: string;
  readonly isOpen: () => boolean;
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
    const folder = also === 'inFolder' ? folderOf(request) : '';
    // Two files without a common folder would open the whole vault.
    if (also === 'inFolder' && folder === '') return;
    const isOpen = also === 'inFolder' ? () => true : lasting(tenMinutes, this.clock);
    const open = this.all.filter(allowance => allowance.isOpen());
    this.all = [
      ...open,
      { token, tokenFingerprint: this.tokenFingerprint(token), risks, command, folder, isOpen },
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
  get agreed(): number {
    return this.open().length;
  }

  forget(): void {
    this.all = [];
  }

  private open(): Allowance[] {
    return this.all.filter(
      ({ isOpen, token, tokenFingerprint }) => isOpen() && tokenFingerprint === this.tokenFingerprint(token),
    );
  }
}
