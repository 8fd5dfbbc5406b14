/** Calls of tools, each in the vault that it names. */
import { ToolFailure } from '../../../../src/errors';
import { failureResult } from '../../../../src/server/calls/tool-runner';
import { unsealArguments } from '../../../../src/server/mcp/request';
import { jsonField } from '../../../../src/utils/json';
import { countOfNotes } from '../../command/ready-line';
import type { VaultDoor } from '../vault-door';
import { answerFrom } from './answers';
import { type Caller, type EntryParts, type EntryRequest, hashOf, onlyVault } from './caller';
import { askClient, isQuestion } from './questions';
import { isNamed, listingTool, takeVault } from './vault-argument';
import { answersOf } from './tool-lists';
import type { VaultLinks } from './vault-links';
import { type Json, objectOf } from './json';

export async function listTools({ caller }: EntryRequest, { lists }: EntryParts): Promise<Json> {
  return { tools: await lists.of(caller) };
}

/**
 * Calls a tool in the vault that the call names. A failure is an answer, as at the vault itself.
 * @throws ProtocolError that the vault answered, such as for an unknown tool
 */
export async function callTool(request: EntryRequest, { links, lists }: EntryParts): Promise<Json> {
  const { params, caller } = request;
  let vault: VaultDoor | undefined;
  try {
    const only = onlyVault(caller);
    const given = unsealArguments(params['arguments']);
    if (only === undefined && params['name'] === listingTool && !isNamed(given))
      return await listing(caller, links);
    const isImplied = only !== undefined && !isNamed(given);
    const target = isImplied ? { vault: only, rest: given } : takeVault(given, caller.vaults);
    ({ vault } = target);
    const result = await call(links, vault, { ...request, params: { ...params, arguments: target.rest } });
    return isQuestion(result) ? result : answerFrom(vault.name, result, only === undefined);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const failure = { ...failureResult(error, lists.shownTo(hashOf(caller.authorization))) };
    return vault === undefined ? failure : answerFrom(vault.name, failure, false);
  }
}

/** Calls a tool, first asks an older client what the vault wants to know, and passes on progress reports. */
async function call(
  links: VaultLinks,
  vault: VaultDoor,
  { params, caller, context }: EntryRequest,
): Promise<Json> {
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  const onNotification = (method: string, report: unknown): void => {
    if (method !== 'notifications/progress') return;
    void mcpReq.notify({ method, params: { ...objectOf(report), progressToken } }).catch(() => undefined);
  };
  const reports = progressToken === undefined ? {} : { onNotification };
  const ask = (more: Json): Promise<Json> =>
    links.ask(vault, caller, { method: 'tools/call', params: { ...params, ...more }, ...reports });
  const { inputResponses } = mcpReq;
  const requestState = mcpReq.requestState();
  const first = await ask(inputResponses === undefined ? {} : { inputResponses, requestState });
  if (mcpReq.envelope !== undefined || !isQuestion(first)) return first;
  return ask(await askClient(first, context));
}

/** The vaults with what the token sees of them. */
async function listing(caller: Caller, links: VaultLinks): Promise<Json> {
  const params = { name: listingTool, arguments: {} };
  const ask = (vault: VaultDoor): Promise<Json> => links.ask(vault, caller, { method: 'tools/call', params });
  const answers = await answersOf(caller.vaults, ask).catch(() => []);
  const vaults = caller.vaults.map(vault => {
    const answer = answers.find(one => one.vault === vault)?.answer;
    const notes = jsonField(jsonField(jsonField(answer, 'structuredContent'), 'counts'), 'notes');
    const state = vault.state === 'ready' && answer === undefined ? 'away' : vault.state;
    return { name: vault.name, state, notes: typeof notes === 'number' ? notes : null };
  });
  const lines = vaults.map(
    ({ name, state, notes }) => `${name}: ${notes === null ? state : countOfNotes(notes)}`,
  );
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { vaults } };
}
