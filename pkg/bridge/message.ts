/** JSON-RPC messages, as far as the bridge must read them. */
export type Message = Readonly<Record<string, unknown>>;
export type MessageId = string | number;

/** The version of MCP up to which clients open a connection with `initialize`; newer ones say it in each request. */
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** Undefined if it is not a JSON object. */
export function parseMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The ids of the requests in a batch, which MCP no longer has; none in any other text. */
export function batchIds(text: string): MessageId[] {
  try {
    const value: unknown = JSON.parse(text);
    const requests = Array.isArray(value) ? value.filter(isMessage).filter(isRequest) : [];
    return requests.flatMap(request => idOf(request) ?? []);
  } catch {
    return [];
  }
}

export function methodOf(message: Message): string | undefined {
  return textOf(message['method']);
}

/** The id of a request or response; a notification has none. */
export function idOf(message: Message): MessageId | undefined {
  const id = message['id'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** A request expects a response with its id. */
export function isRequest(message: Message): boolean {
  return methodOf(message) !== undefined && idOf(message) !== undefined;
}

/** The revision that a request names itself; undefined for clients that agreed on one with `initialize`. */
export function ownVersionOf(message: Message): string | undefined {
  return textOf(partOf(partOf(message, 'params'), '_meta')[versionKey]);
}

/** A part of its `params`, or an empty one. */
export function partOf(message: Message, name: string): Message {
  const part = message[name];
  return isMessage(part) ? part : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function resultOf(id: MessageId, result: Message): Message {
  return { jsonrpc: '2.0', id, result };
}

/** @param code of JSON-RPC; -32000 is the first one for servers' own use */
export function errorOf(id: MessageId, message: string, code = -32_000): Message {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

export function notificationOf(method: string): Message {
  return { jsonrpc: '2.0', method };
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
