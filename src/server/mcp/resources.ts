import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { shorten } from '../../utils/text/shortening';
import type { ResourceContent } from '../../vault/app/note-resources';
import type { Services } from '../../vault/services';
import { guideUri, maxWatched, tagsUri, type Watch } from '../sessions/watch';
import type { WithServices } from './request';

/** Bytes of JSON for a page, and for the tags; cuts only extremely long values. */
const maxBytesOfPage = 100_000;

const fixedResources = [
  { uri: guideUri, name: 'guide', title: "The owner's guide for agents", mimeType: 'text/markdown' },
  { uri: tagsUri, name: 'tags', title: 'Tags of the vault', mimeType: 'application/json' },
];

/** Registers the notes that the caller may read, and two overviews, as resources. */
export function registerResources(mcp: McpServer, withServices: WithServices): void {
  mcp.server.setRequestHandler('resources/list', ({ params }, context) =>
    withServices(context, (services, signal) => pageOf(services, params?.cursor, signal)),
  );
  mcp.server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [noteTemplate] }));
  mcp.server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const content = await withServices(context, (services, signal) => contentOf(uri, services, signal));
    if (content === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [content] };
  });
}

/** Lets the client of a session subscribe to resources; one that it cannot read is treated as missing. */
export function registerSubscriptions(mcp: McpServer, watch: Watch, withServices: WithServices): void {
  mcp.server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    const isAdded = await withServices(context, services => {
      if (!isThere(uri, services)) throw new ResourceNotFoundError(uri);
      return Promise.resolve(watch.add(uri, services));
    });
    if (isAdded) return {};
    const problem = `A session can subscribe to ${maxWatched} resources.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem);
  });
  mcp.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watch.remove(uri);
    return {};
  });
}

function isThere(uri: string, { resources }: Services): boolean {
  if (uri === guideUri || uri === tagsUri) return true;
  const path = resources.pathOf(uri);
  return path !== undefined && resources.sees(path);
}

/** Names every note; clients complete `path`. */
export const noteTemplate = {
  uriTemplate: 'vault:///{+path}',
  name: 'note',
  title: 'A note by its path',
  mimeType: 'text/markdown',
};

async function pageOf(
  services: Services,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListResourcesResult> {
  const { resources, nextCursor } = await services.resources.list(cursor, signal);
  const shown = resources.map(({ lastModified, ...resource }) => ({
    ...resource,
    annotations: { lastModified },
  }));
  const all = cursor === undefined ? [...fixedResources, ...shown] : shown;
  return shorten({ resources: all, ...(nextCursor === undefined ? {} : { nextCursor }) }, maxBytesOfPage)
    .value;
}

async function contentOf(
  uri: string,
  services: Services,
  signal: AbortSignal,
): Promise<ResourceContent | undefined> {
  if (uri === guideUri) {
    const guide = await services.vaultOverview.guide();
    return guide === undefined ? undefined : { uri, mimeType: 'text/markdown', text: guide.text };
  }
  if (uri === tagsUri) {
    const tags = await services.tags.top(1000, signal);
    const text = JSON.stringify(shorten({ tags }, maxBytesOfPage).value.tags);
    return { uri, mimeType: 'application/json', text };
  }
  return services.resources.read(uri, signal);
}
