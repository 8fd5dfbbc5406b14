/**
 * The floors of the product, each a process of its own: `node floor-server.mjs KIND`. `sdk` and `express` are
 * plain MCP servers with one empty tool, a fresh one for each request as the SDK serves both eras; `bare` is
 * HTTP alone and sends back the response that it was given.
 */
import express from 'express';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { z } from 'zod';

const heldSchema = z.object({ structured: z.record(z.string(), z.unknown()), text: z.string().optional() });
type Held = z.infer<typeof heldSchema>;

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'floor', version: '1.0.0' });
  server.registerTool('empty', { description: 'Does nothing.', inputSchema: z.object({}) }, () => ({
    content: [],
  }));
  return server;
});

const listeners: Readonly<Record<string, () => RequestListener>> = {
  sdk: () => (request, response) => {
    void textOf(request).then(text => answerBySdk(request, response, JSON.parse(text)));
  },
  express: () => {
    const app = express();
    app.use(express.json());
    app.post('/mcp', (request, response) => answerBySdk(request, response, request.body));
    return app;
  },
  bare: () => {
    let held: Held = { structured: {} };
    return (request, response) => {
      void textOf(request).then(text => {
        if (request.url === '/hold') {
          held = heldSchema.parse(JSON.parse(text));
          response.end();
        } else answerHeld(response, held);
      });
    };
  },
};

const listener = listeners[process.argv[2] ?? '']?.();
if (listener === undefined) throw new Error(`Name one of ${Object.keys(listeners).join(', ')}.`);
// A clean end, so that `--cpu-prof` can write its profile.
process.on('SIGTERM', () => process.exit());
const server = createServer(listener);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  process.stdout.write(
    `${JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${address.port}/mcp`, token: 'none' })}\n`,
  );
});

async function answerBySdk(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const web = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: '{}' });
  const answer = await handler.fetch(web, { parsedBody: body });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** The whole message is built and serialised each time, as in the product. */
function answerHeld(response: ServerResponse, { structured, text }: Held): void {
  const result = {
    content: [{ type: 'text', text: text ?? JSON.stringify(structured) }],
    structuredContent: structured,
  };
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(z.instanceof(Uint8Array).parse(chunk)));
  return Buffer.concat(chunks).toString('utf8');
}
