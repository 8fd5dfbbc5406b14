import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { jsonField } from '../../utils/json';
import type { TokenEntry } from '../http/gate';
import { refusalResponse, refusals } from '../http/refusals';
import { authInfoOf, revisionOf } from '../mcp/request';
import type { Incoming } from '../http/node-adapter';
import { Watch, type WatchOutlet } from './watch';

export interface SessionOptions {
  readonly id: string;
  readonly entry: TokenEntry;
  readonly createServer: (watch: Watch, entry: TokenEntry) => McpServer;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly onEnd: () => void;
  readonly onError: (error: Error) => void;
}

/** The state of one older client: its server, its streams and its subscriptions. */
export class Session {
  readonly id: string;
  /** The entry of the latest request: a client that signed in gets another token every hour. */
  entry: TokenEntry;
  readonly watch: Watch;
  lastUsed: number;
  private readonly mcp: McpServer;
  private readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Pending responses, by request id. */
  private readonly answers = new Map<unknown, Tracked>();
  /** Ids of requests without a response yet. */
  private readonly inFlight = new Set<unknown>();
  private stream: Tracked | undefined;
  private open = 0;
  private isOver = false;
  /** Resolves when the session can handle requests; never rejects. */
  private ready: Promise<unknown>;

  constructor(private readonly options: SessionOptions) {
    this.id = options.id;
    this.entry = options.entry;
    this.lastUsed = options.now();
    this.watch = new Watch(this.outlet());
    this.mcp = options.createServer(this.watch, options.entry);
    this.transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => options.id });
    this.ready = this.mcp.connect(this.transport);
    this.transport.onerror = options.onError;
  }

  /** Whether a response or the stream of notifications is open. */
  get isBusy(): boolean {
    return this.open > 0;
  }

  /** Restores a session that this server closed: its client has initialized already, and will not again. */
  revive({ request: { url, headers } }: Incoming): void {
    const request = new Request(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: '{}',
    });
    const clientInfo = { name: 'unknown', version: '0' };
    const params = { protocolVersion: revisionOf(headers), capabilities: {}, clientInfo };
    const parsedBody = { jsonrpc: '2.0', id: 'revive', method: 'initialize', params };
    this.ready = this.ready
      .then(() => this.transport.handleRequest(request, { parsedBody, authInfo: authInfoOf(this.entry) }))
      .then(response => response.text());
  }

  async serve({ request, parsedBody }: Incoming, entry: TokenEntry): Promise<Response> {
    await this.ready;
    this.lastUsed = this.options.now();
    if (request.method === 'GET') this.stream?.end();
    this.cancelNamed(parsedBody);
    if (isInitializeRequest(parsedBody)) this.watch.introduce(parsedBody.params);
    const ids = requestIds(parsedBody);
    // The transport would send both responses to the second request, and never end the first.
    if (ids.some((id, at) => this.inFlight.has(id) || ids.indexOf(id) !== at))
      return refusalResponse(refusals.idInUse);
    this.open += 1;
    for (const id of ids) this.inFlight.add(id);
    let response: Response;
    try {
      const authInfo = authInfoOf(entry);
      response = await this.transport.handleRequest(request, { parsedBody, authInfo });
    } catch (error) {
      this.leave(ids);
      throw error;
    }
    return this.track(response, request.method, ids);
  }

  /** Ends its streams and all its work. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.onEnd();
    for (const answer of [...this.answers.values()]) answer.end();
    this.stream?.end();
    void this.mcp.close().catch(() => undefined);
  }

  private track(response: Response, method: string, ids: readonly unknown[]): Response {
    if (response.body === null) {
      this.leave(ids);
      return response;
    }
    const answer = tracked(response, response.body, () => {
      this.leave(ids);
      for (const id of ids) if (this.answers.get(id) === answer) this.answers.delete(id);
      if (this.stream === answer) this.stream = undefined;
    });
    if (method === 'GET') this.stream = answer;
    for (const id of ids) this.answers.set(id, answer);
    return answer.response;
  }

  private leave(ids: readonly unknown[]): void {
    for (const id of ids) this.inFlight.delete(id);
    this.open -= 1;
    this.lastUsed = this.options.now();
  }

  /** A cancelled request gets no response, so its stream would stay open for ever. */
  private cancelNamed(message: unknown): void {
    if (jsonField(message, 'method') !== 'notifications/cancelled') return;
    const answer = this.answers.get(jsonField(jsonField(message, 'params'), 'requestId'));
    if (answer !== undefined) queueMicrotask(() => answer.end());
  }

  private outlet(): WatchOutlet {
    const sent = (sending: Promise<void>): Promise<void> => sending.catch(() => undefined);
    return {
      updated: uri => sent(this.mcp.server.sendResourceUpdated({ uri })),
      listChanged: kind => {
        if (kind === 'tools') void sent(this.mcp.server.sendToolListChanged());
        else if (kind === 'prompts') void sent(this.mcp.server.sendPromptListChanged());
        else void sent(this.mcp.server.sendResourceListChanged());
      },
    };
  }
}

function requestIds(body: unknown): unknown[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages
    .filter(message => jsonField(message, 'method') !== undefined)
    .map(message => jsonField(message, 'id'))
    .filter(id => id !== undefined);
}

/** A response that reports its end, for any reason, and that can be ended from here. */
interface Tracked {
  readonly response: Response;
  readonly end: () => void;
}

/**
 * @param body of that response
 * @param onEnd called once, later: when the response was sent, its client disconnected, or it was ended
 */
export function tracked(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array>,
  onEnd: () => void,
): Tracked {
  const reader = body.getReader();
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    onEnd();
  };
  const cancel = (): void => {
    over();
    void reader.cancel().catch(() => undefined);
  };
  const stream = new ReadableStream<Uint8Array>({
    pull: async controller => {
      try {
        const { done, value } = await reader.read();
        if (value !== undefined) controller.enqueue(value);
        if (!done) return;
        over();
        controller.close();
      } catch (error) {
        over();
        controller.error(error);
      }
    },
    cancel,
  });
  return { response: new Response(stream, { status, headers }), end: cancel };
}
