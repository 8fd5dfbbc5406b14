/** Carries out changes: under which rights, and what a client is told. */
import { ToolFailure } from '../../../errors';
import { changesOnlyLinks } from '../../../markdown/edits/links/link-places';
import { encoded } from '../../../utils/bytes';
import { immediateWait, type Progress, type TextQuestion, type UserWait } from '../../../utils/call-hooks';
import { now } from '../../../platform';
import { itemAt } from '../../../utils/collections';
import {
  forEachInTurn,
  type SlicedLoop,
  throwIfAborted,
  type TimeSlicer,
} from '../../../utils/slicing/time-slicer';
import type { Grant } from '../../access/access';
import type { IntendedFile, LoadedFile } from '../../journal/recording';
import type { Journal } from '../../journal/journal';
import { atFile, type ReadBudget } from '../../reading/notes';
import type { ChangeAction } from '../../journal/records';
import type { PathLocks } from './path-locks';
import { planDigest, intendedFiles, isIdle, pathsOf, type Step, touchedPaths } from './steps';
import { OutdatedPlan, type VaultOperations } from './vault-operations';
import type { Reversal } from '../undo/reversal';
import type { WriteTargets } from '../write-targets';

export interface WriteCall {
  readonly tool: string;
  readonly client?: string | undefined;
  readonly dryRun: boolean;
  /** Limit for diff lines in the result, shared by all its files; 40 by default. */
  readonly diffLines?: number | undefined;
  /** Hints about what its texts may have meant. */
  readonly hints: readonly string[];
  readonly signal: AbortSignal;
  /** Receives the progress of steps that make the call wait, such as an approval. */
  readonly progress?: Progress | undefined;
  readonly waitForUser?: UserWait;
  /** Asks the user in the client, if that can show questions. */
  readonly askInClient?: TextQuestion | undefined;
  /** Whether the vault's owner makes the call in the app; then no approval is needed. */
  readonly isOwners?: boolean;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly undoes?: string | undefined;
  /** What it does as a whole, if a list of files does not show it; may contain text from notes. */
  readonly action?: ChangeAction | undefined;
  /** What the answer says in addition to the files. */
  readonly hints?: readonly string[];
}

export interface WriteRequest<P extends Plan> {
  readonly call: WriteCall;
  readonly authority: Authority;
  /** The paths that the plan reads and writes, by the vault's current state. */
  readonly targets: () => readonly string[] | Promise<readonly string[]>;
  /** Reads, checks and computes; changes nothing. Runs again if the vault changed meanwhile. */
  readonly plan: () => Promise<P>;
  /** Bytes of the texts that the plan holds, asked after the targets; the size of all targets by default. */
  readonly heldBytes?: () => number;
  /** Finds, after the steps, what else the app changed because of them. */
  readonly aftermath?: (plan: P) => Promise<readonly LoadedFile[]>;
}

export interface Outcome<P extends Plan> {
  readonly plan: P;
  /** Left out if nothing was written. */
  readonly changeId?: string;
  /** What the app changed because of the steps. */
  readonly more: readonly LoadedFile[];
}

/**
 * Determines whether the user must approve a plan; undefined if not. No lock is held while the user is asked.
 * @throws ToolFailure `approval_refused`, also from the question
 */
export type Approval = (
  plan: Plan,
  call: WriteCall,
  token: string,
  loop: SlicedLoop,
) => Promise<Question | undefined>;

export type Question = () => Promise<void>;

interface PipelineDependencies {
  readonly journal: Journal;
  readonly locks: PathLocks;
  /** For the texts that plans hold; separate from that of reads, which plans themselves wait for. */
  readonly budget: ReadBudget;
  readonly operations: VaultOperations;
  readonly reversal: Reversal;
  /** Settles the changes that are open as the next start would. */
  readonly recover: () => Promise<readonly string[]>;
  readonly slicer: TimeSlicer;
  /** If left out, everything is approved. */
  readonly approval?: Approval | undefined;
  /** Notified before a note is written and if the write fails, so that its metadata is awaited. */
  readonly freshness: {
    /** @param text left out if it is not known beforehand */
    expect(path: string, text?: string): void;
    forget(path: string): void;
  };
}

/** How often a change is planned if other programs keep changing its files. */
const maxPlans = 5;
/** How often other calls of Lectern may take the names of a plan: each time, one of them has ended. */
const maxMoves = 100;

type Round<P extends Plan> =
  | { readonly kind: 'ended'; readonly outcome: Outcome<P> }
  | { readonly kind: 'ask'; readonly plan: P; readonly ask: Question }
  | { readonly kind: 'moved' }
  | { readonly kind: 'again'; readonly failure?: ToolFailure | undefined };

