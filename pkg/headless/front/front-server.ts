/** The server of the front: the paths of the vaults, and the one entry to all of them. */
import type { TokenEntry } from '../../../src/server/http/gate';
import { listen } from '../../../src/server/http/http-server';
import { urlHost } from '../../../src/server/mcp-service';
import type { PublicDoor } from '../../../src/server/sign-in/sign-in';
import { publicAddress } from '../../../src/utils/urls';
import { entryService } from './entry/entry';
import type { FrontTokens } from './front-tokens';
import { Pipes } from './pipes';
import type { VaultDoor } from './vault-door';

interface FrontServerOptions {
  /** Of the plugin. */
  readonly version: string;
  readonly host: string;
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  /** '' where there is none. */
  readonly publicUrl: string;
  readonly vaults: readonly VaultDoor[];
  readonly tokens: FrontTokens;
}

export interface FrontServer {
  /** Of the entry. */
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  /** Accepts nothing new. */
  drain(): Promise<void>;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** @throws the error of Node's `listen` */
export async function frontServer(options: FrontServerOptions): Promise<FrontServer> {
  const { host, port, tokens, vaults, version, allowedOrigins } = options;
  const vaultsOf = (hash: string): readonly string[] => tokens.vaultsOf(hash);
  const entries = (): readonly TokenEntry[] => tokens.entries;
  const entry = entryService({ vaults, vaultsOf, entries, version, reportBug });
  const pipes = new Pipes({ ...options, vaultsOf });
  const listener = await listen({
    host,
    port,
    allowedOrigins,
    entries,
    clock: Date.now,
    fetchFor: entry.fetchFor,
    elsewhere: pipes.answer,
    signIn: publicDoor(options.publicUrl),
    reportBug,
  });
  const origin = `http://${urlHost(host)}:${listener.port}`;
  return {
    origin,
    url: `${origin}/mcp`,
    port: listener.port,
    drain: () => listener.drain(),
    close: async () => {
      pipes.close();
      await entry.close();
      await listener.close();
    },
  };
}

/** Clients sign in at the addresses of the vaults; at the entry, tokens of the settings are valid. */
function publicDoor(publicUrl: string): PublicDoor | undefined {
  const address = publicAddress(publicUrl);
  if (address === undefined) return undefined;
  return {
    address,
    isDocument: () => false,
    routes: (_request, _response, next) => next(),
  };
}

function reportBug(where: string, error: unknown): void {
  console.error(`Lectern: ${where}`, error);
}
