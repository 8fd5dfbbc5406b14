import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { ToolFailure } from '../errors';
import { shorten } from '../utils/shortening';
import type { ResourceContent } from '../vault/note-resources';
import type { Services } from '../vault/services';

/** Bytes of JSON for a page, and for the tags; only what a note's owner made absurdly long is cut. */
const roomForPage = 100_000;

const guideUri = 'vault-info://guide';
const tagsUri = 'vault-info://tags';

const fixedResources = [
  { uri: guideUri, name: 'guide', title: "The owner's guide for agents", mimeType: 'text/markdown' },
  { uri: tagsUri, name: 'tags', title: 'Tags of the vault', mimeType: 'application/json' },
];

/** Runs work with the caller's services, under the same bounds as a tool. */
export type WithServices = <T>(
  client: AbortSignal,
  work: (services: Services, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Offers the notes that the caller may read, and two overviews, as resources. */
export function registerResources(mcp: McpServer, withServices: WithServices): void {
  mcp.server.setRequestHandler('resources/list', ({ params }, { mcpReq }) =>
    told(withServices(mcpReq.signal, services => Promise.resolve(pageOf(services, params?.cursor)))),
  );
  mcp.server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [template] }));
  mcp.server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const content = await told(
      withServices(mcpReq.signal, (services, signal) => contentOf(uri, services, signal)),
    );
    if (content === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [content] };
  });
}

const template = {
  uriTemplate: 'vault:///{+path}',
  name: 'note',
  title: 'A note by its path',
  mimeType: 'text/markdown',
};

function pageOf(services: Services, cursor: string | undefined): ListResourcesResult {
  const { resources, nextCursor } = services.resources.list(cursor);
  const shown = resources.map(({ lastModified, ...resource }) => ({
    ...resource,
    annotations: { lastModified },
  }));
  const all = cursor === undefined ? [...fixedResources, ...shown] : shown;
  return shorten({ resources: all, ...(nextCursor === undefined ? {} : { nextCursor }) }, roomForPage).value;
}

/** Resources have no results that tell of errors, so failures become the protocol's own. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const code =
      error.code === 'invalid_cursor' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, `${error.code}: ${error.message}`);
  }
}

async function contentOf(
  uri: string,
  services: Services,
  signal: AbortSignal,
): Promise<ResourceContent | undefined> {
  if (uri === guideUri) {
    const guide = await services.orientation.guide();
    return guide === undefined ? undefined : { uri, mimeType: 'text/markdown', text: guide.text };
  }
  if (uri === tagsUri) {
    const tags = await services.tags.top(1000, signal);
    return {
      uri,
      mimeType: 'application/json',
      text: JSON.stringify(shorten({ tags }, roomForPage).value.tags),
    };
  }
  return services.resources.read(uri);
}
