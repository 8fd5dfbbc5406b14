/**
 * The floors of the product, each a process of its own: `node floor-server.mjs KIND`. `sdk` and `express` are
 * plain MCP servers with one empty tool, a fresh one for each request as the SDK serves both eras; `reading` is one that
 * also sends back the result that it was given, after it has read its file or looked for its files; `bare` is HTTP
 * alone and sends back the response that it was given.
 */
import express from 'express';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { z } from 'zod';

const heldSchema = z.object({
  structured: z.record(z.string(), z.unknown()),
  text: z.string().optional(),
  /** Paths that the server `reading` reads, or looks for, before each answer. */
  read: z.string().array().default([]),
  lookFor: z.string().array().default([]),
});
type Held = z.infer<typeof heldSchema>;
const nothingHeld: Held = { structured: {}, read: [], lookFor: [] };

const emptyTool = { description: 'Does nothing.', inputSchema: z.object({}) };
const heldTool = { description: 'Sends what it was given.', inputSchema: z.object({}) };

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'floor', version: '1.0.0' });
  server.registerTool('empty', emptyTool, () => ({ content: [] }));
  return server;
});

const readingHandler = (held: () => Held): typeof handler =>
  createMcpHandler(() => {
    const server = new McpServer({ name: 'floor', version: '1.0.0' });
    server.registerTool('empty', emptyTool, () => ({ content: [] }));
    server.registerTool('held', heldTool, async () => {
      const { read, lookFor, ...answer } = held();
      for (const path of read) await readFile(path, 'utf8');
      for (const path of lookFor) await stat(path).catch(() => undefined);
      return resultOf(answer);
    });
    return server;
  });

const listeners: Readonly<Record<string, () => RequestListener>> = {
  sdk: () => (request, response) => {
    void textOf(request).then(text => answerBySdk(handler, { request, response, body: JSON.parse(text) }));
  },
  reading: () => {
    let held = nothingHeld;
    const reading = readingHandler(() => held);
    return (request, response) => {
      void textOf(request).then(text => {
        const body: unknown = JSON.parse(text);
        if (request.url === '/hold') {
          held = heldSchema.parse(body);
          response.end();
        } else void answerBySdk(reading, { request, response, body });
      });
    };
  },
  express: () => {
    const app = express();
    app.use(express.json());
    app.post('/mcp', (request, response) => {
      const body: unknown = request.body;
      return answerBySdk(handler, { request, response, body });
    });
    return app;
  },
  bare: () => {
    let held = nothingHeld;
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

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
}

async function answerBySdk(
  { fetch }: Pick<typeof handler, 'fetch'>,
  { request, response, body }: Exchange,
): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const web = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: '{}' });
  const answer = await fetch(web, { parsedBody: body });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** The whole message is built and serialised each time, as in the product. */
function answerHeld(response: ServerResponse, held: Held): void {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result: resultOf(held) }));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}

function resultOf({ structured, text }: Pick<Held, 'structured' | 'text'>) {
  return {
    content: [{ type: 'text' as const, text: text ?? JSON.stringify(structured) }],
    structuredContent: structured,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(z.instanceof(Uint8Array).parse(chunk)));
  return Buffer.concat(chunks).toString('utf8');
}
