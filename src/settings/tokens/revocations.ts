import * as z from 'zod';
import { mostRevoked, type Settings, type StoredToken } from '../schema';

/** Where this device keeps them too, in the app's local storage of the vault. */
export const revokedKey = 'lectern-revoked';

export interface Unrevoked {
  /** Without the tokens that are revoked, and with every hash that is known to be. */
  readonly settings: Settings;
  /** The tokens that were taken out. */
  readonly returned: readonly StoredToken[];
}

/**
 * Holds settings against the hashes of revoked tokens. A device that was away, or a sync program that takes the later
 * file, writes settings in which a revoked token still is; it must not come back with them.
 */
export function withoutRevoked(settings: Settings, known: readonly string[]): Unrevoked {
  const revoked = new Set([...known, ...settings.revoked]);
  const isRevoked = ({ valueHash }: StoredToken): boolean => revoked.has(valueHash);
  return {
    settings: {
      ...settings,
      tokens: settings.tokens.filter(token => !isRevoked(token)),
      revoked: [...revoked].slice(-mostRevoked),
    },
    returned: settings.tokens.filter(isRevoked),
  };
}

/** What local storage holds, which anybody may have written. */
export function revokedIn(stored: unknown): readonly string[] {
  const list = z.array(z.string()).safeParse(stored);
  return list.success ? list.data : [];
}