/** `isLast`: whether no new plan is made if the vault has changed since. */
type Attempt<P extends Plan> = WriteRequest<P> & { readonly isLast: boolean };

/**
 * The only way to write: plan, approve, record the intent, commit, record the end. Either all steps of a plan
 * happen or none; an aborted call ends before its intent is recorded or not at all.
 */
export class WritePipeline {
  /** When a write asks a disk again that refused: it is left alone for 20 times as long as that took. */
  private nextTry = 0;
  /** The paths of the changes that end now, for all calls that come meanwhile; it ends with none of them. */
  private settling: Promise<readonly string[]> | undefined;

  constructor(private readonly dependencies: PipelineDependencies) {}

  /** For work on the plan or the result. */
  loop(signal?: AbortSignal): SlicedLoop {
    return { slicer: this.dependencies.slicer, signal };
  }

  /** @throws ToolFailure from the plan, `version_conflict`, `already_exists`, `storage_error`, `approval_refused`, `busy` */
  async run<P extends Plan>(request: WriteRequest<P>): Promise<Outcome<P>> {
    const { call } = request;
    if (this.settling !== undefined || now() >= this.nextTry) await this.settle(request);
    let approved: string | undefined;
    let moves = 0;
    for (let attempt = 1; ;) {
      throwIfAborted(call.signal);
      const targets = await request.targets();
      const bytes = request.heldBytes?.() ?? this.dependencies.operations.sizeOf(targets);
      const current = { ...request, isLast: attempt === maxPlans };
      // Memory before locks: a call that waits for memory then blocks nobody, and finds its targets as they are afterwards.
      const round = await this.dependencies.budget.run(bytes, call.signal, () =>
        this.dependencies.locks.hold(targets, call.signal, () => this.round(current, targets, approved)),
      );
      if (round.kind === 'ended') return round.outcome;
      if (round.kind === 'ask') {
        await round.ask();
        approved = await planDigest(round.plan.steps, this.loop());
      } else if (round.kind === 'moved') {
        moves += 1;
        if (moves === maxMoves) throw neverStill();
      } else if (attempt === maxPlans) throw round.failure ?? neverStill();
      else attempt += 1;
    }
  }

  /**
   * Settles the changes that are open, once no call is writing. What the disk still refuses stays open.
   * @throws ToolFailure `version_conflict` if the call may be about what was left of a change that has ended now
   */
  async settle({ call, targets }: Pick<WriteRequest<Plan>, 'call' | 'targets'>): Promise<void> {
    const { journal, locks } = this.dependencies;
    const open = journal.pending();
    // Without a failure, it is most likely what a call is changing now.
    const isUnderWay = locks.isBusy && open.every(({ isFailed }) => isFailed !== true);
    if (call.dryRun || (this.settling === undefined && (open.length === 0 || isUnderWay))) return;
    // As they are before.
    const wanted = (async () => targets())().catch(() => []);
    this.settling ??= this.settleAll().finally(() => (this.settling = undefined));
    const ended = new Set(await this.settling);
    if ((await wanted).some(path => ended.has(path)))
      throw new ToolFailure('version_conflict', 'A failed change here was just undone or completed.', {
        hint: 'Read the files again, and decide anew.',
      });
  }

  private async settleAll(): Promise<readonly string[]> {
    const { journal, locks, recover } = this.dependencies;
    const begun = now();
    const ended = await locks.hold([''], new AbortController().signal, recover).catch(() => []);
    this.nextTry = now() + (journal.pending().length === 0 ? 0 : 20 * (now() - begun));
    return ended;
  }

  private async round<P extends Plan>(
    request: Attempt<P>,
    held: readonly string[],
    approved: string | undefined,
  ): Promise<Round<P>> {
    const { call } = request;
    throwIfAborted(call.signal);
    // While waiting for the lock, a name may have become another file's.
    const targets = await request.targets();
    const isHeld = new Set(held);
    if (!targets.every(path => isHeld.has(path))) return { kind: 'moved' };
    const plan = await request.plan();
    await request.authority.allow(plan.steps, this.loop(call.signal));
    const steps = plan.steps.filter(step => !isIdle(step));
    if (call.dryRun || steps.length === 0) return { kind: 'ended', outcome: { plan, more: [] } };
    request.authority.confirm();
    const isApproved = approved !== undefined && approved === (await planDigest(plan.steps, this.loop()));
    const { approval } = this.dependencies;
    const { token } = request.authority.grant;
    const ask = isApproved ? undefined : await approval?.(plan, call, token, this.loop(call.signal));
    if (ask !== undefined) return { kind: 'ask', plan, ask };
    return this.commit(request, plan, steps);
  }

