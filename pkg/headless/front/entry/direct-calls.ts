/**
 * Calls of clients without a session, which are passed on unchanged except for `vault`: the vault's process reads them as
 * its own, and the SDK does not read each twice, which halves the cost of the entry.
 */
import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { ToolFailure } from '../../../../src/errors';
import { failureResult } from '../../../../src/server/calls/tool-runner';
import type { Incoming } from '../../../../src/server/http/node-adapter';
import { isObject, jsonField } from '../../../../src/utils/json';
import type { VaultDoor } from '../vault-door';
import { answerFrom } from './answers';
import { type Caller, type EntryParts, hashOf } from './caller';
import type { Json } from './json';
import { isQuestion } from './questions';
import { isNamed } from './vault-argument';

/** What the vault checks against the body; other headers are of the client's connection. */
const passedOn = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** @returns undefined for everything but such a call */
export async function directCall(
  { request, parsedBody }: Incoming,
  caller: Caller,
  { links, lists }: EntryParts,
): Promise<Response | undefined> {
  const target = targetOf(parsedBody, caller.vaults);
  if (target === undefined || request.headers.has('mcp-session-id')) return undefined;
  const { vault, message } = target;
  const isSeveral = caller.vaults.length > 1;
  const headers = passedOn.flatMap(name => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  try {
    const passed = { message, headers: Object.fromEntries(headers) };
    const { answer, init } = await links.forward(vault, caller, passed);
    const { result } = answer;
    if (!isObject(result) || isQuestion(result)) return Response.json(answer, init);
    return Response.json({ ...answer, result: answerFrom(vault.name, result, isSeveral) }, init);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const failure = failureResult(error, lists.shownTo(hashOf(caller.authorization)));
    const meta = jsonField(message['params'], '_meta');
    const isModern = jsonField(meta, PROTOCOL_VERSION_META_KEY) !== undefined;
    const result = { ...answerFrom(vault.name, { ...failure }, isSeveral), ...(isModern ? complete : {}) };
    return Response.json({ jsonrpc: '2.0', id: message['id'], result });
  }
}

const complete = { resultType: 'complete' };

interface DirectTarget {
  readonly vault: VaultDoor;
  readonly message: Json;
}

/** The vault that a call names, and the call for that vault. A call that requests progress is a stream. */
function targetOf(message: unknown, vaults: readonly VaultDoor[]): DirectTarget | undefined {
  if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params']))
    return undefined;
  const { params } = message;
  if (jsonField(params['_meta'], 'progressToken') !== undefined || message['id'] === undefined)
    return undefined;
  const [first, ...others] = vaults;
  const isImplied = others.length === 0 && !isNamed(params['arguments']);
  if (first !== undefined && isImplied) return { vault: first, message };
  if (!isObject(params['arguments'])) return undefined;
  const { vault: name, ...rest } = params['arguments'];
  const vault = vaults.find(one => one.name === name);
  return vault === undefined
    ? undefined
    : { vault, message: { ...message, params: { ...params, arguments: rest } } };
}
