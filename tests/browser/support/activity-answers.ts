import { z } from 'zod';
import type { AppInterface } from '../../../src/app-interface';
import type { Answers, Bridge } from './bridge';

/** What the activity view and the approval dialog ask of the running plugin. */
export function activityAnswers({ tab, activity, approvals }: AppInterface): Answers {
  const { changes, calls } = activity;
  return {
    'calls.all': () => calls.all,
    'changes.list': () => changes.list(),
    'changes.detail': id => changes.detail(String(id)),
    'changes.outlook': ids => changes.undoPreview(idList.parse(ids)),
    'changes.undoAll': ids => changes.undoAll(idList.parse(ids)),
    clearCalls: () => activity.clearCalls(),
    openNote: path => activity.openNote(String(path)),
    openActivity: () => undefined,
    'approvals.requests': () => approvals.requests,
    'approvals.answer': (id, answer) => approvals.answer(Number(id), answerShape.parse(answer)),
    'agreements.agreed': () => tab.agreements.agreed,
    'agreements.forget': () => tab.agreements.forget(),
  };
}

/** Tells the page what happens. */
export function tellActivity(bridge: Bridge, { activity, approvals }: AppInterface): void {
  activity.calls.subscribe(record => bridge.tell('call', record));
  approvals.subscribe(() => bridge.tell('approvals', approvals.requests));
}

const idList = z.array(z.string());
const answerShape = z
  .object({ approved: z.boolean(), also: z.enum(['for10Minutes', 'inFolder']).optional() })
  .transform(({ approved, also }) => (also === undefined ? { approved } : { approved, also }));