  private async commit<P extends Plan>(
    request: Attempt<P>,
    plan: P,
    steps: readonly Step[],
  ): Promise<Round<P>> {
    const { journal } = this.dependencies;
    const { call, authority } = request;
    const { token, key } = authority.grant;
    // Before any step is done: the app's objects change their path with a move.
    const intents = steps.map(intendedFiles);
    await authority.allow(steps, this.loop(call.signal));
    throwIfAborted(call.signal);
    authority.confirm();
    const changeId = await journal.begin({
      caller: { token, key, client: call.client },
      tool: call.tool,
      undoes: plan.undoes,
      action: plan.action,
      files: intents.flat(),
      progress: (done, of) => reportProgress(call.progress, 'record', done, of),
      linked: steps.flatMap(step => (step.kind === 'move' ? step.linked : [])),
    });
    const aftermath = async (): Promise<readonly LoadedFile[]> => (await request.aftermath?.(plan)) ?? [];
    let passedOver: string[] | undefined;
    try {
      throwIfAborted(call.signal);
      authority.confirm();
      passedOver = await this.carryOut(steps, intents, aftermath, request);
    } catch (error) {
      const left = error instanceof NotTakenBack ? error.left : undefined;
      await (left?.length === 0 ? journal.failed(changeId) : journal.rolledBack(changeId, left));
      if (error instanceof OutdatedPlan) return { kind: 'again', failure: error.failure };
      throw error instanceof NotTakenBack ? error.failure(plan.steps) : error;
    }
    const more = await aftermath();
    await journal.done(changeId, more, passedOver);
    return { kind: 'ended', outcome: { plan, changeId, more } };
  }

  /** All steps or none. @returns the files that were passed over, if any */
  private async carryOut(
    steps: readonly Step[],
    intents: readonly (readonly IntendedFile[])[],
    aftermath: () => Promise<readonly LoadedFile[]>,
    { call: { progress, waitForUser = immediateWait }, isLast }: Pick<Attempt<Plan>, 'call' | 'isLast'>,
  ): Promise<string[] | undefined> {
    const { operations, freshness, reversal } = this.dependencies;
    const begun: IntendedFile[] = [];
    const passedOver: string[] = [];
    try {
      await forEachInTurn(steps.entries(), this.loop(), async ([index, step]) => {
        reportProgress(progress, 'write', index, steps.length);
        const files = itemAt(intents, index);
        expectTexts(step, files, (path, text) => freshness.expect(path, text));
        const wait = step.kind === 'move' && step.mayAsk ? waitForUser : immediateWait;
        begun.push(...files);
        await wait(() => operations.run(step)).catch(async (error: unknown) => {
          const isPassed = isPassedOver(step, error, isLast);
          const states = isPassed ? await reversal.states(encodedFiles(files)).catch(() => undefined) : [];
          // Then it has changed nothing; after any other failure, only the disk tells whether it has, or has in part.
          const isOutdated = error instanceof OutdatedPlan && step.kind !== 'trash' && step.kind !== 'move';
          if (states?.[0] === 'after' || (states?.[0] === 'other' && !isOutdated)) return;
          if (isPassed || isOutdated) begun.length -= files.length;
          if (!isPassed) throw steps.length === 1 ? error : named(error, step, files);
          passedOver.push(...files.map(({ path }) => path));
          expectTexts(step, files, path => freshness.forget(path));
        });
      });
      return passedOver.length === 0 ? undefined : passedOver;
    } catch (error) {
      for (const [index, step] of steps.entries())
        expectTexts(step, itemAt(intents, index), path => freshness.forget(path));
      const { isWhole, left } = await reversal.revert(encodedFiles(begun), await aftermath());
      throw isWhole && left.length === 0 ? error : new NotTakenBack(isWhole ? left : []);
    }
  }
}

/** Whether a hidden file keeps its links: no failure may tell of it, except that of a full disk, which all writes have. */
function isPassedOver(step: Step, error: unknown, isLast: boolean): boolean {
  if (step.kind !== 'relink' || step.isSeen) return false;
  return error instanceof OutdatedPlan ? isLast : !(error instanceof ToolFailure && error.cause === 'ENOSPC');
}

/** Adds the file to a failure of the disk, if the caller named that file. */
function named(error: unknown, { kind }: Step, [file]: readonly IntendedFile[]): unknown {
  const isNamed = kind !== 'relink' && file !== undefined;
  if (!isNamed || !(error instanceof ToolFailure) || error.code !== 'storage_error') return error;
  return atFile(file.path, error);
}

