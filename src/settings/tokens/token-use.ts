import * as z from 'zod';
import type { Cancellable } from '../../platform';
import type { CallRecord } from '../../vault/activity/call-record';
import type { StoredToken } from '../schema';

export interface TokenUse {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The client's own name; calls of an older client without a session do not contain it. */
  readonly client?: string | undefined;
}

interface TokenUsesDependencies {
  readonly tokens: () => readonly StoredToken[];
  /** This device's storage for the vault: uses are not synced. */
  readonly storage: { getLocal(key: string): unknown; setLocal(key: string, value: unknown): void };
  /** Runs once, so many milliseconds from now. */
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}

/** Delay from a use to its writing, so that one write contains all uses of a minute. */
export const writeInterval = 60_000;

/** The key in the app's local storage of the vault. */
export const usesKey = 'lectern-token-uses';

/** Remembers on this device which client last used a token, and stores it at most once a minute. */
export class TokenUses {
  /** By the hash of the token. */
  private uses: Map<string, TokenUse> | undefined;
  private timer: Cancellable | undefined;

  constructor(private readonly dependencies: TokenUsesDependencies) {}

  add({ token: name, time, client }: CallRecord): void {
    const token = this.dependencies.tokens().find(one => one.name === name);
    // A call may end after its token was replaced by another of the same name.
    if (token === undefined || (token.created !== undefined && time < Date.parse(token.created))) return;
    const uses = this.known();
    uses.set(token.valueHash, { time, client: client ?? uses.get(token.valueHash)?.client });
    this.timer ??= this.dependencies.after(writeInterval, () => this.write());
  }

  of({ valueHash }: StoredToken): TokenUse | undefined {
    return this.known().get(valueHash);
  }

  end(): void {
    if (this.timer === undefined) return;
    this.timer.cancel();
    this.write();
  }

  private known(): Map<string, TokenUse> {
    this.uses ??= new Map(Object.entries(storedUses.parse(this.dependencies.storage.getLocal(usesKey))));
    return this.uses;
  }

  private write(): void {
    this.timer = undefined;
    const hashes = new Set(this.dependencies.tokens().map(({ valueHash }) => valueHash));
    // While damaged settings block all clients there are no tokens, but their uses are kept.
    const kept = [...this.known()].filter(([hash]) => hashes.size === 0 || hashes.has(hash));
    this.dependencies.storage.setLocal(usesKey, Object.fromEntries(kept));
  }
}

const storedUses = z
  .record(z.string(), z.object({ time: z.number(), client: z.string().optional() }))
  .catch({});
