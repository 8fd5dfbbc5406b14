/** Tokens as the settings keep them: how they are made and named, what they are for the gate, and what follows from their rights. */

import { randomText, sha256 } from '../../platform';
import type { TokenEntry } from '../../server/http/gate';
import { type Rights, defaultProfile, type OwnApprovalRules } from '../../utils/rights';
import { languages } from '../../ui/text/message';
import { textIn } from '../../ui/text/text';
import { maxNameLength, type Settings, type StoredToken } from '../schema';
import { cutText } from '../../utils/text/pieces';
import type { VaultRules, Grant } from '../../vault/access/access';

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

export function isExpired({ expires }: StoredToken, now: Date): boolean {
  return expires !== undefined && Date.parse(expires) <= now.getTime();
}

/** A unique name for a client's new token, such as `Cursor` or `Cursor 2`. */
export function nameFor(client: string, tokens: readonly { readonly name: string }[]): string {
  const taken = new Set(tokens.map(({ name }) => name));
  const name = client.slice(0, maxNameLength).trim();
  return taken.has(name) || isOwnersName(name) ? numbered(name, taken) : name;
}

/** Whether the activity calls the vault's owner so, in any language; the journal and the log say `you`. */
export function isOwnersName(name: string): boolean {
  const names = ['you', ...languages.map(language => textIn(language, 'common.you'))];
  return names.some(own => own.toLowerCase() === name.normalize('NFKC').toLowerCase());
}

/** The same tokens with unique names: these identify calls, rules and changes. The first token keeps its name. */
export function uniquelyNamed<T extends { readonly name: string }>(tokens: readonly T[]): T[] {
  const wanted = new Set(tokens.map(({ name }) => name));
  const taken = new Set<string>();
  return tokens.map(token => {
    const name =
      taken.has(token.name) || isOwnersName(token.name) ? numbered(token.name, wanted) : token.name;
    taken.add(name);
    wanted.add(name);
    return name === token.name ? token : { ...token, name };
  });
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const end = ` ${number}`;
    const free = cutText(name, maxNameLength - end.length) + end;
    if (!taken.has(free)) return free;
  }
}

/** The token's own rules, which override the general ones; undefined if no token has the name. */
export function ownRulesOf({ tokens }: Settings, name: string): OwnApprovalRules | undefined {
  const token = tokens.find(other => other.name === name);
  return token === undefined ? undefined : (token.approval ?? {});
}

/** Everything that determines the rights of the token with this name, as a text that changes with them. */
export function tokenFingerprint(
  { tokens, readOnly, hidden, disabledTools }: Settings,
  name: string,
): string {
  const token = tokens.find(other => other.name === name);
  if (token === undefined) return '';
  const { valueHash, rights, allow, allowWrite, deny, approval, asksInClient: isAsked, expires } = token;
  const own = [valueHash, rights, allow, allowWrite, deny, token.disabledTools, approval, isAsked, expires];
  return JSON.stringify([own, readOnly, hidden, disabledTools]);
}

/** A call at its start, and the current time. */
interface BegunCall {
  readonly grant: Grant;
  readonly rules: VaultRules;
  readonly isPaused: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Why a call that began with this grant may no longer write; undefined if it may. */
export function writeRefusal(
  settings: Settings,
  { grant, rules, isPaused, now }: BegunCall,
): string | undefined {
  const token = settings.tokens.find(({ name }) => name === grant.token);
  if (token === undefined) return 'The token was revoked.';
  const { grant: present } = tokenEntry(token);
  if (isExpired(token, new Date(now))) return 'The token has expired.';
  const isSame = JSON.stringify([present, settings.hidden]) === JSON.stringify([grant, rules.hidden]);
  if (!isSame) return 'What the token may do was changed.';
  if (settings.readOnly) return 'The vault is read-only.';
  return isPaused ? 'The owner of the vault has paused Lectern.' : undefined;
}
