import { field } from '../json';
import { testToken } from '../lectern';
import { type RawAnswer, requestText, sendRaw } from './raw-http';

/** A call that every token may make. */
export const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":{}}}';

/** How a request differs from a right one. */
export interface Change {
  readonly method?: string;
  readonly target?: string;
  /** Headers by name; an array repeats one, null leaves it out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string;
}

/** Sends raw requests to one server. */
export class GateRequests {
  constructor(readonly port: number) {}

  send({ method = 'POST', target = '/mcp', headers = {}, body = call }: Change = {}): Promise<RawAnswer> {
    const all: Record<string, string | readonly string[] | null> = {
      Host: `127.0.0.1:${this.port}`,
      Authorization: `Bearer ${testToken}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    };
    const lines = Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [value].flat().map(one => `${name}: ${one}`),
    );
    return sendRaw(this.port, requestText(method, target, lines, body));
  }

  /** Expects small JSON that tells nothing of the vault, nor of the product more than its name. */
  async expectRefusal(change: Change, status: number): Promise<RawAnswer> {
    const answer = await this.send(change);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(field(JSON.parse(answer.body), 'error', 'code')).toEqual(expect.any(Number));
    expect(answer.body).not.toMatch(/secret-name|vault|node|express|at .*:\d+/i);
    return answer;
  }
}
