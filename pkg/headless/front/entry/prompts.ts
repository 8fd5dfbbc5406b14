/** Prompts of several vaults: each has the argument `vault`. */
import { noteTemplate as templateOfOne } from '../../../../src/server/mcp/resources';
import { jsonField } from '../../../../src/utils/json';
import type { VaultDoor } from '../vault-door';
import { type Caller, type EntryParts, type EntryRequest, onlyVault } from './caller';
import { answersOf, eachOnce } from './tool-lists';
import { noteTemplate } from './uris';
import { isNamed, takeVault } from './vault-argument';
import { type Json, objectOf, objectsIn } from './json';

export async function listPrompts({ caller }: EntryRequest, { links }: EntryParts): Promise<Json> {
  const only = onlyVault(caller);
  const lists = await answersOf(caller.vaults, vault =>
    links.ask(vault, caller, { method: 'prompts/list', params: {} }),
  );
  const description = `One of ${caller.vaults.map(({ name }) => name).join(', ')}.`;
  const argument = { name: 'vault', description, required: true };
  const all = [...eachOnce(lists, 'prompts').values()];
  if (only !== undefined) return { prompts: all };
  return {
    prompts: all.map(prompt => ({ ...prompt, arguments: [argument, ...objectsIn(prompt, 'arguments')] })),
  };
}

/** The text of a prompt, which begins with the vault that it is about. */
export async function getPrompt({ params, caller }: EntryRequest, { links }: EntryParts): Promise<Json> {
  const only = onlyVault(caller);
  const given = params['arguments'];
  if (only !== undefined && !isNamed(given))
    return links.ask(only, caller, { method: 'prompts/get', params });
  const { vault, rest } = takeVault(given, caller.vaults);
  const prompt = await links.ask(vault, caller, {
    method: 'prompts/get',
    params: { ...params, arguments: rest },
  });
  const messages = objectsIn(prompt, 'messages').map(message => {
    const { content } = message;
    const text = jsonField(content, 'text');
    if (typeof text !== 'string') return message;
    return { ...message, content: { ...objectOf(content), text: `In the vault "${vault.name}": ${text}` } };
  });
  return { ...prompt, messages };
}

const nothing = { completion: { values: [], total: 0, hasMore: false } };

/** Completes arguments, of which `vault` is one. */
export async function complete({ params, caller }: EntryRequest, { links }: EntryParts): Promise<Json> {
  const ask = (vault: VaultDoor, more: Json): Promise<Json> =>
    links.ask(vault, caller, { method: 'completion/complete', params: { ...params, ...more } });
  const only = onlyVault(caller);
  if (only !== undefined) return ask(only, {});
  const { ref, argument, context } = params;
  if (jsonField(argument, 'name') === 'vault') return vaultsLike(jsonField(argument, 'value'), caller);
  const given = jsonField(context, 'arguments');
  const { vault: name, ...others } = objectOf(given);
  const vault = caller.vaults.find(one => one.name === name);
  if (vault === undefined) return nothing;
  const own = { ref: { type: 'ref/resource', uri: templateOfOne.uriTemplate } };
  const isNote = jsonField(ref, 'uri') === noteTemplate.uriTemplate;
  return ask(vault, { ...(isNote ? own : {}), context: { arguments: others } });
}

function vaultsLike(value: unknown, { vaults }: Caller): Json {
  const values = vaults.map(({ name }) => name).filter(name => name.startsWith(String(value)));
  return { completion: { values, total: values.length, hasMore: false } };
}
