/** Both official clients at the public name, with their own sign-in. */
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { signIn } from './browser';
import { KeptSignIn } from './oauth-client';
import { publicFetch, publicUrl } from './public-name';

const info = { name: 'remote', version: '1' };
const url = new URL(`${publicUrl}/mcp`);

export interface RemoteClient {
  /** Whether the note could be read. */
  reads(path: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A client that keeps its sign-in, and connects as often as it is told. */
export abstract class RemoteProgram {
  readonly kept: KeptSignIn;

  constructor(
    name: string,
    protected readonly port: () => number,
  ) {
    this.kept = new KeptSignIn(name);
  }

  /** The whole way of a client that is not known yet. */
  async signIn(code: string): Promise<RemoteClient> {
    await expect(this.connect()).rejects.toThrow(/unauthorized/i);
    const back = await signIn(this.port(), this.kept.authorization ?? '', code);
    expect(back.searchParams.get('state')).toBe(this.kept.state());
    await this.finish(back.searchParams);
    return this.connect();
  }

  abstract connect(): Promise<RemoteClient>;
  protected abstract finish(back: URLSearchParams): Promise<void>;
}

class ModernProgram extends RemoteProgram {
  private readonly transport = (): ModernTransport =>
    new ModernTransport(url, { authProvider: this.kept, fetch: publicFetch(this.port) });

  async connect(): Promise<RemoteClient> {
    const client = new ModernClient(info, { versionNegotiation: { mode: 'auto' } });
    await client.connect(this.transport());
    return {
      reads: async path =>
        (await client.callTool({ name: 'read_note', arguments: { path } })).isError !== true,
      close: () => client.close(),
    };
  }

  protected finish(back: URLSearchParams): Promise<void> {
    return this.transport().finishAuth(back);
  }
}

class LegacyProgram extends RemoteProgram {
  private readonly transport = (): LegacyTransport =>
    new LegacyTransport(url, { authProvider: this.kept, fetch: publicFetch(this.port) });

  async connect(): Promise<RemoteClient> {
    const client = new LegacyClient(info);
    await client.connect(this.transport());
    return {
      reads: async path =>
        (await client.callTool({ name: 'read_note', arguments: { path } })).isError !== true,
      close: () => client.close(),
    };
  }

  protected finish(back: URLSearchParams): Promise<void> {
    return this.transport().finishAuth(back.get('code') ?? '');
  }
}

export const programs = { '1.x': LegacyProgram, '2.x': ModernProgram } as const;