/** Files of a change with the bytes of their texts. */
function encodedFiles(files: readonly IntendedFile[]): LoadedFile[] {
  return files.map(({ before, after, isHashOnly: _isHashOnly, ...file }) => ({
    ...file,
    before: before === undefined ? undefined : encoded(before),
    after: after === undefined ? undefined : encoded(after),
  }));
}

/** A failed change that could not be reverted completely, as far as the disk tells. */
class NotTakenBack extends Error {
  /** @param left files that could not be undone, though the disk worked; if empty, the intent stays open in the journal */
  constructor(readonly left: readonly string[]) {
    super();
  }

  /** Names only those of the remaining files that the caller itself changed. */
  failure(steps: readonly Step[]): ToolFailure {
    if (this.left.length === 0)
      return new ToolFailure(
        'storage_error',
        'The change could not be finished. Parts of it may be left: not all of it could be checked or undone.',
        { hint: 'If anything of it is left, it will be undone before the next change, once the disk works.' },
      );
    const own = new Set(steps.filter(({ kind }) => kind !== 'relink').flatMap(pathsOf));
    return new ToolFailure(
      'version_conflict',
      'The change could not be finished. It was undone, except in files that another program changed right after it, or whose content is not kept.',
      {
        candidates: this.left.filter(path => own.has(path)),
        hint: 'Read the listed files to see what they contain now.',
      },
    );
  }
}

/** Announces the notes that a step writes, and those whose links the app then changes. */
function expectTexts(
  step: Step,
  files: readonly IntendedFile[],
  tell: (path: string, text?: string) => void,
): void {
  const linked = step.kind === 'move' ? step.linked : [];
  for (const { path } of linked) if (path.endsWith('.md')) tell(path);
  for (const { path, after } of files)
    if (typeof after === 'string' && path.endsWith('.md')) tell(path, after);
}

function neverStill(): ToolFailure {
  return new ToolFailure('version_conflict', 'Another program keeps changing the file.');
}

interface AuthorityDependencies {
  readonly grant: Grant;
  readonly targets: Pick<WriteTargets, 'allow'>;
  /** Why the caller may no longer write by the current settings; undefined if it may. */
  readonly writeRefusal: () => string | undefined;
}

/**
 * The rights under which a plan is carried out. The pipeline checks all paths of a plan with it, so that no
 * writer can skip a check, and again right before the first write.
 */
export class Authority {
  /** Steps that were found to change only links: they never change, and the check parses each text twice. */
  private readonly relinking = new WeakSet<Step>();

  constructor(private readonly dependencies: AuthorityDependencies) {}

  get grant(): Grant {
    return this.dependencies.grant;
  }

  /**
   * Works in slices.
   * @throws ToolFailure `permission_denied` for a plan with a path that the caller may not write. Updating
   * links after a move does not count as writing: such a step may change links in any file, and nothing else.
   */
  async allow(steps: readonly Step[], loop: SlicedLoop): Promise<void> {
    const { targets } = this.dependencies;
    await forEachInTurn(steps, loop, step => {
      if (step.kind === 'relink' && !this.onlyRelinks(step)) targets.allow(step.path);
      return forEachInTurn(touchedPaths(step), loop, path => targets.allow(path));
    });
  }

  private onlyRelinks(step: Step & { kind: 'relink' }): boolean {
    if (this.relinking.has(step)) return true;
    const isOnly = changesOnlyLinks(step.before, step.text, step.file.extension);
    if (isOnly) this.relinking.add(step);
    return isOnly;
  }

  /** @throws ToolFailure `permission_denied` if settings have changed the caller's rights since the call began */
  confirm(): void {
    const reason = this.dependencies.writeRefusal();
    if (reason !== undefined)
      throw new ToolFailure('permission_denied', `${reason} Nothing was changed.`, {
        hint: 'Repeat the call if the connection is still there.',
      });
  }
}

const parts = {
  plan: { place: 0, message: 'Planning.' },
  record: { place: 1, message: 'Recording.' },
  write: { place: 2, message: 'Writing.' },
} as const;

/** A change of fewer files ends before a user could read its progress. */
const fewFiles = 10;
const scale = 1_000;

/** Reports the progress of one of the three parts of a change. */
export function reportProgress(
  progress: Progress | undefined,
  part: keyof typeof parts,
  done: number,
  of: number,
): void {
  if (of < fewFiles) return;
  const { place, message } = parts[part];
  progress?.(Math.round((place + done / of) * scale), scale * Object.keys(parts).length, message);
}
