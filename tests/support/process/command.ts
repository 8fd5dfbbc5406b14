/** The `lectern` command as its user starts it, over a temporary vault and state folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { z } from 'zod';
import { builtProduct } from './built-product';
import { clients, type Endpoint, type TestClient } from '../clients';
import type { VaultFolder } from '../files/vault-folder';
import { closing } from '../left-open';

const readyLine = z.strictObject({
  event: z.literal('ready'),
  url: z.string(),
  token: z.string(),
  vault: z.string(),
  pid: z.int(),
});

export interface CommandEnd {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined;
  readonly milliseconds: number;
}

type Place = Pick<VaultFolder, 'path' | 'parent'>;

export class Command {
  private out = '';
  private complaints = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | undefined>;

  /**
   * @param words what follows `lectern VAULT`
   * @param user the id of the account that runs it; the own one by default
   */
  constructor(
    folder: Place,
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    user?: number,
  ) {
    this.child = spawn(process.execPath, [builtProduct().command, folder.path, ...words], {
      env: { PATH: process.env['PATH'], XDG_STATE_HOME: stateHome(folder), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user === undefined ? {} : { uid: user, gid: user }),
    });
    this.child.stdout?.on('data', data => (this.out += String(data)));
    this.child.stderr?.on('data', data => (this.complaints += String(data)));
    this.ended = new Promise(resolve => this.child.once('close', code => resolve(code ?? undefined)));
    const kill = closing('The command', () => this.end('SIGKILL'));
    this.child.once('close', () => void kill());
  }

  get output(): string {
    return this.out;
  }

  /** What it wrote to the standard error stream, without the warning that root gets. */
  get errors(): string {
    return this.complaints.replace(/^Warning: running as the administrator.*\n/, () => '');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** @throws Error when it ends before it is ready */
  async ready(): Promise<RunningCommand> {
    const ending = this.ended.then(code => {
      throw new Error(`It ended with ${code ?? 'a signal'}: ${this.complaints}`);
    });
    const line = new Promise<string>(resolve => {
      const look = (): void => {
        if (this.out.includes('\n')) resolve(this.out.slice(0, this.out.indexOf('\n')));
      };
      this.child.stdout?.on('data', look);
      look();
    });
    return new RunningCommand(this, readyLine.parse(JSON.parse(await Promise.race([line, ending]))));
  }

  /** Sends a signal, unless none is given, and waits for the end. */
  async end(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<CommandEnd> {
    const asked = performance.now();
    if (signal !== undefined) this.child.kill(signal);
    const code = await this.ended;
    return { code, milliseconds: performance.now() - asked };
  }
}

export class RunningCommand implements Endpoint {
  readonly url: string;
  readonly token: string;

  constructor(
    readonly command: Command,
    readonly line: z.output<typeof readyLine>,
  ) {
    this.url = line.url;
    this.token = line.token;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  connect(era: keyof typeof clients, token = this.token): Promise<TestClient> {
    return clients[era]({ url: this.url, token });
  }
}

/** Beside the vault, never in it. */
export function stateHome(folder: Place): string {
  return `${folder.parent}/state`;
}
