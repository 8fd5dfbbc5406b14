import type { ApprovalRisk } from '../../utils/approval-rules';
import type { ChangeAction } from '../journal/change-action';

/** What would happen to one file. */
export interface ProposedChange {
  readonly kind: 'create' | 'edit' | 'delete' | 'move';
  readonly path: string;
  readonly isFolder?: boolean;
  readonly newPath?: string;
  /** Only its links change, on account of something else in the change. */
  readonly isLinking?: boolean;
  /** The caller does not see it. */
  readonly isUnseen?: boolean;
  /** No trash keeps what is deleted. */
  readonly isPermanent?: boolean;
  /** The whole text now; left out where there is none, or it is no text. */
  readonly before?: string;
  /** The whole text afterwards. */
  readonly after?: string;
}

/** Who wants something, and with what. */
export interface Applicant {
  /** The token's name. */
  readonly token: string;
  /** What the caller's program calls itself. */
  readonly client?: string | undefined;
  readonly tool: string;
}

/** What a person decides about: a change of files, or a command of the app. */
export interface ApprovalSubject {
  readonly risks: readonly ApprovalRisk[];
  readonly changes: readonly ProposedChange[];
  /** What happens as a whole, where the list of changes does not say it. */
  readonly action?: ChangeAction;
  /** What a person must not overlook, in a sentence. */
  readonly warning?: string;
  /** The command's name, where it is one. */
  readonly command?: string;
}

export interface ApprovalRequest extends Applicant, ApprovalSubject {
  readonly id: number;
  /** Milliseconds since 1970, when it is refused by itself. */
  readonly until: number;
}

export interface ApprovalAnswer {
  readonly approved: boolean;
  /** What is allowed besides, unless something is deleted, to the same token with the same risks: everything for ten minutes, or this folder until the app is closed. */
  readonly also?: 'for10Minutes' | 'inFolder';
}

/** Somebody who can be asked; undefined when nobody answered before the signal aborted. */
export type Approver = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer | undefined>;

/** The folder that all files of a request lie in; the root is empty. */
export function folderOf({ changes }: ApprovalSubject): string {
  const folders = changes
    .filter(({ isLinking }) => isLinking !== true)
    .flatMap(({ path, newPath }) => (newPath === undefined ? [path] : [path, newPath]))
    .map(path => path.split('/').slice(0, -1));
  const [first = [], ...others] = folders;
  const shared = first.findIndex((name, depth) => others.some(folder => folder[depth] !== name));
  return first.slice(0, shared < 0 ? first.length : shared).join('/');
}

/** Whether an agreement may cover later requests: each deletion is decided upon by itself. */
export function canBeAgreedBeforehand({ risks }: ApprovalSubject): boolean {
  return !risks.includes('delete');
}
