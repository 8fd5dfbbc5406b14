import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type McpRequestContext,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { now } from '../platform';
import type { ToolDescription } from '../tools/json-schema';
import { describeTool } from '../tools/json-schema';
import type { Tool } from '../tools/tool';
import type { Grant } from '../vault/grant';
import type { Services } from '../vault/services';
import type { CallLimits } from './call-limits';
import type { Fetch } from './node-adapter';
import { ProgressReports } from './progress-reports';
import { registerPrompts } from './prompts';
import { registerResources } from './resources';
import type { ToolRunner } from './tool-runner';

/** One request's principal, in a shape that can be told from whatever else the SDK hands on. */
class Envelope {
  constructor(readonly grant: Grant) {}
}

type Descriptions = ReadonlyMap<Tool, ToolDescription>;

export interface ProtocolParts {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly runner: ToolRunner;
  readonly limits: CallLimits;
  readonly servicesFor: (grant: Grant) => Services;
  readonly instructions: () => string;
  readonly reportBug: (where: string, error: unknown) => void;
}

export interface ProtocolService {
  /** Serves one authenticated request of either protocol era. */
  readonly fetchFor: (grant: Grant) => Fetch;
  /** Tells subscribed clients that their list of tools may have changed. */
  readonly toolsChanged: () => void;
  readonly close: () => Promise<void>;
}

/** Serves 2026-07-28 and the 2025 revisions on one URL, with a fresh server per request. */
export function createProtocol(parts: ProtocolParts): ProtocolService {
  const descriptions = new Map(parts.tools.map(tool => [tool, describeTool(tool)]));
  const handler = createMcpHandler(context => serverFor(context, parts, descriptions), {
    onerror: error => {
      if (!(error instanceof ProtocolError) && !error.message.startsWith('Rejected inbound'))
        parts.reportBug('protocol', error);
    },
  });
  return {
    fetchFor: grant => (request, parsedBody) => {
      const envelope = new Envelope(grant);
      const authInfo = { token: '', clientId: grant.token, scopes: [grant.rights], extra: { envelope } };
      return handler.fetch(request, { authInfo, parsedBody });
    },
    toolsChanged: () => handler.notify.toolsChanged(),
    close: () => handler.close(),
  };
}

function serverFor(context: McpRequestContext, parts: ProtocolParts, descriptions: Descriptions): McpServer {
  const envelope = context.authInfo?.extra?.['envelope'];
  if (!(envelope instanceof Envelope))
    throw new Error('A request reached the protocol without its envelope.');
  // Changes are told on a stream that only 2026-07-28 clients can open here.
  const listChanged = context.era === 'modern' ? { listChanged: true } : {};
  const mcp = new McpServer(
    { name: 'lectern-mcp', title: 'Lectern', version: parts.version },
    { capabilities: { tools: listChanged, resources: {}, prompts: {} }, instructions: parts.instructions() },
  );
  // A 2025 request without the header speaks the oldest revision (transport rules of 2025-11-25).
  const protocolVersion = context.requestInfo?.headers.get('mcp-protocol-version') ?? '2025-03-26';
  registerTools(mcp, parts, descriptions, envelope.grant, protocolVersion);
  const { grant } = envelope;
  registerResources(mcp, (client, work) =>
    parts.limits.run(grant.token, client, signal => work(parts.servicesFor(grant), signal)),
  );
  registerPrompts(mcp);
  return mcp;
}

function registerTools(
  mcp: McpServer,
  { tools, runner }: ProtocolParts,
  descriptions: Descriptions,
  grant: Grant,
  protocolVersion: string,
): void {
  mcp.server.setRequestHandler('tools/list', () => ({
    tools: tools.filter(tool => runner.isListed(tool, grant)).flatMap(tool => descriptions.get(tool) ?? []),
  }));
  mcp.server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool.');
    const reports = reportsFor(mcpReq);
    const progress = reports === undefined ? {} : { progress: reports.report };
    const caller = { grant, client: clientName(mcpReq.envelope), protocolVersion, ...progress };
    const result = await runner.call(tool, params.arguments, caller, mcpReq.signal);
    await reports?.end();
    return { ...result };
  });
}

/** For a client that asked to be told of progress. */
function reportsFor({ _meta, notify }: ServerContext['mcpReq']): ProgressReports | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const method = 'notifications/progress';
  return new ProgressReports({
    now,
    send: report => notify({ method, params: { progressToken, ...report } }),
  });
}

/** What a client calls itself; only 2026-07-28 requests say it each time. */
function clientName(meta: unknown): string | undefined {
  const name = field(field(meta, CLIENT_INFO_META_KEY), 'name');
  return typeof name === 'string' ? name.slice(0, 100) : undefined;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
