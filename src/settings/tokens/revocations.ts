import * as z from 'zod';
import { maxRevoked, type Settings, type StoredToken } from '../schema';

/** The key in the app's local storage of the vault, where this device keeps a copy. */
export const revokedKey = 'lectern-revoked';

export interface Unrevoked {
  /** Without the revoked tokens, and with all known hashes of these. */
  readonly settings: Settings;
  /** The tokens that were removed. */
  readonly returned: readonly StoredToken[];
}

/**
 * Removes revoked tokens from settings. A device that was offline, or a sync program that chooses the later
 * file, may write settings that still contain one; it must not become valid again.
 */
export function withoutRevoked(settings: Settings, known: readonly string[]): Unrevoked {
  const revoked = new Set([...known, ...settings.revoked]);
  const isRevoked = ({ valueHash }: StoredToken): boolean => revoked.has(valueHash);
  return {
    settings: {
      ...settings,
      tokens: settings.tokens.filter(token => !isRevoked(token)),
      revoked: [...revoked].slice(-maxRevoked),
    },
    returned: settings.tokens.filter(isRevoked),
  };
}

/** The content of local storage, which any program may have written. */
export function revokedIn(stored: unknown): readonly string[] {
  const list = z.array(z.string()).safeParse(stored);
  return list.success ? list.data : [];
}
