import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { clients, type TestClient } from '../clients';
import type { VaultFolder } from '../files/vault-folder';
import { closing } from '../left-open';

const ready = z.object({ event: z.literal('ready'), url: z.string(), token: z.string() });

/** The built command in a process of its own, which can be killed. */
export class SpawnedLectern {
  private constructor(
    private readonly child: ChildProcess,
    readonly client: TestClient,
    /** What it wrote to its standard error stream. */
    readonly told: () => string,
  ) {}

  static async start(
    command: string,
    folder: VaultFolder,
    environment: Readonly<Record<string, string>> = {},
    options: readonly string[] = [],
  ): Promise<SpawnedLectern> {
    const own = { XDG_STATE_HOME: join(folder.parent, 'state'), LECTERN_TOKEN: '' };
    const env = { ...process.env, ...own, ...environment };
    const child = spawn(process.execPath, [command, folder.path, '--json', '--port', '0', ...options], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = closing('The command', () => ended(child, 'SIGKILL'));
    child.once('exit', () => void kill());
    const told: string[] = [];
    child.stderr.on('data', chunk => told.push(String(chunk)));
    const line = await firstLine(child);
    const { url, token } = ready.parse(JSON.parse(line));
    return new SpawnedLectern(child, await clients['2026']({ url, token }), () => told.join(''));
  }

  /** Ends the process without any warning. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Has the process end itself. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!isRunning(this.child)) return;
    await ended(this.child, signal);
    // It has nobody to say goodbye to.
    void this.client.close().catch(() => undefined);
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const exit = new Promise(resolve => child.once('exit', resolve));
  child.kill(signal);
  await exit;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', chunk => {
      text += String(chunk);
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.once('exit', () => reject(new Error('The command ended before it was ready.')));
  });
}
