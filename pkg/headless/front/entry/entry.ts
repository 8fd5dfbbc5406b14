/** Several vaults as one MCP server: each call names its vault, and is answered by that vault's process. */
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { TokenEntry } from '../../../../src/server/http/gate';
import { instructions } from '../../../../src/server/mcp/instructions';
import { capabilitiesFor } from '../../../../src/server/mcp/mcp-server';
import { createProtocol, type Opening, type ProtocolService } from '../../../../src/server/mcp/protocol';
import { asProtocolError } from '../../../../src/server/mcp/request';
import { isListen } from '../../../../src/server/http/request-body';
import { urisIn } from '../../../../src/server/sessions/listening';
import { maxWatched, type WatchServices } from '../../../../src/server/sessions/watch';
import {
  askerOf,
  callerOf,
  type EntryParts,
  type EntryRequest,
  hashOf,
  type Vaults,
  vaultsFor,
} from './caller';
import type { Json } from './json';
import { directCall } from './direct-calls';
import { VaultNotifications } from './notifications';
import { complete, getPrompt, listPrompts } from './prompts';
import { listResources, listTemplates, readResource } from './resources';
import { ToolLists } from './tool-lists';
import { callTool, listTools } from './tools';
import { type Asker, envelopeOf, VaultLinks } from './vault-links';

export interface EntryOptions extends Vaults {
  readonly version: string;
  /** The current tokens. */
  readonly entries: () => readonly TokenEntry[];
  readonly reportBug: (where: string, error: unknown) => void;
}

/** Serves the entry; requests have passed the gate. */
export function entryService(options: EntryOptions): Pick<ProtocolService, 'fetchFor' | 'close'> {
  const links = new VaultLinks();
  const lists = new ToolLists(links);
  const askers = new Map<string, Omit<Asker, 'signal'>>();
  const hub = new VaultNotifications({
    links,
    vaultsFor: hash => vaultsFor(hash, options),
    askerFor: hash => askers.get(hash) ?? nobody,
  });
  const parts = { ...options, links, lists, hub };
  const protocol = createProtocol({
    ...options,
    clock: Date.now,
    hub,
    servicesFor: () => anyResource,
    createServer: opening => createServer(opening, parts),
  });
  return {
    fetchFor: entry => async incoming => {
      const { valueHash } = entry;
      const { request, parsedBody } = incoming;
      const asker = askerOf(request, envelopeOf(undefined, false));
      askers.set(valueHash, asker);
      const caller = { ...asker, signal: request.signal, vaults: vaultsFor(valueHash, options) };
      // The instructions name no tool that the token is not shown.
      if (!lists.isKnownTo(valueHash)) await lists.of(caller).catch(() => undefined);
      const direct = await directCall(incoming, caller, parts);
      if (direct !== undefined) return direct;
      const leave = isListen(parsedBody) ? await hub.expect(valueHash, urisIn(parsedBody)) : undefined;
      try {
        return await protocol.fetchFor(entry)(incoming);
      } finally {
        leave?.();
      }
    },
    close: async () => {
      await protocol.close();
      links.close();
    },
  };
}

const nobody = { authorization: '', host: '', envelope: envelopeOf(undefined, false) };

/** The vault decides what a client may subscribe to. */
const anyResource: WatchServices = {
  resources: { pathOf: uri => uri, sees: () => true, mayHaveSeen: () => true },
  vaultOverview: { isGuide: () => false },
  promptNotes: { holds: () => false },
};

type Answering = (request: EntryRequest, parts: EntryParts) => Promise<Json>;

/** Every method except those that the SDK answers itself. */
const answering: Readonly<Record<string, Answering>> = {
  'tools/list': listTools,
  'tools/call': callTool,
  'prompts/list': listPrompts,
  'prompts/get': getPrompt,
  'completion/complete': complete,
  'resources/list': listResources,
  'resources/templates/list': listTemplates,
  'resources/read': readResource,
};

const ofSessions: Readonly<Record<string, Answering>> = {
  ...answering,
  'resources/subscribe': subscribe,
  'resources/unsubscribe': unsubscribe,
};

function createServer(opening: Opening, parts: EntryParts): McpServer {
  const { grant, watch, era, method: only } = opening;
  const hash = parts.entries().find(entry => entry.grant.key === grant.key)?.valueHash ?? '';
  const names = vaultsFor(hash, parts).map(({ name }) => name);
  const mcp = new McpServer(
    { name: 'lectern-mcp', title: 'Lectern', version: parts.version },
    {
      capabilities: capabilitiesFor(opening),
      instructions: instructions(names, parts.lists.shownTo(hash), false),
    },
  );
  const methods = watch === undefined ? answering : ofSessions;
  // Answers of the vaults pass through unchanged, so these replace the SDK's own handlers, which check shapes.
  for (const method of Object.keys(methods)) mcp.server.removeRequestHandler(method);
  // Only the SDK answers an unknown method with status 404, and it does so only if there is no fallback.
  if (era === 'modern' && !Object.hasOwn(methods, only ?? '')) return mcp;
  mcp.server.fallbackRequestHandler = ({ method, params = {} }, context) => {
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (answer === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    const caller = callerOf(context, parts, watch);
    return asProtocolError(answer({ params, caller, context, watch }, parts));
  };
  return mcp;
}

/** The vault decides whether this token has the resource. */
async function subscribe(request: EntryRequest, parts: EntryParts): Promise<Json> {
  await readResource(request, parts);
  const { watch, params, caller } = request;
  const uri = String(params['uri']);
  const leave = await parts.hub.expect(hashOf(caller.authorization), [uri]);
  const isAdded = watch?.add(uri, anyResource);
  leave();
  if (isAdded === true) return {};
  const problem = `A session may subscribe to ${maxWatched} resources.`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem);
}

function unsubscribe({ watch, params }: EntryRequest): Promise<Json> {
  watch?.remove(String(params['uri']));
  return Promise.resolve({});
}
