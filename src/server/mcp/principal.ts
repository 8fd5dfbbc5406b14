import type { ServerContext } from '@modelcontextprotocol/server';
import type { Grant } from '../../vault/access/grant';
import type { TokenEntry } from '../http/gate';

/** One request's principal, in a shape that can be told from whatever else the SDK hands on. */
class Envelope {
  constructor(readonly grant: Grant) {}
}

type AuthInfo = NonNullable<NonNullable<ServerContext['http']>['authInfo']>;

/** What the SDK carries from the gate to the handlers of a request. */
export function authInfoOf({ grant }: TokenEntry): AuthInfo {
  return {
    token: '',
    clientId: grant.token,
    scopes: [grant.rights],
    extra: { envelope: new Envelope(grant) },
  };
}

/** What the token of this very request is granted, which may be less than when its session began. */
export function grantOf({ http }: Pick<ServerContext, 'http'>): Grant {
  const envelope = http?.authInfo?.extra?.['envelope'];
  if (envelope instanceof Envelope) return envelope.grant;
  throw new Error('A request reached the protocol without its envelope.');
}

/** The entry of the same token as the settings have it now; undefined when it is no longer good. */
export function currentEntry(
  { valueHash }: TokenEntry,
  { entries, clock }: { readonly entries: () => readonly TokenEntry[]; readonly clock: () => number },
): TokenEntry | undefined {
  return entries().find(
    entry => entry.valueHash === valueHash && (entry.expires === undefined || clock() < entry.expires),
  );
}
