/** The `lectern` command over several named vaults, as its user starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { clients, type TestClient } from '../clients';
import type { Files } from '../files/vault-folder';
import { closing } from '../left-open';
import { eventually } from '../time/waiting';
import { builtProduct } from './built-product';

const vaultReady = z.strictObject({
  event: z.literal('ready'),
  vault: z.string(),
  path: z.string(),
  url: z.string(),
  token: z.string().nullable(),
  pid: z.int(),
});
const allReady = z.strictObject({
  event: z.literal('ready'),
  url: z.string(),
  vaults: z.array(z.string()),
  token: z.string().nullable(),
  pid: z.int(),
});
const ended = z.strictObject({
  event: z.literal('ended'),
  vault: z.string(),
  code: z.int().nullable(),
  signal: z.string().nullable(),
  retryMs: z.int(),
});
const line = z.union([vaultReady, allReady, ended]);
export type FrontEvent = z.output<typeof line>;

/** How long a front that is left open may take to end cleanly, milliseconds; it means to take two seconds. */
const patience = 4000;

/** Vaults by name, beside each other in a temporary folder. */
export class NamedFolders {
  readonly parent = mkdtempSync(join(tmpdir(), 'lectern-several-'));
  readonly words: readonly string[];

  constructor(vaults: Readonly<Record<string, Files>>) {
    for (const [name, files] of Object.entries(vaults)) {
      mkdirSync(join(this.parent, name));
      for (const [path, content] of Object.entries(files)) {
        const file = join(this.parent, name, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
    this.words = Object.keys(vaults).map(name => `${name}=${join(this.parent, name)}`);
  }

  remove(): void {
    rmSync(this.parent, { recursive: true, force: true });
  }
}

export class SeveralVaults {
  private out = '';
  private complaints = '';
  private readonly child: ChildProcess;
  private readonly end: Promise<number | null>;

  constructor(
    readonly folders: NamedFolders,
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.child = spawn(process.execPath, [builtProduct().command, ...words], {
      env: { PATH: process.env['PATH'], XDG_STATE_HOME: join(folders.parent, 'state'), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', data => (this.out += String(data)));
    this.child.stderr?.on('data', data => (this.complaints += String(data)));
    this.end = new Promise(resolve => this.child.once('exit', resolve));
    const close = closing('The front', () => this.close());
    this.child.once('exit', () => void close());
  }

  /** Starts them at a free port, and waits until all are ready. */
  static async start(
    folders: NamedFolders,
    words: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<SeveralVaults> {
    const all = [...folders.words, '--json', '--port', '0', ...words];
    const started = new SeveralVaults(folders, all, environment);
    await Promise.race([
      eventually(() => started.all !== undefined, 45_000),
      started.end.then(code => {
        throw new Error(`It ended with ${code ?? 'a signal'}: ${started.errors}`);
      }),
    ]);
    return started;
  }

  get output(): string {
    return this.out;
  }

  get errors(): string {
    return this.complaints;
  }

  get events(): FrontEvent[] {
    const lines = this.out.split('\n').slice(0, -1);
    return lines.map(text => line.parse(JSON.parse(text)));
  }

  private get all(): z.output<typeof allReady> | undefined {
    return this.events.find(event => 'vaults' in event);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Where all are served: `http://127.0.0.1:PORT`. */
  get origin(): string {
    return new URL(this.all?.url ?? '').origin;
  }

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  get token(): string {
    return this.all?.token ?? '';
  }

  url(vault: string): string {
    return `${this.origin}/${vault}/mcp`;
  }

  /** Of the process that serves a vault now, or did last. */
  pidOf(vault: string): number {
    const found = this.events.findLast(
      event => event.event === 'ready' && 'vault' in event && event.vault === vault,
    );
    return found !== undefined && 'pid' in found ? found.pid : 0;
  }

  connect(era: keyof typeof clients, vault: string, token = this.token): Promise<TestClient> {
    return clients[era]({ url: this.url(vault), token });
  }

  /** @returns the code of the command's end */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.end;
  }

  /** Killed at once, it would leave the processes of its vaults to write into a folder that the test removes. */
  private async close(): Promise<void> {
    const hung = setTimeout(() => this.child.kill('SIGKILL'), patience);
    await this.stop();
    clearTimeout(hung);
  }

  /** Waits for an end without a signal. */
  ended(): Promise<number | null> {
    return this.end;
  }
}
