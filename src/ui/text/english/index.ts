import { actions } from './actions';
import { activity, day, undo } from './activity';
import { advanced, tools } from './advanced';
import { approval, diff } from './approval';
import { common } from './common';
import { connections } from './connections';
import { folders } from './folders';
import { outcomes } from './outcomes';
import { approvalRules, safety } from './safety';
import { pairing } from './pairing';
import { problems, status } from './status';
import { tokens } from './tokens';
import { bar, brought, commands, dialogs, file, notices } from './windows';

/** Every message in English; the other languages follow its keys. */
export const english = {
  ...actions,
  ...activity,
  ...day,
  ...undo,
  ...advanced,
  ...tools,
  ...approval,
  ...diff,
  ...common,
  ...connections,
  ...folders,
  ...outcomes,
  ...approvalRules,
  ...safety,
  ...pairing,
  ...problems,
  ...status,
  ...tokens,
  ...bar,
  ...brought,
  ...commands,
  ...dialogs,
  ...file,
  ...notices,
} as const;
