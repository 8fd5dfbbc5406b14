import type { ApprovalRisk } from '../../utils/rights';
import type { CallRecord } from '../activity/call-record';
import type { ChangeAction, FileChange } from '../journal/records';

/** What would happen to one file; texts are left out of files that have none. */
export interface ProposedChange extends FileChange<string> {
  /** The caller does not see it. */
  readonly isUnseen?: boolean | undefined;
  /** The file is deleted without a copy in the trash. */
  readonly isPermanent?: boolean | undefined;
}

/** What the user decides about: a change of files, or a command of the app. */
export interface ApprovalSubject {
  readonly risks: readonly ApprovalRisk[];
  readonly changes: readonly ProposedChange[];
  /** What the change does as a whole, if the list of files does not show it. */
  readonly action?: ChangeAction;
  /** A warning for the user, in one sentence. */
  readonly warning?: string;
  readonly command?: string;
}

export interface ApprovalRequest extends Pick<CallRecord, 'token' | 'client' | 'tool'>, ApprovalSubject {
  readonly id: number;
  /** When it expires and is refused, in milliseconds since 1970. */
  readonly until: number;
}

export interface ApprovalDecision {
  readonly approved: boolean;
  /** What else the user allows this token, for the same risks but no deletions: for some time, or in the folder. */
  readonly also?: 'for10Minutes' | 'inFolder';
}

/** Asks the user; resolves to undefined if the signal aborts before a decision. */
export type Approver = (
  request: ApprovalRequest,
  signal: AbortSignal,
) => Promise<ApprovalDecision | undefined>;

/** The folder that contains all files of a request; '' for the root. */
export function folderOf({ changes }: ApprovalSubject): string {
  const folders = changes
    .filter(({ isLinking }) => isLinking !== true)
    .flatMap(({ path, newPath }) => (newPath === undefined ? [path] : [path, newPath]))
    .map(path => path.split('/').slice(0, -1));
  const [first = [], ...others] = folders;
  const shared = first.findIndex((name, depth) => others.some(folder => folder[depth] !== name));
  return first.slice(0, shared < 0 ? first.length : shared).join('/');
}

/** Whether an approval may cover later requests: each deletion is decided separately. */
export function canBeApprovedInAdvance({ risks }: ApprovalSubject): boolean {
  return !risks.includes('delete');
}
