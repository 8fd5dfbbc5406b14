/** The parts that the activity view is given, each asked of the running plugin. */
import type { App } from 'obsidian';
import { z } from 'zod';
import { CallLog } from '../../../src/server/calls/call-log';
import { tools } from '../../../src/tools';
import type { ActivityOptions } from '../../../src/ui/activity/activity-entries';
import { toolTexts } from '../../../src/ui/text/tool-texts';
import type { CallRecord } from '../../../src/vault/activity/call-record';
import type { Change } from '../../../src/vault/journal/change-index';
import type {
  ChangeDetail,
  UndoGroupPreview,
  GroupResult,
} from '../../../src/vault/writing/undo/owner-changes';
import { after } from './platform';
import { ask, askNow, listen } from './remote';

export async function remoteActivity(app: App, connectClient: () => void): Promise<ActivityOptions> {
  const calls = new CallLog();
  calls.restore(z.array(record).parse(await ask('calls.all')));
  listen('call', value => calls.add(record.parse(value)));
  return {
    ...{ app, calls, after, titleOf, connectClient, clock: Date.now },
    changes: {
      list: () => z.array(change).parse(askNow('changes.list')),
      detail: async id => detail.optional().parse(await ask('changes.detail', id)),
      undoPreview: async ids => undoPreview.parse(await ask('changes.outlook', ids)),
      undoAll: async ids => result.parse(await ask('changes.undoAll', ids)),
    },
    clearCalls: async () => {
      await ask('clearCalls');
      calls.clear();
    },
    openNote: async path => {
      await ask('openNote', path);
    },
  };
}

export function titleOf(name: string): string {
  const tool = tools.find(one => one.name === name);
  return tool === undefined ? name : toolTexts(tool).title;
}

// Both ends are built from the same code; what JSON keeps of these shapes is all that there is.
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const record = z.custom<CallRecord>(isObject);
const change = z.custom<Change>(isObject);
const detail = z.custom<ChangeDetail>(isObject);
const undoPreview = z.custom<UndoGroupPreview>(isObject);
const result = z.custom<GroupResult>(isObject);
