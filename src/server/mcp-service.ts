import { errorCode } from '../errors';
import type { ServerStatus } from '../control';
import { after, timeLimit } from '../platform';
import { type HttpListener, type HttpOptions, listen } from './http/http-server';
import type { ProtocolService } from './mcp/protocol';
import { InOrder } from '../utils/lazily';

/** Why the server does not listen, as data: the interface translates it. */
export type ServerProblem =
  | { readonly kind: 'notStarted' }
  | {
      readonly kind: 'portAwaited' | 'portTaken' | 'portForbidden' | 'notListening';
      readonly port: number;
    }
  | { readonly kind: 'addressUnknown'; readonly host: string };

/** The cause of a failure to listen on a port. */
function listenProblem(error: unknown, port: number, host: string): ServerProblem {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return { kind: 'portTaken', port };
    case 'EACCES':
      return { kind: 'portForbidden', port };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { kind: 'addressUnknown', host };
    default:
      return { kind: 'notListening', port };
  }
}

export interface ServiceOptions extends Omit<HttpOptions, 'fetchFor'> {
  readonly createProtocol: () => ProtocolService;
}

/** How long to wait for a port that is in use, in milliseconds. */
const portTimeout = 20_000;
/** Between two attempts to listen, in milliseconds. */
const betweenTries = 500;

/** How long a start waits for a port that is in use. */
interface PortWait {
  readonly signal: AbortSignal;
  readonly milliseconds: number;
}

/** The server as the plugin starts and stops it: one listener at a time, each start and stop after the last. */
export class McpService {
  private running: { readonly listener: HttpListener; readonly protocol: ProtocolService } | undefined;
  private state: ServerStatus = { state: 'off' };
  /** A failed step must not prevent later ones. */
  private readonly steps = new InOrder();
  private isOver = false;
  /** Ends the latest start's wait for its port. */
  private wait = new AbortController();

  constructor(
    private readonly onChange: () => void,
    private readonly problemText: (problem: ServerProblem) => string,
    private readonly timer = after,
  ) {}

  get status(): ServerStatus {
    return this.state;
  }

  /**
   * Ends the waiting of an earlier start for its port.
   * @param prepare when it rejects, the service fails with that error's message; it must be for a person.
   * @param waitsForPort whether a port that is in use is waited for. An app that is loaded again may still hold it.
   */
  start(prepare: () => Promise<ServiceOptions>, waitsForPort = false): Promise<void> {
    this.wait.abort();
    this.wait = new AbortController();
    const wait = { signal: this.wait.signal, milliseconds: waitsForPort ? portTimeout : 0 };
    return this.steps.run(async () => {
      if (this.isOver || this.running !== undefined) return;
      this.become({ state: 'starting' });
      const parts = await prepare().catch((error: unknown) => this.fail(error));
      if (parts !== undefined) await this.open(parts, wait);
    });
  }

  stop(): Promise<void> {
    this.wait.abort();
    return this.steps.run(() => this.close());
  }

  /** Stops permanently: later or waiting starts do nothing. */
  end(): Promise<void> {
    this.isOver = true;
    return this.stop();
  }

  /** Notifies clients that what they may see or use may have changed. */
  settingsChanged(): void {
    this.running?.protocol.listChanged('tools', 'prompts', 'resources');
  }

  private async open(parts: ServiceOptions, wait: PortWait): Promise<void> {
    let protocol: ProtocolService | undefined;
    try {
      protocol = parts.createProtocol();
      const listener = await this.listen({ ...parts, fetchFor: protocol.fetchFor }, wait);
      if (listener === undefined) {
        await protocol.close();
        this.become({ state: 'off' });
        return;
      }
      const url = `http://${urlHost(parts.host)}:${listener.port}/mcp`;
      this.running = { listener, protocol };
      this.become({ state: 'listening', url });
    } catch (error) {
      await protocol?.close();
      const problem = listenProblem(error, parts.port, parts.host);
      const takenPort = problem.kind === 'portTaken' ? { takenPort: problem.port } : {};
      this.become({ state: 'failed', problem: this.problemText(problem), ...takenPort });
    }
  }

  /** @returns undefined if the wait for the port was cancelled */
  private async listen(parts: HttpOptions, wait: PortWait): Promise<HttpListener | undefined> {
    for (let left = wait.milliseconds; ; left -= betweenTries) {
      try {
        return await listen(parts);
      } catch (error) {
        if (errorCode(error) !== 'EADDRINUSE' || left <= 0) throw error;
      }
      const problem = this.problemText({ kind: 'portAwaited', port: parts.port });
      if (this.state.state !== 'waiting') this.become({ state: 'waiting', problem });
      const { up, end } = timeLimit(betweenTries, wait.signal, this.timer);
      await up;
      end();
      if (wait.signal.aborted) return undefined;
    }
  }

  private async close(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    await running?.listener.drain();
    await running?.protocol.close();
    await running?.listener.close();
    this.become({ state: 'off' });
  }

  private fail(error: unknown): void {
    const problem = error instanceof Error ? error.message : this.problemText({ kind: 'notStarted' });
    this.become({ state: 'failed', problem });
  }

  private become(status: ServerStatus): void {
    this.state = status;
    this.onChange();
  }
}

/** The host for a client on this machine if the server listens everywhere. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
