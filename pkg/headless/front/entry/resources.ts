/** Resources of several vaults, whose URIs name the vault. */
import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { ToolFailure } from '../../../../src/errors';
import { noteTemplate as templateOfOne } from '../../../../src/server/mcp/resources';
import { jsonField } from '../../../../src/utils/json';
import type { VaultDoor } from '../vault-door';
import { withOutwardUris } from './answers';
import { type Caller, type EntryParts, type EntryRequest, onlyVault } from './caller';
import { inward, noteTemplate } from './uris';
import { type Json, objectsIn } from './json';

export function listTemplates({ caller }: EntryRequest): Promise<Json> {
  return Promise.resolve({
    resourceTemplates: [onlyVault(caller) === undefined ? noteTemplate : templateOfOne],
  });
}

/** @throws ResourceNotFoundError as for a missing note */
export async function readResource({ params, caller }: EntryRequest, { links }: EntryParts): Promise<Json> {
  const uri = String(params['uri']);
  const only = onlyVault(caller);
  const { vault, uri: own } = only === undefined ? placeOf(uri, caller) : { vault: only, uri };
  try {
    const result = await links.ask(vault, caller, { method: 'resources/read', params: { uri: own } });
    if (only !== undefined) return result;
    return {
      ...result,
      contents: objectsIn(result, 'contents').map(one => withOutwardUris(one, vault.name)),
    };
  } catch (error) {
    if (error instanceof ProtocolError && jsonField(error.data, 'uri') === own)
      throw new ResourceNotFoundError(uri);
    throw error;
  }
}

function placeOf(uri: string, { vaults }: Caller): { readonly vault: VaultDoor; readonly uri: string } {
  const place = inward(uri);
  const vault = vaults.find(({ name }) => name === place?.vault);
  if (place === undefined || vault === undefined) throw new ResourceNotFoundError(uri);
  return { vault, uri: place.uri };
}

/** One vault after the other; a cursor is the vault's own, after its name. */
export async function listResources({ params, caller }: EntryRequest, { links }: EntryParts): Promise<Json> {
  const cursor = typeof params['cursor'] === 'string' ? params['cursor'] : undefined;
  const only = onlyVault(caller);
  const ask = (vault: VaultDoor, own: unknown): Promise<Json> =>
    links.ask(vault, caller, {
      method: 'resources/list',
      params: own === undefined ? {} : { cursor: own },
    });
  if (only !== undefined) return ask(only, cursor);
  const [name, own] = cursor === undefined ? [caller.vaults[0]?.name, ''] : partsOf(cursor);
  const at = caller.vaults.findIndex(vault => vault.name === name);
  const vault = caller.vaults[at];
  if (vault === undefined)
    throw new ToolFailure('invalid_cursor', 'The cursor belongs to no vault that you may use.');
  const page = await ask(vault, own === '' ? undefined : own);
  const { nextCursor } = page;
  const next = caller.vaults[at + 1]?.name;
  const after = typeof nextCursor === 'string' ? `${vault.name}:${nextCursor}` : next && `${next}:`;
  return {
    ...page,
    resources: objectsIn(page, 'resources').map(one => withOutwardUris(one, vault.name)),
    nextCursor: after,
  };
}

function partsOf(cursor: string): [string, string] {
  const colon = cursor.indexOf(':');
  return colon < 0 ? [cursor, ''] : [cursor.slice(0, colon), cursor.slice(colon + 1)];
}
