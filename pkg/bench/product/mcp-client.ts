/** A plain client over Node's HTTP with kept-alive connections, with as little overhead as possible. */
import { Agent, request } from 'node:http';
import { z } from 'zod';

export type Era = '2025-11-25' | '2026-07-28';

export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

/** One response, timed from the first byte sent to the last one received. */
export interface Reply {
  readonly milliseconds: number;
  readonly status: number;
  readonly body: string;
}

export interface ToolResult {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  /** The code of the error, if the tool failed. */
  readonly error: string | undefined;
}

const message = z.object({ result: z.record(z.string(), z.unknown()) });
const toolResult = z.object({
  content: z.array(z.object({ text: z.string().optional() })).default([]),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
  isError: z.boolean().default(false),
});
const failure = z.object({ error: z.object({ code: z.string() }) });

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export class McpClient {
  private readonly agent: Agent;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly era: Era = '2025-11-25',
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: 1 });
  }

  call(tool: string, args: Record<string, unknown> = {}): Promise<Reply> {
    return this.post('tools/call', { name: tool, arguments: args });
  }

  /** Like `call`, with the result parsed. @throws Error for a response that is no tool result */
  async ask(tool: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    return answerOf(await this.call(tool, args));
  }

  post(method: string, params: Record<string, unknown> = {}): Promise<Reply> {
    const isModern = this.era === '2026-07-28';
    const body = Buffer.from(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: isModern ? { ...params, _meta: modernMeta } : params,
      }),
    );
    const name = params['name'];
    return send(this.endpoint.url, this.agent, body, {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${this.endpoint.token}`,
      'MCP-Protocol-Version': this.era,
      ...(isModern
        ? { 'Mcp-Method': method, ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}) }
        : {}),
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

/** The `result` of a reply. @throws Error for a refusal or a protocol error */
export function resultOf({ status, body }: Reply): Record<string, unknown> {
  if (status !== 200) throw new Error(`The server answered ${status}: ${body.slice(0, 200)}`);
  const json = body.startsWith('{') ? body : lastEvent(body);
  const parsed = message.safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error(`The server answered no result: ${json.slice(0, 200)}`);
  return parsed.data.result;
}

export function answerOf(reply: Reply): ToolResult {
  const { content, structuredContent, isError } = toolResult.parse(resultOf(reply));
  return {
    structured: structuredContent,
    text: content.map(({ text }) => text ?? '').join('\n'),
    error: isError ? (failure.safeParse(structuredContent).data?.error.code ?? 'unknown') : undefined,
  };
}

/** Bytes of `tools/list` as a model pays for them: names, descriptions, input schemas. */
export async function toolListBytes(client: McpClient): Promise<number> {
  const { tools } = resultOf(await client.post('tools/list'));
  const shown = JSON.stringify(tools, (key, value: unknown) =>
    ['title', 'annotations', 'outputSchema', '_meta'].includes(key) ? undefined : value,
  );
  return Buffer.byteLength(shown);
}

function send(
  url: string,
  agent: Agent,
  body: Buffer,
  headers: Record<string, string | number>,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const outgoing = request(url, { method: 'POST', agent, headers }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const milliseconds = performance.now() - started;
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ milliseconds, status: response.statusCode ?? 0, body: text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function lastEvent(body: string): string {
  const line = body.split('\n').findLast(text => text.startsWith('data: '));
  return line?.slice('data: '.length) ?? '';
}
