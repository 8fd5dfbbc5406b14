import { request } from 'node:http';
import { jsonField, parsedJson } from '../../utils/json';

/** How long to wait for a response, in milliseconds. */
const timeout = 5_000;
const maxResponse = 4 * 1024 * 1024;

/** The outcome of a real call, made like a client's. */
export type ConnectionResult =
  | { readonly kind: 'answered'; readonly tools: number }
  /** A response that is not Lectern's, with its HTTP status. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unreachable' };

const question = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

/**
 * Asks a server of Lectern on this machine for its tools, through the network as any client does. Never rejects.
 * @param url `http://127.0.0.1:27150/mcp`
 * @param token a token's value
 */
export async function testConnection(url: string, token: string): Promise<ConnectionResult> {
  try {
    const { status, body } = await post(url, token);
    const tools = status === 200 ? toolCount(body) : undefined;
    return tools === undefined ? { kind: 'refused', status } : { kind: 'answered', tools };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** Not `fetch`: in the app it is the browser's, which sends an `Origin` that the gate refuses. */
function post(url: string, token: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(question),
      Accept: 'application/json, text/event-stream',
    };
    const sent = request(url, { method: 'POST', headers, agent: false, timeout }, response => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > maxResponse) sent.destroy(new Error('The answer is too long.'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('timeout', () => sent.destroy(new Error('No answer in time.')));
    sent.on('error', reject);
    sent.end(question);
  });
}

/** The response is JSON, or one event of a stream with JSON. */
function toolCount(body: string): number | undefined {
  const event = body.split('\n').find(line => line.startsWith('data: {'));
  const text = event === undefined ? body : event.slice('data: '.length);
  const tools = jsonField(jsonField(parsedJson(text), 'result'), 'tools');
  return Array.isArray(tools) ? tools.length : undefined;
}
