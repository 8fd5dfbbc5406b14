import type { Cancellable } from '../platform';
import type { CallRecord } from '../vault/activity/call-record';
import type { StoredToken } from './schema';
import type { SettingsStore } from './store';

/** The last use of a token. */
export interface TokenUse {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** What the client calls itself; a call of an older client without a session does not say it. */
  readonly client: string | undefined;
}

export interface TokenUsesParts {
  readonly store: SettingsStore;
  /** Runs once, so many milliseconds from now. */
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}

/** From a use to its writing, so that one write has all uses of a minute. */
export const writeInterval = 60_000;

/** Remembers when which client used a token, and writes it into the settings once a minute at the most. */
export class TokenUses {
  private readonly uses = new Map<string, TokenUse>();
  private readonly unwritten = new Set<string>();
  private timer: Cancellable | undefined;

  constructor(private readonly parts: TokenUsesParts) {}

  add({ token, time, client }: CallRecord): void {
    this.uses.set(token, { time, client: client ?? this.uses.get(token)?.client });
    this.unwritten.add(token);
    this.timer ??= this.parts.after(writeInterval, () => void this.write());
  }

  /** Since the start. */
  of(token: string): TokenUse | undefined {
    return this.uses.get(token);
  }

  end(): void {
    this.timer?.cancel();
  }

  private async write(): Promise<void> {
    this.timer = undefined;
    const names = new Set(this.unwritten);
    this.unwritten.clear();
    await this.parts.store.record((token, name = '') => {
      const use = names.has(name) ? this.uses.get(name) : undefined;
      if (use === undefined || isOfAnother(use, token)) return token;
      const { client = token.lastClient } = use;
      const lastUsed = new Date(use.time).toISOString();
      return { ...token, lastUsed, ...(client === undefined ? {} : { lastClient: client }) };
    });
  }
}

/** Whether a use is that of an earlier token with the same name, or of an earlier value. */
export function isOfAnother({ time }: TokenUse, { created }: StoredToken): boolean {
  return created !== undefined && time < Date.parse(created);
}
