import type { ServerContext } from '@modelcontextprotocol/server';
import type { Grant } from '../../vault/access/grant';
import type { TokenEntry } from '../http/gate';

/** The grant of one request; a class, so that no other SDK data can be taken for it. */
class Envelope {
  constructor(readonly grant: Grant) {}
}

type AuthInfo = NonNullable<NonNullable<ServerContext['http']>['authInfo']>;

/** The data that the SDK passes from the gate to the handlers of a request. */
export function authInfoOf({ grant }: TokenEntry): AuthInfo {
  return {
    token: '',
    clientId: grant.token,
    scopes: [grant.rights],
    extra: { envelope: new Envelope(grant) },
  };
}

/** The grant of this request's token, which may be less than when its session began. */
export function grantOf({
  http,
}: {
  readonly http?: { readonly authInfo?: AuthInfo | undefined } | undefined;
}): Grant {
  const envelope = http?.authInfo?.extra?.['envelope'];
  if (envelope instanceof Envelope) return envelope.grant;
  throw new Error('A request reached the protocol without its envelope.');
}

/** The current entry of the same token in the settings; undefined if it is no longer valid. */
export function currentEntry(
  { valueHash, isLive }: TokenEntry,
  { entries, clock }: { readonly entries: () => readonly TokenEntry[]; readonly clock: () => number },
): TokenEntry | undefined {
  if (isLive?.() === false) return undefined;
  return entries().find(
    entry => entry.valueHash === valueHash && (entry.expires === undefined || clock() < entry.expires),
  );
}
