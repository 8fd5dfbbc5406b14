import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { ToolFailure } from '../errors';
import type { Services } from '../vault/services';

const guideUri = 'vault-info://guide';
const tagsUri = 'vault-info://tags';

const fixedResources = [
  { uri: guideUri, name: 'guide', title: "The owner's guide for agents", mimeType: 'text/markdown' },
  { uri: tagsUri, name: 'tags', title: 'Tags of the vault', mimeType: 'application/json' },
];

/** Offers the notes that the caller may read, and two overviews, as resources. */
export function registerResources(mcp: McpServer, services: () => Services): void {
  mcp.server.setRequestHandler('resources/list', ({ params }) => {
    const { resources, nextCursor } = pageOf(services(), params?.cursor);
    const shown = resources.map(({ lastModified, ...resource }) => ({
      ...resource,
      annotations: { lastModified },
    }));
    const all = params?.cursor === undefined ? [...fixedResources, ...shown] : shown;
    return { resources: all, ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  mcp.server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: 'vault:///{+path}',
        name: 'note',
        title: 'A note by its path',
        mimeType: 'text/markdown',
      },
    ],
  }));
  mcp.server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const content = await contentOf(uri, services(), mcpReq.signal);
    if (content === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [content] };
  });
}

function pageOf(services: Services, cursor: string | undefined): ReturnType<Services['resources']['list']> {
  try {
    return services.resources.list(cursor);
  } catch (error) {
    if (error instanceof ToolFailure) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    throw error;
  }
}

async function contentOf(
  uri: string,
  services: Services,
  signal: AbortSignal,
): Promise<{ uri: string; mimeType: string; text: string } | undefined> {
  if (uri === guideUri) {
    const guide = await services.orientation.guide();
    return guide === undefined ? undefined : { uri, mimeType: 'text/markdown', text: guide.text };
  }
  if (uri === tagsUri) {
    const tags = await services.tags.top(1000, signal);
    return { uri, mimeType: 'application/json', text: JSON.stringify(tags) };
  }
  return services.resources.read(uri);
}
