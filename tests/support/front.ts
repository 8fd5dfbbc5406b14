import { type EntryOptions, entryService } from '../../pkg/headless/front/entry/entry';
import type { VaultDoor } from '../../pkg/headless/front/vault-door';
import { sha256 } from '../../src/platform';
import type { TokenEntry } from '../../src/server/http/gate';
import { listen } from '../../src/server/http/http-server';
import { clients, type TestClient } from './clients';
import type { Files } from './files/vault-folder';
import { RunningLectern } from './lectern';
import { closing } from './left-open';

/** A vault of this process as the front sees one; `leave` and `back` stand for the end of its process. */
export class TestDoor implements VaultDoor {
  #lectern: Pick<RunningLectern, 'port'> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(readonly name: string) {}

  get state(): VaultDoor['state'] {
    return this.#lectern === undefined ? 'away' : 'ready';
  }

  get notes(): number | undefined {
    return undefined;
  }

  get port(): number | undefined {
    return this.#lectern?.port;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  serve(lectern: Pick<RunningLectern, 'port'> | undefined): void {
    this.#lectern = lectern;
    for (const listener of this.#listeners) listener();
  }
}

/** Tokens by the names of their vaults. */
export const frontTokens = {
  all: 'lct_token-for-all',
  work: 'lct_token-for-work',
  pair: 'lct_token-for-two',
} as const;
const namesOf: Readonly<Record<keyof typeof frontTokens, readonly string[]>> = {
  all: ['work', 'home', 'old'],
  work: ['work'],
  pair: ['work', 'home'],
};

/** Three vaults behind one entry, as clients meet them. */
export class RunningEntry {
  private constructor(
    readonly url: string,
    readonly doors: Readonly<Record<string, TestDoor>>,
    readonly vaults: Readonly<Record<string, RunningLectern>>,
    private readonly connected: TestClient[],
    readonly close: () => Promise<void>,
  ) {}

  /** @param rules of every token */
  static async start(files: Readonly<Record<string, Files>>, rules: object = {}): Promise<RunningEntry> {
    const kinds = ['all', 'work', 'pair'] as const;
    const entries = kinds.map(entryOf);
    const bugs: unknown[] = [];
    const doors = ['work', 'home', 'old'].map(name => new TestDoor(name));
    const options: EntryOptions = {
      version: '1.0.0',
      vaults: doors,
      vaultsOf: hash =>
        kinds.filter(kind => sha256(frontTokens[kind]) === hash).flatMap(kind => namesOf[kind]),
      entries: () => entries,
      reportBug: (_where, error) => void bugs.push(error),
    };
    const service = entryService(options);
    const server = await listen({
      host: '127.0.0.1',
      port: 0,
      allowedOrigins: [],
      entries: () => entries,
      clock: Date.now,
      fetchFor: service.fetchFor,
      reportBug: options.reportBug,
    });
    const vaults: Record<string, RunningLectern> = {};
    for (const door of doors) {
      const own = kinds.filter(kind => namesOf[kind].includes(door.name));
      const lectern = await RunningLectern.start({
        files: files[door.name] ?? {},
        front: { vault: door.name, host: '127.0.0.1', port: server.port },
        settings: {
          tokens: own.map(kind => ({ name: kind, value: frontTokens[kind], rights: 'full', ...rules })),
        },
        tokens: [],
      });
      vaults[door.name] = lectern;
      door.serve(lectern);
    }
    const connected: TestClient[] = [];
    const close = closing('Entry', async () => {
      for (const client of connected) await client.close();
      await service.close();
      await server.close();
      for (const lectern of Object.values(vaults)) await lectern.close();
      if (bugs.length > 0) throw bugs[0];
    });
    const byName = Object.fromEntries(doors.map(door => [door.name, door]));
    return new RunningEntry(`http://127.0.0.1:${server.port}/mcp`, byName, vaults, connected, close);
  }

  async connect(era: keyof typeof clients, kind: keyof typeof frontTokens = 'all'): Promise<TestClient> {
    const client = await clients[era]({ url: this.url, token: frontTokens[kind] });
    this.connected.push(client);
    return client;
  }
}

function entryOf(kind: keyof typeof frontTokens): TokenEntry {
  const valueHash = sha256(frontTokens[kind]);
  const none = { allow: [], allowWrite: [], deny: [], disabledTools: [] };
  const grant = { token: kind, key: valueHash.slice(0, 16), rights: 'full' as const, ...none };
  return { valueHash, expires: undefined, grant };
}
