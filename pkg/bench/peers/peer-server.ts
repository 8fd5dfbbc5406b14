/** A server of the comparison, called by the SDK's own client. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Peer } from './peer-file';

const timeout = 120_000;
const pause = 20;

export class PeerServer {
  private constructor(
    private readonly client: Client,
    private readonly child: ChildProcess | undefined,
    /** Milliseconds from spawning the process to the first list of tools. */
    readonly listed: number,
  ) {}

  /** Its reported name and version, such as `server 1.2.3`. */
  get version(): string {
    const { name = '', version = '' } = this.client.getServerVersion() ?? {};
    return `${name} ${version}`.trim();
  }

  /** @throws Error if it does not list its tools in time */
  static async start(peer: Peer): Promise<PeerServer> {
    const begun = performance.now();
    const { command = [], environment, url } = peer;
    const [program, ...words] = command;
    const env = { ...inherited(), ...environment };
    if (url === undefined) {
      const client = newClient();
      await client.connect(
        new StdioClientTransport({ command: program ?? '', args: words, env, stderr: 'ignore' }),
      );
      await client.listTools();
      return new PeerServer(client, undefined, performance.now() - begun);
    }
    const child = program === undefined ? undefined : spawn(program, words, { env, stdio: 'ignore' });
    try {
      const client = await connected(peer, new URL(url), begun + timeout);
      return new PeerServer(client, child, performance.now() - begun);
    } catch (error) {
      child?.kill();
      throw error;
    }
  }

  /** @returns milliseconds @throws Error for a result that is an error */
  async call(tool: string, args: Record<string, unknown>): Promise<number> {
    const begun = performance.now();
    const { isError } = await this.client.callTool({ name: tool, arguments: args });
    if (isError === true) throw new Error(`${tool} answered an error.`);
    return performance.now() - begun;
  }

  async stop(): Promise<void> {
    await this.client.close();
    this.child?.kill();
  }
}

function newClient(): Client {
  return new Client({ name: 'bench-peers', version: '1.0.0' });
}

async function connected({ headers }: Peer, url: URL, until: number): Promise<Client> {
  for (;;) {
    const client = newClient();
    try {
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      await client.listTools();
      return client;
    } catch (error) {
      await client.close();
      if (performance.now() > until) throw error;
      await sleep(pause);
    }
  }
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
