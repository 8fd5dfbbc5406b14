/** The HTTP layer, protocol and tool runner as the product has them, over one tool that works until it is told to end. */
import { z } from 'zod';
import { after, now, randomText, sha256, yieldToLoop } from '../../../src/platform';
import { UploadAddresses } from '../../../src/server/uploads/upload-addresses';
import { CallLog } from '../../../src/server/calls/call-log';
import { CallLimits } from '../../../src/server/calls/call-limits';
import { CallSlots } from '../../../src/server/calls/call-slots';
import type { TokenEntry } from '../../../src/server/http/gate';
import { type HttpListener, type HttpOptions, listen } from '../../../src/server/http/http-server';
import { mcpServers } from '../../../src/server/mcp/mcp-server';
import type { Fetch } from '../../../src/server/http/node-adapter';
import { createProtocol, type ProtocolService } from '../../../src/server/mcp/protocol';
import { ChangeHub } from '../../../src/server/sessions/change-hub';
import { ToolAccess } from '../../../src/server/calls/tool-access';
import { ToolRunner } from '../../../src/server/calls/tool-runner';
import { defineTool, READS, type Tool } from '../../../src/tools/tool';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { closing } from '../left-open';
import type { Timers } from '../time/timers';
import type { Services } from '../../../src/vault/services';

export const waitingTokens = ['lct_the-first-token', 'lct_the-second-token'] as const;

export interface WaitingStart {
  readonly timeout?: HttpOptions['timeout'];
  readonly bodyLimits?: HttpOptions['bodyLimits'];
  /** In the place of the protocol. */
  readonly fetch?: Fetch;
  /** Beside the one that waits. */
  readonly tools?: readonly Tool[];
  /** In the place of the machine's time, for sessions. */
  readonly timers?: Timers;
}

export class WaitingServer {
  /** Calls of the tool that began, and those of them whose client went away. */
  started = 0;
  abandoned = 0;
  readonly log = new CallLog();
  readonly bugs: unknown[] = [];
  private release: () => void = () => undefined;
  private readonly released = new Promise<void>(resolve => (this.release = resolve));
  readonly protocol: ProtocolService;
  /** Tokens that are good, the known ones unless changed. */
  entries: readonly TokenEntry[] = waitingTokens.map(entryOf);

  private constructor(tools: readonly Tool[], timers: Timers | undefined) {
    const limits = new CallLimits(new CallSlots(), () => ({ isPaused: false, seconds: 30 }));
    const reportBug = (_where: string, error: unknown): void => void this.bugs.push(error);
    const policy = {
      ...{ readOnly: false, hasWindow: true, isNarrowed: () => false },
      ...{ isOn: () => true, originOf: () => undefined },
    };
    const access = new ToolAccess([this.tool(), ...tools], () => policy);
    const runner = new ToolRunner({
      access,
      servicesFor: withoutVault,
      limits,
      log: this.log,
      uploads: new UploadAddresses({ clock: Date.now, random: randomText }),
      clock: Date.now,
      reportBug,
    });
    this.protocol = createProtocol({
      createServer: mcpServers({
        version: '1.0.0',
        access,
        runner,
        limits,
        servicesFor: withoutVault,
        instructions: () => '',
      }),
      servicesFor: withoutVault,
      entries: () => this.entries,
      ...(timers === undefined ? {} : { time: timers }),
      clock: Date.now,
      hub: new ChangeHub({
        after: timers?.after ?? after,
        changes: () => () => undefined,
        slicer: createTimeSlicer({ now, yieldToLoop, othersWaiting: () => false }),
        reportBug,
      }),
      reportBug,
    });
  }

  static async start({
    timeout,
    bodyLimits,
    fetch,
    tools = [],
    timers,
  }: WaitingStart = {}): Promise<RunningServer> {
    const server = new WaitingServer(tools, timers);
    const listener = await listen({
      host: '127.0.0.1',
      port: 0,
      allowedOrigins: [],
      entries: () => server.entries,
      clock: Date.now,
      fetchFor: fetch === undefined ? server.protocol.fetchFor : () => fetch,
      reportBug: (_where, error) => void server.bugs.push(error),
      ...(timeout === undefined ? {} : { timeout }),
      ...(bodyLimits === undefined ? {} : { bodyLimits }),
    });
    return { server, port: listener.port, close: closing('The server', () => server.close(listener)) };
  }

  /** Lets every call end, now and from now on. */
  endCalls(): void {
    this.release();
  }

  private tool(): Tool {
    return defineTool({
      name: 'wait',
      title: 'Wait',
      summary: 'A tool of a test.',
      family: 'browse',
      risk: READS,
      description: 'Works until it is told to end, or until nobody wants its answer.',
      input: z.strictObject({}),
      output: z.object({ done: z.boolean() }),
      failures: [],
      run: async (_input, { signal }) => {
        this.started += 1;
        const gone = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
        await Promise.race([this.released, gone]);
        if (signal.aborted) this.abandoned += 1;
        signal.throwIfAborted();
        return { done: true };
      },
      text: () => 'done',
    });
  }

  private async close(listener: HttpListener): Promise<void> {
    this.endCalls();
    await this.protocol.close();
    await listener.close();
  }
}

export interface RunningServer {
  readonly server: WaitingServer;
  readonly port: number;
  close(): Promise<void>;
}

function entryOf(value: string): TokenEntry {
  const rules = { allow: [], allowWrite: [], deny: [], disabledTools: [] };
  return {
    valueHash: sha256(value),
    expires: undefined,
    grant: { token: value, rights: 'full', ...rules },
  };
}

/** The tool asks nothing of the vault. */
function withoutVault(): Services {
  const nothing: unknown = {};
  if (!isServices(nothing)) throw new Error('No services.');
  return nothing;
}

function isServices(value: unknown): value is Services {
  return typeof value === 'object';
}
