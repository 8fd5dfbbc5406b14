import type { ApprovalRequest, Approver } from './approval-request';

/** Asks the user in the client, and here where the client fails to ask. */
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
