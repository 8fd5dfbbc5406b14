import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { png } from './samples';

/** The resources that the suite reads and subscribes to. */
export function registerResources(mcp: McpServer, withSubscriptions: boolean): void {
  const plain = { mimeType: 'text/plain' };
  for (const [name, words] of [
    ['static-text', 'This is the content of the static text resource.'],
    ['watched-resource', 'Watched.'],
  ] as const) {
    mcp.registerResource(name, `test://${name}`, plain, ({ href: uri }) => ({
      contents: [{ uri, ...plain, text: words }],
    }));
  }
  const mimeType = 'image/png';
  mcp.registerResource('static-binary', 'test://static-binary', { mimeType }, ({ href: uri }) => ({
    contents: [{ uri, mimeType, blob: png }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  mcp.registerResource('template', template, { mimeType: 'application/json' }, ({ href: uri }, { id }) => {
    const words = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` });
    return { contents: [{ uri, mimeType: 'application/json', text: words }] };
  });
  if (!withSubscriptions) return;
  mcp.server.setRequestHandler('resources/subscribe', () => ({}));
  mcp.server.setRequestHandler('resources/unsubscribe', () => ({}));
}
