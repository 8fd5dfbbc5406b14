/** The process that serves one vault behind the front, which is started again when it ends. */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { exitCodes } from '../command/command-context';
import { ping, vaultMessage } from './front-messages';
import type { VaultDoor } from './vault-door';
import type { NamedVault } from './vault-words';

/** How a process ended. */
export interface VaultEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** After how many milliseconds it is started again. */
  readonly retryMs: number;
}

interface VaultProcessOptions {
  readonly vault: NamedVault;
  /** The file of the command. */
  readonly program: string;
  /** What follows it. */
  readonly words: () => readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Prints a line that the process wrote. */
  readonly tell: (line: string) => void;
  readonly onReady: () => void;
  readonly onEnd: (end: VaultEnd) => void;
  /** The process cannot serve the vault with these arguments, and is not started again. */
  readonly onMisuse: () => void;
}

/** The first pause before a new start, and the longest, milliseconds. */
const pauses = { first: 1000, longest: 30_000 };
/** A process that ran for this long starts again with the first pause, in milliseconds. */
const steadyTime = 60_000;
/** Between two pings, milliseconds. */
const pingInterval = 1000;
/**
 * A process that left this many pings unanswered hangs. Pings are counted, since the whole computer may have slept. During
 * the start, a large vault or a slow disk may make one step take longer.
 */
const maxUnanswered = { starting: 30, ready: 10 };
/** How long a clean stop may take, milliseconds. */
const stopTime = 1700;

export class VaultProcess implements VaultDoor {
  private child: ChildProcess | undefined;
  private current: VaultDoor['state'] = 'starting';
  private pause = pauses.first;
  private began = 0;
  private unanswered = 0;
  private wasReady = false;
  private isStopping = false;
  private retry: NodeJS.Timeout | undefined;
  private pings: NodeJS.Timeout | undefined;
  private readonly listeners = new Set<() => void>();
  private place: { readonly port: number; readonly notes: number } | undefined;

  constructor(private readonly options: VaultProcessOptions) {}

  get name(): string {
    return this.options.vault.name;
  }

  get folder(): string {
    return this.options.vault.folder;
  }

  get state(): VaultDoor['state'] {
    return this.current;
  }

  get notes(): number | undefined {
    return this.place?.notes;
  }

  get port(): number | undefined {
    return this.place?.port;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  start(): void {
    const { program, words, environment, tell } = this.options;
    this.began = performance.now();
    const child = fork(program, [...words()], { env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) eachLine(stream, tell);
    child.on('message', message => this.hear(message));
    this.watch();
    // Where it could not be started there is no exit.
    child.once('error', () => this.ended(child, null, null));
    child.once('exit', (code, signal) => this.ended(child, code, signal));
  }

  /** Resolves when the process has ended, cleanly if that takes no longer than two seconds. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.retry);
    const { child } = this;
    if (child === undefined) return;
    await new Promise<void>(resolve => {
      const late = setTimeout(() => child.kill('SIGKILL'), stopTime);
      child.once('exit', () => {
        clearTimeout(late);
        resolve();
      });
      if (child.connected) child.disconnect();
    });
  }

  /** Ends it at once. */
  kill(): void {
    this.child?.kill('SIGKILL');
  }

  private hear(message: unknown): void {
    const heard = vaultMessage(message);
    if (heard === undefined) return;
    this.unanswered = 0;
    if (heard.event === 'ready') {
      this.place = { port: heard.port, notes: heard.notes };
      this.wasReady = true;
      this.become('ready');
      this.options.onReady();
    } else if (this.place !== undefined) this.place = { ...this.place, notes: heard.notes };
  }

  private watch(): void {
    this.unanswered = 0;
    this.pings = setInterval(() => {
      const { child } = this;
      const max = this.place === undefined ? maxUnanswered.starting : maxUnanswered.ready;
      if (this.unanswered >= max) child?.kill('SIGKILL');
      else if (child?.connected === true) {
        this.unanswered += 1;
        child.send(ping, () => undefined);
      }
    }, pingInterval).unref();
  }

  private ended(child: ChildProcess, code: number | null, signal: string | null): void {
    if (this.child !== child) return;
    this.child = undefined;
    this.place = undefined;
    clearInterval(this.pings);
    this.become('away');
    if (this.isStopping) return;
    if (code === exitCodes.misused && !this.wasReady) {
      this.options.onMisuse();
      return;
    }
    if (performance.now() - this.began >= steadyTime) this.pause = pauses.first;
    const retryMs = this.pause;
    this.pause = Math.min(retryMs * 2, pauses.longest);
    this.retry = setTimeout(() => this.start(), retryMs);
    this.options.onEnd({ code, signal, retryMs });
  }

  private become(state: VaultDoor['state']): void {
    this.current = state;
    for (const listener of [...this.listeners]) listener();
  }
}

function eachLine(stream: Readable | null, tell: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream, crlfDelay: Infinity }).on('line', tell);
}
