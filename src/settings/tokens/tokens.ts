import { randomText, sha256 } from '../../platform';
import type { TokenEntry } from '../../server/http/gate';
import { type Rights, defaultProfile } from '../../utils/rights';
import type { StoredToken } from '../schema';

/** A new token's value: recognisable for scanners of leaked secrets, with 256 bits of randomness. */
export function newTokenValue(): string {
  return `lct_${randomText(32)}`;
}

export function storedToken(name: string, rights: Rights, value: string, created?: Date): StoredToken {
  return {
    name,
    rights,
    valueHash: sha256(value),
    allow: [],
    allowWrite: [],
    deny: [],
    disabledTools: [],
    profile: defaultProfile,
    listOutputSchemas: false,
    ...(created === undefined ? {} : { created: created.toISOString() }),
  };
}

/** The id of a token's value in the app's secret storage: lower-case letters, digits and dashes. */
export function secretId(token: StoredToken): string {
  return `lectern-mcp-${token.valueHash.slice(0, 16)}`;
}

/** The token as the gate uses it. */
export function tokenEntry(token: StoredToken): TokenEntry {
  const { name, valueHash, expires, remote, ...rest } = token;
  const { created: _created, approval: _approval, asksInClient: _asks, paired: _paired, ...granted } = rest;
  return {
    valueHash,
    ...(remote === true ? { isRemote: true } : {}),
    expires: expires === undefined ? undefined : Date.parse(expires),
    grant: { token: name, key: valueHash.slice(0, 16), ...granted },
  };
}
