import * as z from 'zod';
import { randomText } from '../../platform';

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

/** All tokens that come from one consent. Of their values only hashes are kept. */
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
  /** The refresh token before, which a client sends again if it did not get the answer. */
  last: z.object({ hash, used: time }).optional(),
});
export type Family = z.output<typeof familySchema>;

const stateSchema = z.object({
  /** With it and a refresh token the next one is made. */
  key: z.string(),
  clients: z.array(clientSchema),
  families: z.array(familySchema),
});
export type State = z.output<typeof stateSchema>;

export interface SignInStorage {
  getLocal(key: string): unknown;
  /** Never throws. */
  setLocal(key: string, value: unknown): void;
}

/** Kept before it is answered, so that a process that is killed has forgotten nothing. */
export class SignInState {
  private kept: State | undefined;

  constructor(private readonly storage: SignInStorage) {}

  get current(): State {
    this.kept ??= stateSchema.safeParse(this.storage.getLocal(storageKey)).data ?? {
      key: randomText(32),
      clients: [],
      families: [],
    };
    return this.kept;
  }

  /** @returns whether it is stored; otherwise nothing has changed */
  keep(changes: Partial<State>): boolean {
    const next = { ...this.current, ...changes };
    this.storage.setLocal(storageKey, next);
    const stored = stateSchema.safeParse(this.storage.getLocal(storageKey)).data;
    if (JSON.stringify(stored) !== JSON.stringify(stateSchema.parse(next))) return false;
    this.kept = next;
    return true;
  }
}
