import { mapDefined } from '../../utils/collections';
import {
  CLIENT_INFO_META_KEY,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Shows } from '../../errors';
import { now } from '../../platform';
import { describerOf } from '../../tools/json-schema';
import { suggestedTools } from '../../tools/suggested-tools';
import { jsonField } from '../../utils/json';
import { defaultProfile } from '../../utils/rights';
import type { Tool } from '../../tools/tool';
import type { Grant } from '../../vault/access/access';
import type { Services } from '../../vault/services';
import type { CallLimits } from '../calls/call-limits';
import { registerCompletions, registerPrompts } from './prompts';
import { route } from '../http/gate';
import { asProtocolError, unsealArguments, entryOf, grantOf, revisionOf, type WithServices } from './request';
import { OpenQuestions, questionsIn } from './questions';
import type { Opening } from './protocol';
import { registerResources, registerSubscriptions } from './resources';
import type { ToolAccess } from '../calls/tool-access';
import type { ToolRunner } from '../calls/tool-runner';
import type { Progress } from '../../utils/call-hooks';

export interface McpServerOptions {
  readonly version: string;
  readonly access: ToolAccess;
  readonly runner: ToolRunner;
  readonly limits: CallLimits;
  readonly servicesFor: (grant: Grant) => Services;
  readonly instructions: (shows: Shows) => string;
}

/** Creates the MCP servers for the vault; everything independent of the caller is created once. */
export function mcpServers(parts: McpServerOptions): (opening: Opening) => McpServer {
  const questionsAsked = new OpenQuestions();
  const describers = new Map(parts.access.tools.map(tool => [tool, describerOf(tool)]));
  const withServices: WithServices = (context, work) => {
    const grant = grantOf(context);
    const source = { token: grant.token, kind: 'reads', client: clientSignal(context) } as const;
    return asProtocolError(parts.limits.run(source, signal => work(parts.servicesFor(grant), signal)));
  };
  return opening => {
    const instructions = parts.instructions(parts.access.showsTo(opening.grant));
    const mcp = new McpServer(
      { name: 'lectern-mcp', title: 'Lectern', version: parts.version },
      { capabilities: capabilitiesFor(opening), instructions },
    );
    registerTools(mcp, { ...parts, ...opening, questionsAsked }, describers);
    registerResources(mcp, withServices);
    if (opening.watch !== undefined) registerSubscriptions(mcp, opening.watch, withServices);
    registerPrompts(mcp, parts.access, withServices);
    registerCompletions(mcp, withServices);
    return mcp;
  };
}

/** Notifications need a stream, which an older client without a session does not have. */
export function capabilitiesFor({ era, watch }: Opening): object {
  const hasStream = era === 'modern' || watch !== undefined;
  const listed = hasStream ? { listChanged: true } : {};
  const resources = hasStream ? { listChanged: true, subscribe: true } : {};
  return { tools: listed, resources, prompts: listed, completions: {} };
}

function registerTools(
  mcp: McpServer,
  { access, runner, watch, questionsAsked }: McpServerOptions & Opening & { questionsAsked: OpenQuestions },
  describers: ReadonlyMap<Tool, ReturnType<typeof describerOf>>,
): void {
  mcp.server.setRequestHandler('tools/list', (_request, context) => {
    const grant = grantOf(context);
    const { profile = defaultProfile, listOutputSchemas: withOutputSchemas = false } = grant;
    const view = { profile, withOutputSchemas, shows: access.showsTo(grant) };
    return { tools: mapDefined(access.listed(grant), tool => describers.get(tool)?.(view)) };
  });
  mcp.server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = access.tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw unknownTool(params.name, access, grantOf(context));
    const reports = reportsFor(context.mcpReq);
    const questions = questionsIn(context, watch?.showsForms === true, questionsAsked);
    const { grant, isLive } = entryOf(context);
    const caller = {
      grant,
      isLive,
      // The adapter made the URL from the `Host` that passed the gate, or from the public address.
      origin: (context.http?.req?.url ?? '').slice(0, -route.length),
      client: clientName(context.mcpReq.envelope) ?? watch?.client,
      protocolVersion: revisionOf(context.http?.req?.headers),
      ...(reports === undefined ? {} : { progress: reports.report }),
      askInClient: questions.ask,
    };
    const given = unsealArguments(params.arguments);
    const result = await runner.call(tool, given, caller, clientSignal(context));
    await reports?.end();
    return questions.open() ?? { ...result };
  });
}

const maxOthers = 2;

/** Suggests near names among the tools that the caller is shown, and some that it may call anyway. */
function unknownTool(name: string, access: ToolAccess, grant: Grant): ProtocolError {
  const suggested = (among: readonly Tool[]): string[] =>
    suggestedTools(
      name,
      among.map(tool => tool.name),
    );
  const near = suggested(access.listed(grant));
  const others = suggested(access.unlisted(grant)).slice(0, maxOthers);
  const way = near.length === 0 ? '' : ` Similar names: ${near.join(', ')}.`;
  const hidden =
    others.length === 0
      ? ''
      : ` Not in your list, but can be called: ${others.join(', ')}; the owner of the vault sets the list in the settings of Lectern, under Connections.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool.${way}${hidden}`);
}

/**
 * Aborts when the client cancels the request or leaves its response: nothing is kept for a client that returns. All
 * requests of a batch share the response, so each follows it by a signal of its own: Node warns of more than ten
 * listeners to one.
 */
function clientSignal({ mcpReq, http }: ServerContext): AbortSignal {
  const departed = http?.req?.signal;
  return departed === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, departed]);
}

/** Undefined if the client requested no progress. */
function reportsFor({ _meta, notify }: ServerContext['mcpReq']): ProgressReports | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const method = 'notifications/progress';
  return new ProgressReports({
    now,
    send: report => notify({ method, params: { progressToken, ...report } }),
  });
}

/** The client's own name; 2026-07-28 requests contain it each time. */
function clientName(meta: unknown): string | undefined {
  const name = jsonField(jsonField(meta, CLIENT_INFO_META_KEY), 'name');
  return typeof name === 'string' ? name.slice(0, 100) : undefined;
}

/** Least time between two reports of one call, in milliseconds. */
export const reportInterval = 100;

export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

interface ReportOptions {
  readonly send: (report: ProgressReport) => Promise<void>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** The progress reports of one call: with increasing values, not too frequent, none after the result. */
export class ProgressReports {
  private furthest = Number.NEGATIVE_INFINITY;
  private lastSent = Number.NEGATIVE_INFINITY;
  private isOver = false;
  private sending: Promise<void> = Promise.resolve();

  constructor(private readonly options: ReportOptions) {}

  readonly report: Progress = (done, total, message) => {
    if (this.isOver || !Number.isFinite(done) || done <= this.furthest) return;
    const time = this.options.now();
    const isWhole = total !== undefined && done >= total;
    if (!isWhole && time - this.lastSent < reportInterval) return;
    this.furthest = done;
    this.lastSent = time;
    const report = {
      progress: done,
      ...(total === undefined || !Number.isFinite(total) ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    };
    // A client that has left gets no reports; its call ends by its signal.
    this.sending = this.sending.then(() => this.options.send(report)).catch(() => undefined);
  };

  /** Sends no more reports; resolves when the earlier ones are sent. */
  end(): Promise<void> {
    this.isOver = true;
    return this.sending;
  }
}
