/** Hostile uses of HTTP itself: bodies, connections, answers and headers rather than arguments of tools. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '../../../pkg/bench/product/mcp-client';
import { type Attack, callOf } from '../attack';

/** How long a state of connections is held while the other client asks, milliseconds. */
const holdTime = 1500;
const megabyte = 1024 * 1024;

export const httpAttacks: readonly Attack[] = [
  held('60 half-sent bodies of 9 MB', 60, host => [
    headOf(host, { 'Content-Length': String(9 * megabyte) }),
    'x'.repeat(8 * megabyte),
  ]),
  held('300 silent connections of strangers', 300, () => []),
  held('300 half heads of strangers', 300, ({ url }) => [
    `POST /mcp HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX: `,
  ]),
  held('200 floods of headers', 200, host => [headOf(host, { 'X-Flood': 'x'.repeat(60_000) })]),
  held('60 answers of rows that nobody takes', 60, host => [
    whole(host, call('list', { recursive: true, limit: 10_000 })),
  ]),
  held('16 answers of a megabyte that nobody takes', 16, host => [
    whole(host, call('read_note', { path: 'Hostile/ordinary-20mb.md', maxChars: 500_000 })),
  ]),
  held('30 sessions that are left behind', 30, host => [whole(host, initialize)]),
  held('a batch of 5,000 calls', 1, host => [
    whole(host, `[${Array.from({ length: 5000 }, () => call('stat', { paths: ['a.md'] })).join(',')}]`),
  ]),
  held('a body of 10 MB of one text', 1, host => [
    whole(host, call('stat', { paths: ['x'.repeat(9.9 * megabyte)] })),
  ]),
  held('a body of 10 MB of escapes', 1, host => [
    whole(host, call('stat', { paths: ['\\'.repeat(4.9 * megabyte)] })),
  ]),
  held('a body nested 100,000 deep', 1, host => [whole(host, '['.repeat(100_000))]),
  callOf('query_notes by 90,000 values', 'query_notes', {
    filter: { in: [{ var: 'x' }, Array.from({ length: 90_000 }, (_item, index) => index)] },
  }),
  callOf('query_notes by 45,000 rules', 'query_notes', {
    filter: { or: Array.from({ length: 45_000 }, (_item, index) => ({ '==': index })) },
  }),
];

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'attack', version: '1' } },
});

/** So many connections at once that send some texts and take nothing of what comes back. */
function held(name: string, count: number, texts: (host: Endpoint) => readonly string[]): Attack {
  return {
    name,
    run: async (_client, host) => {
      const sockets = Array.from({ length: count }, () => opened(host.url));
      try {
        for (const text of texts(host)) for (const socket of sockets) socket.write(text);
        await sleep(holdTime);
        const left = sockets.filter(({ destroyed }) => !destroyed).length;
        return `${left} of ${count} connections left`;
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  };
}

function opened(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A connection that is refused or reset is what the attack is about.
  socket.on('error', () => undefined);
  return socket.pause();
}

function headOf({ url, token }: Endpoint, more: Readonly<Record<string, string>>): string {
  const headers = {
    Host: new URL(url).host,
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2025-11-25',
    ...more,
  };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function whole(host: Endpoint, body: string): string {
  return headOf(host, { 'Content-Length': String(Buffer.byteLength(body)) }) + body;
}

function call(name: string, args: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
}
