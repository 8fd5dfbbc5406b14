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

/** The text that a user reads while the server does not respond. */
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
 * Responds for a server that is not running, so that a client which starts first does not give up: it
 * connects with empty lists, and is told to request them again when the server has started (`listsChanged`).
 * @param hasConnected a client that knows the real lists keeps them, and gets an error instead
 * @returns undefined if no response is needed
 */
export function answerForAbsent(message: Message, hasConnected: boolean): Message | undefined {
  const id = idOf(message);
  const method = methodOf(message);
  if (id === undefined || method === undefined) return undefined;
  const isModern = ownVersionOf(message) !== undefined;
  // A client that gets this error opens with `initialize` instead, which can be answered.
  if (method === 'server/discover') return errorOf(id, absenceText, methodNotFound);
  if (method === 'tools/call') return resultOf(id, refusedCall(isModern));
  if (isModern) return errorOf(id, absenceText);
  if (method === 'initialize') return resultOf(id, welcome(message));
  const list = hasConnected ? undefined : emptyLists.get(method);
  return list === undefined ? errorOf(id, absenceText) : resultOf(id, list);
}

/** Makes a client request again everything that was reported as empty. */
export const listsChanged: readonly Message[] = ['tools', 'resources', 'prompts'].map(list =>
  notificationOf(`notifications/${list}/list_changed`),
);

/** A failed call, not a protocol error, so that the model reads the sentence. */
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
