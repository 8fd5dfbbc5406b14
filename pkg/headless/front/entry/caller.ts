import type { ServerContext } from '@modelcontextprotocol/server';
import { ToolFailure } from '../../../../src/errors';
import { sha256 } from '../../../../src/platform';
import type { TokenEntry } from '../../../../src/server/http/gate';
import type { Watch } from '../../../../src/server/sessions/watch';
import type { VaultDoor } from '../vault-door';
import type { VaultNotifications } from './notifications';
import type { ToolLists } from './tool-lists';
import { type Asker, envelopeOf, type VaultLinks } from './vault-links';

/** The client of one request, and what its token may use. */
export interface Caller extends Asker {
  /** In the order of the command; at least one. */
  readonly vaults: readonly VaultDoor[];
}

export interface Vaults {
  readonly vaults: readonly VaultDoor[];
  /** Names of the vaults that a token may use, by the hash of its value. */
  readonly vaultsOf: (valueHash: string) => readonly string[];
}

/** One request of a client. */
export interface EntryRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly context: ServerContext;
  /** Of the client's session, if it has one. */
  readonly watch: Watch | undefined;
}

/** What answering requests needs. */
export interface EntryParts extends Vaults {
  readonly version: string;
  readonly entries: () => readonly TokenEntry[];
  readonly links: VaultLinks;
  readonly lists: ToolLists;
  readonly hub: VaultNotifications;
}

/** @param watch of the client's session, if it has one */
export function callerOf({ mcpReq, http }: ServerContext, vaults: Vaults, watch: Watch | undefined): Caller {
  const request = http?.req;
  if (request === undefined) throw new Error('A request reached the protocol without its headers.');
  const envelope = mcpReq.envelope ?? envelopeOf(watch?.client, watch?.showsForms === true);
  const asker = askerOf(request, envelope);
  return {
    ...asker,
    signal: AbortSignal.any([mcpReq.signal, request.signal]),
    vaults: vaultsFor(hashOf(asker.authorization), vaults),
  };
}

export function askerOf(
  { headers, url }: Pick<Request, 'headers' | 'url'>,
  envelope: Asker['envelope'],
): Omit<Asker, 'signal'> {
  return { authorization: headers.get('authorization') ?? '', host: new URL(url).host, envelope };
}

/** The hash of a token's value, which the gate has checked. */
export function hashOf(authorization: string): string {
  return sha256(authorization.slice('bearer '.length));
}

export function vaultsFor(valueHash: string, { vaults, vaultsOf }: Vaults): VaultDoor[] {
  const names = vaultsOf(valueHash);
  return vaults.filter(({ name }) => names.includes(name));
}

/** The only vault of the caller; undefined if there are several. */
export function onlyVault({ vaults: [first, ...others] }: Caller): VaultDoor | undefined {
  if (first === undefined) throw new ToolFailure('permission_denied', 'This token may use no vault.');
  return others.length === 0 ? first : undefined;
}
