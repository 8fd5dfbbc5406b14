import { Agent, type IncomingMessage, request } from 'node:http';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { type Message, idOf, isRequest, methodOf, ownVersionOf, partOf, textOf } from './message';

/** Nothing listens at the address: the app is closed, or the server is stopped. */
export class Unreachable extends Error {}

/** What the server returned to a client that opened with `initialize`. */
export interface Session {
  readonly id: string | undefined;
  readonly version: string | undefined;
}

export const noSession: Session = { id: undefined, version: undefined };

/** Which field the header `Mcp-Name` repeats, by method (transport rules of 2026-07-28). */
const named = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** The only address that is used, with its token. */
export class Endpoint {
  /**
   * Node's own HTTP client and not `fetch`, which ends a stream after five silent minutes; subscriptions are
   * silent. Connections are kept, since a new one costs more than a call.
   */
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: URL,
    private readonly token: string,
  ) {}

  /** @throws Unreachable */
  post(message: Message, session: Session, signal: AbortSignal): Promise<IncomingMessage> {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(isRequest(message) ? modernHeaders(message) : {}),
    };
    return this.send('POST', { ...sessionHeaders(session), ...headers }, JSON.stringify(message), signal);
  }

  /** Opens the stream of the server's own messages. @throws Unreachable */
  listen(session: Session, signal: AbortSignal): Promise<IncomingMessage> {
    const headers = {
      Accept: 'text/event-stream',
      ...sessionHeaders(session),
    };
    return this.send('GET', headers, '', signal);
  }

  /** Tells the server that the session has ended. @throws Unreachable */
  async end(session: Session, signal: AbortSignal): Promise<void> {
    const response = await this.send('DELETE', sessionHeaders(session), '', signal);
    response.resume();
  }

  close(): void {
    this.agent.destroy();
  }

  private async send(
    method: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
    const options = {
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...headers, ...length },
      agent: this.agent,
      signal,
    };
    // The end of a kept connection is noticed by then: a message that was sent on it would be lost.
    await turnOfLoop();
    await turnOfLoop();
    return new Promise((resolve, reject) => {
      const sent = request(this.url, options, resolve);
      sent.on('error', error => reject(isRefused(error) ? new Unreachable() : error));
      sent.end(body);
    });
  }
}

function sessionHeaders({ id, version }: Session): Record<string, string> {
  return {
    ...(id === undefined ? {} : { 'Mcp-Session-Id': id }),
    ...(version === undefined ? {} : { 'MCP-Protocol-Version': version }),
  };
}

/** A request that names its own revision repeats its method and subject in headers. */
function modernHeaders(message: Message): Record<string, string> {
  const version = ownVersionOf(message);
  const method = methodOf(message);
  if (version === undefined || method === undefined) return {};
  const name = textOf(partOf(message, 'params')[named.get(method) ?? '']);
  return {
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...(name === undefined ? {} : { 'Mcp-Name': headerValue(name) }),
  };
}

/** Base64 of UTF-8 between markers, if the text itself cannot be in a header (transport rules of 2026-07-28). */
function headerValue(text: string): string {
  const isPlain = /^[!-~](?:[\t -~]*[!-~])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

function isRefused(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND');
}

/** Whether the message is the response to the request, not one before it. */
export function answers(message: Message, asked: Message): boolean {
  return methodOf(message) === undefined && idOf(message) === idOf(asked);
}
