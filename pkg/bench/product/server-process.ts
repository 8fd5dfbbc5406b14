/** A server in a process of its own: the product, or one of the floors. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Endpoint } from './mcp-client';

export interface Command {
  /** Node's arguments: options, script, arguments of the script. */
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Open a channel to `loop-delay.ts`, which must be among the arguments. */
  readonly hasChannel?: boolean;
}

const readyLine = z.object({ url: z.string(), token: z.string() });
const timeout = 120_000;

export class ServerProcess implements Endpoint {
  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    readonly token: string,
    /** `performance.now()` when the process was spawned. */
    readonly spawnedAt: number,
    private readonly complaints: () => string,
  ) {}

  /** Resolves when the server prints that it listens. */
  static async start({ words, environment = {}, hasChannel = false }: Command): Promise<ServerProcess> {
    const spawnedAt = performance.now();
    const child = spawn(process.execPath, words, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', hasChannel ? 'ipc' : 'ignore'],
    });
    // After any failure here, nothing is left running.
    const end = (): void => void child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    let complaints = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString('utf8')));
    const { url, token } = await ready(child, () => complaints);
    return new ServerProcess(child, url, token, spawnedAt, () => complaints);
  }

  /** What it wrote to its error stream. */
  get log(): string {
    return this.complaints();
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise(resolve => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await exited;
  }
}

function ready(child: ChildProcess, complaints: () => string): Promise<Endpoint> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server was not ready after ${timeout / 1000} s. ${complaints()}`));
    }, timeout);
    child.once('exit', code => {
      clearTimeout(timer);
      reject(new Error(`The server ended before it was ready (${code ?? 'by a signal'}). ${complaints()}`));
    });
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', line => {
      const parsed = line.startsWith('{') ? readyLine.safeParse(JSON.parse(line)) : undefined;
      if (parsed?.success !== true) return;
      clearTimeout(timer);
      resolve(parsed.data);
    });
  });
}
