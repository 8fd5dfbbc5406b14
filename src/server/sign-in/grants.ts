import * as z from 'zod';
import { randomText, keyedDigest, sha256 } from '../../platform';
import { isUnexpired, type TokenEntry } from '../http/gate';

/** The key in this device's storage for the vault, which is outside the vault's folder. */
const storageKey = 'lectern-sign-in';

/** Milliseconds since 1970. */
const time = z.number();
const hash = z.string();

/** A client that registered itself. */
const clientSchema = z.object({
  id: z.string(),
  name: z.string(),
  redirects: z.array(z.string()),
  registered: time,
  /** Whether it has ever been connected: then it keeps its place. */
  isPaired: z.boolean(),
});
export type Client = z.output<typeof clientSchema>;

/** All tokens that come from one consent. Only hashes of their values are kept. */
const familySchema = z.object({
  id: z.string(),
  client: z.string(),
  /** Hash that names the connection in the settings. */
  connection: hash,
  audience: z.string(),
  /** Hash of the authorization code that it began with. */
  code: hash,
  access: z.array(z.object({ hash, expires: time })),
  refresh: hash,
  refreshExpires: time,
  /** The previous refresh token, which a client sends again if the answer got lost. */
  last: z.object({ hash, used: time }).optional(),
});
type Family = z.output<typeof familySchema>;

const stateSchema = z.object({
  /** The next refresh token is derived from it and the current one. */
  key: z.string(),
  clients: z.array(clientSchema),
  families: z.array(familySchema),
});
type State = z.output<typeof stateSchema>;

export interface SignInStorage {
  getLocal(key: string): unknown;
  /** As one step, also where several processes serve the vault. @returns whether it is stored; never throws */
  updateLocal(key: string, change: (stored: unknown) => unknown): boolean;
}

/** Stored before each answer, so that a killed process forgets nothing. */
export class SignInState {
  private known: State | undefined;

  constructor(private readonly storage: SignInStorage) {}

  /** Read each time: another process that serves the vault may have paired a client, or ended its tokens. */
  get current(): State {
    return this.read(this.storage.getLocal(storageKey));
  }

  /** @returns whether it is stored; otherwise nothing has changed */
  keep(change: (state: State) => Partial<State>): boolean {
    return this.storage.updateLocal(storageKey, stored => {
      const state = this.read(stored);
      return { ...state, ...change(state) };
    });
  }

  private read(stored: unknown): State {
    const state = stateSchema.safeParse(stored).data ?? this.known;
    return (this.known = state ?? { key: randomText(32), clients: [], families: [] });
  }
}

const accessLifetime = 60 * 60_000;
const refreshLifetime = 60 * 24 * 60 * 60_000;
/** How long the previous refresh token is accepted, in milliseconds: the answer to it may have been lost. */
const grace = 60_000;
/** Access tokens of a family that are valid at the same time. */
const maxAccess = 4;
const maxFamilies = 200;
/** How many tokens back a reused one is recognised: 60 days of one an hour. */
const maxGenerations = 1500;

export interface IssuedTokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
}
export type Refreshed = IssuedTokens | 'invalid_grant' | 'not_kept';

export interface GrantsOptions {
  readonly state: SignInState;
  readonly clock: () => number;
  readonly entries: () => readonly TokenEntry[];
  /** Called when tokens have ended, so that their streams end too. */
  readonly onEnd: () => void;
}

/** The tokens that clients were given. A family ends with its connection. */
export class Grants {
  /** Ids of ended families: they stay ended here even if that cannot be stored. */
  private readonly ended = new Set<string>();

  constructor(private readonly options: GrantsOptions) {}

  /** The connection of an access token, by the token's hash. */
  entryOf(hash: string, audience: string): TokenEntry | undefined {
    const family = this.families.find(({ access }) => access.some(token => token.hash === hash));
    if (family?.audience !== audience || !this.isLive(family.id, hash)) return undefined;
    const entry = this.connectionOf(family);
    return entry && { ...entry, isLive: () => this.isLive(family.id, hash) };
  }

  /**
   * The first tokens of a family.
   * @param withPaired returns the clients, with this one marked as connected
   * @returns undefined if they could not be kept
   */
  begin(
    { code, client, connection, audience }: Pick<Family, 'code' | 'client' | 'connection' | 'audience'>,
    withPaired: (clients: readonly Client[]) => Client[],
  ): IssuedTokens | undefined {
    const id = randomText(9);
    const now = this.options.clock();
    const tokens = { access: `lca_${randomText(32)}`, refresh: `lcr_${id}_${randomText(32)}` };
    const family: Family = {
      id,
      code,
      client,
      connection,
      audience,
      access: [{ hash: sha256(tokens.access), expires: now + accessLifetime }],
      refresh: sha256(tokens.refresh),
      refreshExpires: now + refreshLifetime,
    };
    const isKept = this.options.state.keep(({ clients, families }) => {
      // If there are too many, the one refreshed longest ago goes.
      const byUse = this.present(families).sort((a, b) => a.refreshExpires - b.refreshExpires);
      return {
        families: [...byUse.slice(-(maxFamilies - 1)), family],
        clients: withPaired(clients),
      };
    });
    return isKept ? issued(tokens, accessLifetime) : undefined;
  }

