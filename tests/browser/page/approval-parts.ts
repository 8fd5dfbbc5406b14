/** The queue of what waits for approval, mirrored from the running plugin. */
import type { App } from 'obsidian';
import { z } from 'zod';
import type { ApprovalPresenterOptions } from '../../../src/ui/approval/approval-dialog';
import { showDesktopNotification, notify } from '../../../src/ui/notices';
import type { ApprovalRequest } from '../../../src/vault/approval/approval-request';
import { after } from './platform';
import { ask, listen } from './remote';

export async function remoteApprovals(app: App): Promise<ApprovalPresenterOptions> {
  const listeners = new Set<() => void>();
  let requests = requestList.parse(await ask('approvals.requests'));
  listen('approvals', value => {
    requests = requestList.parse(value);
    for (const listener of listeners) listener();
  });
  return {
    queue: {
      get requests() {
        return requests;
      },
      answer: (id, answer) => void ask('approvals.answer', id, answer),
      subscribe: listener => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ...{ app, after, notify: notify, showDesktopNotification },
    isWatched: () => document.hasFocus(),
    clock: Date.now,
  };
}

const requestList = z.array(z.custom<ApprovalRequest>(value => typeof value === 'object'));
