import type { ServerContext } from '@modelcontextprotocol/server';
import type { Grant } from '../../vault/access/grant';
import type { DeferredJson } from '../http/deferred-json';
import type { TokenEntry } from '../http/gate';

/** The grant of one request and its large values, as a class, so that nothing else that the SDK carries can be taken for it. */
class Envelope {
  constructor(
    readonly grant: Grant,
    readonly deferred: DeferredJson,
  ) {}
}

type AuthInfo = NonNullable<NonNullable<ServerContext['http']>['authInfo']>;

/** What the SDK carries from the gate to the handlers of a request. */
export function authInfoOf({ grant }: TokenEntry, deferred: DeferredJson): AuthInfo {
  return {
    token: '',
    clientId: grant.token,
    scopes: [grant.rights],
    extra: { envelope: new Envelope(grant, deferred) },
  };
}

/** What the token of this very request is granted, which may be less than when its session began. */
export function grantOf(context: Pick<ServerContext, 'http'>): Grant {
  return envelopeOf(context).grant;
}

/** Takes the large values of the answer to this very request. */
export function deferredOf(context: Pick<ServerContext, 'http'>): DeferredJson {
  return envelopeOf(context).deferred;
}

function envelopeOf({ http }: Pick<ServerContext, 'http'>): Envelope {
  const envelope = http?.authInfo?.extra?.['envelope'];
  if (envelope instanceof Envelope) return envelope;
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
