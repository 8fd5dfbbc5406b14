/** Requests and streams of the protocol as bytes on the wire, where a client would hide what a test asks about. */
import { z } from 'zod';
import type { Endpoint } from '../clients';

const message = z.object({
  method: z.string().optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  params: z.record(z.string(), z.unknown()).default({}),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
export type Message = z.output<typeof message>;

const json = 'application/json';

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** An answer that may go on. */
export class Exchange {
  readonly messages: Message[] = [];
  readonly ended: Promise<void>;

  private constructor(
    private readonly response: Response,
    private readonly controller: AbortController,
  ) {
    this.ended = this.read().catch(() => undefined);
  }

  static async begin({ url, token }: Endpoint, { method = 'POST', body, headers }: Sent): Promise<Exchange> {
    const controller = new AbortController();
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: method === 'GET' ? 'text/event-stream' : `${json}, text/event-stream`,
        ...(body === undefined ? {} : { 'Content-Type': json }),
        ...headers,
      },
      signal: controller.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return new Exchange(response, controller);
  }

  get status(): number {
    return this.response.status;
  }

  get session(): string {
    return this.response.headers.get('mcp-session-id') ?? '';
  }

  /** The messages of one method, by their parameters. */
  told(method: string): Record<string, unknown>[] {
    return this.messages.filter(message => message.method === method).map(({ params }) => params);
  }

  leave(): void {
    this.controller.abort();
  }

  private async read(): Promise<void> {
    const reader = this.response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const isStream = this.response.headers.get('content-type') === 'text/event-stream';
    let text = '';
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      text += value ?? '';
      if (isStream) text = this.take(text);
      if (done) break;
    }
    if (!isStream && text !== '') this.messages.push(message.parse(JSON.parse(text)));
  }

  private take(text: string): string {
    const events = text.split('\n\n');
    for (const event of events.slice(0, -1)) {
      const data = event.split('\n').find(line => line.startsWith('data: '));
      if (data !== undefined) this.messages.push(message.parse(JSON.parse(data.slice('data: '.length))));
    }
    return events.at(-1) ?? '';
  }
}

/** Opens a session as an older client does. @returns its id */
export async function openSession(endpoint: Endpoint, capabilities: object = {}): Promise<string> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'tests', version: '1' },
  };
  const opening = await Exchange.begin(endpoint, {
    body: { jsonrpc: '2.0', id: 0, method: 'initialize', params },
  });
  await opening.ended;
  return opening.session;
}

/** One request in a session, answered. */
export async function askIn(
  endpoint: Endpoint,
  session: string,
  method: string,
  params: object = {},
): Promise<Exchange> {
  const exchange = await Exchange.begin(endpoint, {
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': '2025-11-25' },
  });
  await exchange.ended;
  return exchange;
}

export function streamOf(endpoint: Endpoint, session: string): Promise<Exchange> {
  return Exchange.begin(endpoint, { method: 'GET', headers: { 'Mcp-Session-Id': session } });
}

/** A request of 2026-07-28, whose answer may be a stream. */
export function askModern(endpoint: Endpoint, method: string, params: object = {}): Promise<Exchange> {
  const revision = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return Exchange.begin(endpoint, {
    body: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } },
    headers: { 'MCP-Protocol-Version': revision, 'Mcp-Method': method },
  });
}
