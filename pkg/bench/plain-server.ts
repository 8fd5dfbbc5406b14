/** A plain MCP server of the same SDK with one empty tool, whose start the product's is compared with. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'plain', version: '1.0.0' });
  server.registerTool('empty', { description: 'Does nothing.', inputSchema: z.object({}) }, () => ({
    content: [],
  }));
  return server;
});

const server = createServer((request, response) => {
  void textOf(request).then(async text => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string') headers.set(name, value);
    }
    const web = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: '{}' });
    const answer = await handler.fetch(web, { parsedBody: JSON.parse(text) });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  process.stdout.write(
    `${JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${address.port}/mcp`, token: 'none' })}\n`,
  );
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(z.instanceof(Uint8Array).parse(chunk)));
  return Buffer.concat(chunks).toString('utf8');
}
