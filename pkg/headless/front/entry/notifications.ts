/** Notifications of the vaults, for the clients of one entry: a stream for each token and vault, whoever listens. */
import { after } from '../../../../src/platform';
import type { TokenEntry } from '../../../../src/server/http/gate';
import type { Listener, NotificationHub } from '../../../../src/server/sessions/change-hub';
import type { ListKind } from '../../../../src/server/sessions/watch';
import { jsonField } from '../../../../src/utils/json';
import type { VaultDoor } from '../vault-door';
import { inward, outward } from './uris';
import type { Asker, VaultLinks } from './vault-links';

/** Before a stream that ended is opened again, milliseconds. */
const pause = 1000;

interface HubOptions {
  readonly links: VaultLinks;
  /** The vaults of a token. */
  readonly vaultsFor: (valueHash: string) => readonly VaultDoor[];
  /** As a client of this token last asked. */
  readonly askerFor: (valueHash: string) => Omit<Asker, 'signal'>;
}

export class VaultNotifications implements NotificationHub {
  readonly #clients = new Map<string, TokenClients>();

  constructor(private readonly options: HubOptions) {}

  add(listener: Listener, { valueHash }: TokenEntry): () => void {
    return this.#clientsOf(valueHash).add(listener);
  }

  /**
   * Call before a client is told that it is subscribed. Resolves when the vaults report changes of these resources.
   * @returns a function to call once the client counts as listening itself
   */
  async expect(valueHash: string, uris: readonly string[]): Promise<() => void> {
    const clients = this.#clientsOf(valueHash);
    const leave = clients.await(uris);
    await clients.renew();
    return leave;
  }

  listChanged(...kinds: readonly ListKind[]): void {
    for (const clients of this.#clients.values()) clients.listChanged(...kinds);
  }

  #clientsOf(valueHash: string): TokenClients {
    const known = this.#clients.get(valueHash);
    if (known !== undefined) return known;
    const clients = new TokenClients(valueHash, this.options);
    this.#clients.set(valueHash, clients);
    return clients;
  }
}

/** The clients of one token that listen. */
class TokenClients {
  readonly #listeners = new Set<Listener>();
  /** URIs of clients that are about to listen. */
  readonly #awaited = new Set<readonly string[]>();
  readonly #streams: readonly VaultStream[];

  constructor(valueHash: string, { links, vaultsFor, askerFor }: HubOptions) {
    const vaults = vaultsFor(valueHash);
    this.#streams = vaults.map(
      vault =>
        new VaultStream({
          vault,
          links,
          asker: () => askerFor(valueHash),
          uris: () => this.#urisIn(vault.name, vaults.length > 1),
          onMessage: message => this.#tell(message, vaults.length > 1 ? vault.name : undefined),
          onEnd: () => this.listChanged(),
        }),
    );
  }

  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    void this.renew();
    return () => {
      this.#listeners.delete(listener);
      this.#closeIfEmpty();
    };
  }

  await(uris: readonly string[]): () => void {
    this.#awaited.add(uris);
    return () => {
      this.#awaited.delete(uris);
      this.#closeIfEmpty();
    };
  }

  async renew(): Promise<void> {
    await Promise.all(this.#streams.map(stream => stream.renew()));
  }

  /** Also ends the clients whose token is no longer valid. */
  listChanged(...kinds: readonly ListKind[]): void {
    for (const { watch, services, end } of [...this.#listeners]) {
      if (services() === undefined) end();
      else for (const kind of kinds) watch.listChanged(kind);
    }
  }

  #closeIfEmpty(): void {
    if (this.#listeners.size + this.#awaited.size > 0) return;
    for (const stream of this.#streams) stream.close();
  }

  /** What they are subscribed to in a vault, as the vault names it. */
  #urisIn(name: string, isSeveral: boolean): string[] {
    const subscribed = [...this.#listeners].flatMap(({ watch }) => watch.subscribed);
    const all = new Set([...subscribed, ...[...this.#awaited].flat()]);
    return [...all].flatMap(uri => {
      const place = isSeveral ? inward(uri) : { vault: name, uri };
      return place?.vault === name ? [place.uri] : [];
    });
  }

  #tell(message: unknown, vault: string | undefined): void {
    const method = jsonField(message, 'method');
    for (const kind of ['tools', 'prompts', 'resources'] as const)
      if (method === `notifications/${kind}/list_changed`) this.listChanged(kind);
    const own = jsonField(jsonField(message, 'params'), 'uri');
    if (method !== 'notifications/resources/updated' || typeof own !== 'string') return;
    const uri = vault === undefined ? own : outward(own, vault);
    for (const { watch } of this.#listeners) if (watch.subscribed.includes(uri)) watch.updated(uri);
  }
}

interface StreamOptions {
  readonly vault: VaultDoor;
  readonly links: VaultLinks;
  readonly asker: () => Omit<Asker, 'signal'>;
  readonly uris: () => readonly string[];
  readonly onMessage: (message: unknown) => void;
  readonly onEnd: () => void;
}

/** One stream of notifications, opened again when the vault is back or something else is subscribed to. */
class VaultStream {
  #current: AbortController | undefined;
  #leave: (() => void) | undefined;
  /** The subscriptions of the current stream. */
  #uris: readonly string[] = [];

  constructor(private readonly options: StreamOptions) {}

  /** Resolves when the vault reports everything that is subscribed to, or is away. */
  async renew(): Promise<void> {
    const { vault, uris } = this.options;
    this.#leave ??= vault.onChange(() => {
      if (vault.port !== undefined) void this.#open();
    });
    const told = new Set(this.#uris);
    const isWhole = this.#current !== undefined && uris().every(uri => told.has(uri));
    if (!isWhole && vault.port !== undefined) await this.#open();
  }

  close(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#current?.abort();
    this.#current = undefined;
  }

  /** Resolves when the stream is open, or cannot be opened. */
  #open(): Promise<void> {
    const before = this.#current;
    const current = new AbortController();
    this.#current = current;
    this.#uris = this.options.uris();
    return new Promise(opened => {
      void this.#read(current, this.#uris, () => {
        // The previous stream ends once this one is open, so that nothing is missed in between.
        before?.abort();
        opened();
      }).finally(() => {
        before?.abort();
        opened();
        if (this.#current === current) this.#ended();
      });
    });
  }

  #ended(): void {
    this.#current = undefined;
    this.options.onEnd();
    after(pause, () => {
      const isWanted = this.#leave !== undefined && this.#current === undefined;
      if (isWanted && this.options.vault.port !== undefined) void this.#open();
    });
  }

  async #read(
    { signal }: AbortController,
    resourceSubscriptions: readonly string[],
    opened: () => void,
  ): Promise<void> {
    const { vault, links, asker, onMessage } = this.options;
    const wanted = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions,
    };
    try {
      for await (const message of links.listen(vault, { ...asker(), signal }, wanted)) {
        opened();
        if (!signal.aborted) onMessage(message);
      }
    } catch {
      // The vault ended, or this stream was closed; either way it is opened again if it is still wanted.
    }
  }
}