  /** Ends the tokens that a code gave, since it is used again. */
  endOfCode(code: string): void {
    const family = this.families.find(one => one.code === code);
    if (family !== undefined) this.end(family);
  }

  /** Whether it is a valid token of this client. */
  isHeldBy(client: string, token: string): boolean {
    const hash = sha256(token);
    return this.families.some(
      family =>
        family.client === client &&
        [family.refresh, family.last?.hash, ...family.access.map(one => one.hash)].includes(hash),
    );
  }

  refresh(token: string, client: string, audience: string): Refreshed {
    const family = this.familyOf(token);
    const now = this.options.clock();
    if (family?.client !== client || family.audience !== audience) return 'invalid_grant';
    if (this.connectionOf(family) === undefined) return 'invalid_grant';
    const hash = sha256(token);
    const next = this.successor(token, family);
    if (hash === family.last?.hash && Math.abs(now - family.last.used) < grace)
      return issued(next, family.last.used + accessLifetime - now);
    if (hash !== family.refresh) {
      if (this.leadsTo(family, token)) this.end(family);
      return 'invalid_grant';
    }
    const isKept = this.renew(family, present => {
      // Another process may have answered the same request a moment ago, with the same tokens.
      if (present.refresh !== hash) return present;
      const access = [...present.access, { hash: sha256(next.access), expires: now + accessLifetime }];
      return {
        ...present,
        access: access.filter(({ expires }) => now < expires).slice(-maxAccess),
        refresh: sha256(next.refresh),
        // Not shorter, if the clock has not been set yet.
        refreshExpires: Math.max(present.refreshExpires, now + refreshLifetime),
        last: { hash, used: now },
      };
    });
    if (!isKept) return 'not_kept';
    // Not where another process has ended the family.
    return this.isHeldBy(client, next.refresh) ? issued(next, accessLifetime) : 'invalid_grant';
  }

  /**
   * A refresh token ends its family, an access token only itself; those of other clients stay (RFC 7009).
   * @returns whether that is stored; if not, the whole family has ended until the next start
   */
  revoke(token: string, client: string): boolean {
    const hash = sha256(token);
    const family = this.families.find(({ access }) => access.some(one => one.hash === hash));
    if (family?.client === client) {
      const isKept = this.renew(family, present => ({
        ...present,
        access: present.access.filter(one => one.hash !== hash),
      }));
      if (!isKept) return this.end(family);
      this.options.onEnd();
    }
    const refreshed = this.familyOf(token);
    return refreshed?.client !== client || !this.leadsTo(refreshed, token) || this.end(refreshed);
  }

  /** Whether an access token was not revoked and has not expired; one that a clock set back would let live longer has. */
  private isLive(id: string, hash: string): boolean {
    const token = this.families.find(one => one.id === id)?.access.find(one => one.hash === hash);
    const left = token === undefined ? 0 : token.expires - this.options.clock();
    return left > 0 && left < accessLifetime + grace;
  }

  private get families(): readonly Family[] {
    return this.present(this.options.state.current.families);
  }

  private present(families: readonly Family[]): Family[] {
    const now = this.options.clock();
    return families.filter(({ id, refreshExpires }) => !this.ended.has(id) && now < refreshExpires);
  }

  private connectionOf({ connection }: Family): TokenEntry | undefined {
    const { entries, clock } = this.options;
    return entries().find(entry => entry.valueHash === connection && isUnexpired(entry, clock()));
  }

  private familyOf(token: string): Family | undefined {
    const id = /^lcr_([\w-]{12})_[\w-]{43}$/u.exec(token)?.[1];
    return this.families.find(family => family.id === id);
  }

  /**
   * The tokens that follow a refresh token, computed from it and a key on this device: a repeated request gets the same
   * ones, even after a restart, although no value is stored.
   */
  private successor(token: string, { id }: Family): { access: string; refresh: string } {
    const { key } = this.options.state.current;
    return {
      access: `lca_${keyedDigest(key, `access ${token}`)}`,
      refresh: `lcr_${id}_${keyedDigest(key, `refresh ${token}`)}`,
    };
  }

  /** Whether a token is the family's refresh token, or was it. */
  private leadsTo(family: Family, token: string): boolean {
    let value = token;
    for (let generation = 0; generation < maxGenerations; generation += 1) {
      if (sha256(value) === family.refresh) return true;
      value = this.successor(value, family).refresh;
    }
    return false;
  }

  private end({ id }: Family): boolean {
    this.ended.add(id);
    const isKept = this.options.state.keep(({ families }) => ({ families: this.present(families) }));
    this.options.onEnd();
    return isKept;
  }

  private renew({ id }: Family, renewed: (present: Family) => Family): boolean {
    return this.options.state.keep(({ families }) => ({
      families: this.present(families).map(one => (one.id === id ? renewed(one) : one)),
    }));
  }
}

function issued({ access, refresh }: { access: string; refresh: string }, lifetime: number): IssuedTokens {
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.floor(lifetime / 1000),
    refresh_token: refresh,
  };
}
