/** What this device keeps of tokens: their values, and which were revoked. */

import { type StoredToken, maxRevoked, type Settings } from '../schema';
import { secretId } from './tokens';
import * as z from 'zod';

/** The app's secret storage. Both may throw where the system keeps no secrets, such as Linux without a keyring. */
export interface Secrets {
  getSecret(id: string): string | null;
  setSecret(id: string, value: string): void;
}

/** The values of tokens on this device: in secret storage, or in memory if that fails. */
export class TokenValues {
  private readonly session = new Map<string, string>();

  constructor(private readonly secrets: Secrets) {}

  of(token: StoredToken): string | undefined {
    return this.session.get(token.valueHash) ?? this.kept(token);
  }

  /** @returns whether the value is still known after a restart of the app */
  keep(token: StoredToken, value: string): boolean {
    this.put(token, value);
    if (this.kept(token) === value) return true;
    this.session.set(token.valueHash, value);
    return false;
  }

  /** Secret storage cannot delete, so the value is blanked. */
  forget(token: StoredToken): void {
    this.session.delete(token.valueHash);
    this.put(token, '');
  }

  private kept(token: StoredToken): string | undefined {
    try {
      const value = this.secrets.getSecret(secretId(token));
      return value === null || value === '' ? undefined : value;
    } catch {
      return undefined;
    }
  }

  private put(token: StoredToken, value: string): void {
    try {
      this.secrets.setSecret(secretId(token), value);
    } catch {
      // The stored value is checked afterwards.
    }
  }
}

/** The key in the app's local storage of the vault, where this device keeps a copy. */
export const revokedKey = 'lectern-revoked';

/**
 * Removes revoked tokens from settings. A device that was offline, or a sync program that chooses the later
 * file, may write settings that still contain one; it must not become valid again.
 * @returns the settings with all known hashes of revoked tokens, and the tokens that were removed
 */
export function withoutRevoked(
  settings: Settings,
  known: readonly string[],
): { readonly settings: Settings; readonly returned: readonly StoredToken[] } {
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
export const revokedSchema = z.array(z.string()).catch([]);
