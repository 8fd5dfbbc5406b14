import {
  errorOf,
  idOf,
  type Message,
  methodOf,
  notificationOf,
  ownVersionOf,
  partOf,
  resultOf,
  textOf,
} from './message';

/** What a person reads while nothing answers. */
export const absenceText =
  'Obsidian is not running, or Lectern is stopped in it. Open Obsidian, then try again.';

const methodNotFound = -32_601;

const emptyLists = new Map<string, Message>([
  ['ping', {}],
  ['tools/list', { tools: [] }],
  ['resources/list', { resources: [] }],
  ['resources/templates/list', { resourceTemplates: [] }],
  ['prompts/list', { prompts: [] }],
]);

/**
 * Answers for a server that is not there, so that a client which starts first does not give up for good: it is let
 * in with empty lists, and told to ask for them again when the server has come (`listsChanged`).
 * @param hasConnected a client that knows the real lists keeps them, and is told the truth instead
 * @returns undefined where nothing is to be answered
 */
export function answerForAbsent(message: Message, hasConnected: boolean): Message | undefined {
  const id = idOf(message);
  const method = methodOf(message);
  if (id === undefined || method === undefined) return undefined;
  const isModern = ownVersionOf(message) !== undefined;
  // A client that is told this opens with `initialize` instead, and that can be answered.
  if (method === 'server/discover') return errorOf(id, absenceText, methodNotFound);
  if (method === 'tools/call') return resultOf(id, refusedCall(isModern));
  if (isModern) return errorOf(id, absenceText);
  if (method === 'initialize') return resultOf(id, welcome(message));
  const list = hasConnected ? undefined : emptyLists.get(method);
  return list === undefined ? errorOf(id, absenceText) : resultOf(id, list);
}

/** Makes a client ask for everything that it was told to be empty. */
export const listsChanged: readonly Message[] = ['tools', 'resources', 'prompts'].map(list =>
  notificationOf(`notifications/${list}/list_changed`),
);

/** A failed call, and no protocol error, so that the model reads the sentence. */
function refusedCall(isModern: boolean): Message {
  const content = [{ type: 'text', text: absenceText }];
  return { ...(isModern ? { resultType: 'complete' } : {}), content, isError: true };
}

function welcome(initialize: Message): Message {
  const changes = { listChanged: true };
  return {
    protocolVersion: textOf(partOf(initialize, 'params')['protocolVersion']) ?? '2025-11-25',
    capabilities: { tools: changes, resources: changes, prompts: changes },
    serverInfo: { name: 'lectern-mcp', title: 'Lectern', version: '0' },
    instructions: absenceText,
  };
}
