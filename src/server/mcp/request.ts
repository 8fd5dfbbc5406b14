/** A request as the protocol receives it: its caller, and its params, checked here since the SDK's refusal is a raw report. */

import {
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { Grant } from '../../vault/access/access';
import type { Services } from '../../vault/services';
import { isUnexpired, type TokenEntry } from '../http/gate';
import * as z from 'zod';
import { ToolFailure } from '../../errors';
import { problemOf } from '../../tools/argument-problem';
import { argumentsOf } from '../../tools/arguments';
import { isObject, jsonField, jsonSize } from '../../utils/json';

/** The token of one request; a class, so that no other SDK data can be taken for it. */
class Envelope {
  constructor(readonly entry: TokenEntry) {}
}

type AuthInfo = NonNullable<NonNullable<ServerContext['http']>['authInfo']>;

/** The data that the SDK passes from the gate to the handlers of a request. */
export function authInfoOf(entry: TokenEntry): AuthInfo {
  const { token, rights } = entry.grant;
  return { token: '', clientId: token, scopes: [rights], extra: { envelope: new Envelope(entry) } };
}

interface AuthContext {
  readonly http?: { readonly authInfo?: AuthInfo | undefined } | undefined;
}

/** This request's token, whose grant may be less than when its session began. */
export function entryOf({ http }: AuthContext): TokenEntry {
  const envelope = http?.authInfo?.extra?.['envelope'];
  if (envelope instanceof Envelope) return envelope.entry;
  throw new Error('A request reached the protocol without its envelope.');
}

export function grantOf(context: AuthContext): Grant {
  return entryOf(context).grant;
}

/** Runs work with the services of the request's caller, with the same limits as a tool. @throws as `asProtocolError` */
export type WithServices = <T>(
  context: ServerContext,
  work: (services: Services, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Failures caused by the client; all others are internal errors for it. */
const ofTheClient = new Set(['invalid_cursor', 'invalid_argument', 'too_large']);

/** Results of resources and prompts cannot express failures, so these become protocol errors. */
export async function asProtocolError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const code = ofTheClient.has(error.code)
      ? ProtocolErrorCode.InvalidParams
      : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, `${error.code}: ${error.message}`);
  }
}

/** The current entry of the same token in the settings; undefined if it is no longer valid. */
export function currentEntry(
  { valueHash, isLive }: TokenEntry,
  { entries, clock }: { readonly entries: () => readonly TokenEntry[]; readonly clock: () => number },
): TokenEntry | undefined {
  if (isLive?.() === false) return undefined;
  return entries().find(entry => entry.valueHash === valueHash && isUnexpired(entry, clock()));
}

type RequestId = string | number;

/** What a request asks, or why it cannot be read. */
type ReadRequest = { readonly body: unknown } | { readonly problem: string; readonly id: RequestId | null };

const name = z.string();
const page = z.looseObject({ cursor: z.string().optional() });
const resource = z.looseObject({ uri: z.string() });
const texts = z.record(z.string(), z.string()).optional();

const params: Readonly<Record<string, z.ZodObject>> = {
  initialize: z.looseObject({
    protocolVersion: z.string(),
    capabilities: z.looseObject({}),
    clientInfo: z.looseObject({ name, version: z.string() }),
  }),
  'tools/list': page,
  'tools/call': z.looseObject({ name }),
  'prompts/list': page,
  'prompts/get': z.looseObject({ name, arguments: texts }),
  'resources/list': page,
  'resources/templates/list': page,
  'resources/read': resource,
  'resources/subscribe': resource,
  'resources/unsubscribe': resource,
  'completion/complete': z.looseObject({
    ref: z.discriminatedUnion('type', [
      z.looseObject({ type: z.literal('ref/prompt'), name }),
      z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
    ]),
    argument: z.looseObject({ name, value: z.string() }),
    context: z.looseObject({ arguments: texts }).optional(),
  }),
};

/** Not part of the newest revision, for which the SDK refuses them. */
const olderMethods: ReadonlySet<string> = new Set([
  'initialize',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** Params of any method. */
const common = z.looseObject({
  _meta: z.looseObject({ progressToken: z.union([z.string(), z.int()]).optional() }).optional(),
});

/** The SDK reads all messages of a batch in one step. */
const maxBatch = 100;

export function readRequest(body: unknown): ReadRequest {
  if (!Array.isArray(body)) return readMessage(body);
  if (body.length > maxBatch)
    return {
      problem: `A batch can have ${maxBatch} messages. No request in it was carried out.`,
      id: null,
    };
  const all = body.map(readMessage);
  const wrong = all.find(one => 'problem' in one);
  if (wrong !== undefined)
    return { ...wrong, problem: `${wrong.problem} No request in the batch was carried out.` };
  return { body: all.flatMap(one => ('body' in one ? [one.body] : [])) };
}

function readMessage(message: unknown): ReadRequest {
  const id = requestIdOf(message);
  const method = jsonField(message, 'method');
  if (!isObject(message) || typeof method !== 'string' || id === null) return { body: message };
  try {
    const given = paramsOf(method, message['params']);
    const isOfNewest = jsonField(jsonField(given, '_meta'), PROTOCOL_VERSION_META_KEY) !== undefined;
    const isChecked = Object.hasOwn(params, method) && !(isOfNewest && olderMethods.has(method));
    const own = isChecked ? params[method] : undefined;
    for (const schema of [common, own]) {
      const parsed = schema?.safeParse(given ?? {});
      if (parsed?.success === false) return { problem: problemOf(parsed.error.issues, given), id };
    }
    const { params: _given, ...others } = message;
    return { body: given === undefined ? others : { ...others, params: given } };
  } catch (error) {
    if (error instanceof ToolFailure) return { problem: error.message, id };
    throw error;
  }
}

/** Null for what is no request. */
export function requestIdOf(message: unknown): RequestId | null {
  const id = jsonField(message, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** The answer to a request that the SDK does not get to see. */
export function errorResponse(id: RequestId | null, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } });
}

/** The MCP revision of a request; one of 2025 without the header uses the oldest (transport rules of 2025-11-25). */
export function revisionOf(headers: Headers | undefined): string {
  return headers?.get('mcp-protocol-version') ?? '2025-03-26';
}

/** Drops members that are null, but not those of a tool's arguments, which the tool reads. */
function paramsOf(method: string, given: unknown): unknown {
  if (given === undefined || given === null) return undefined;
  if (!isObject(given)) throw new ToolFailure('invalid_argument', '`params` must be an object.');
  const { arguments: raw, ...others } = given;
  if (raw === undefined || raw === null) return withoutNulls(others);
  const read = method === 'tools/call' || method === 'prompts/get' ? argumentsOf(raw) : raw;
  if (method !== 'tools/call') return withoutNulls({ ...others, arguments: read });
  const isLarge = jsonSize(read, largeArguments) > largeArguments;
  return {
    ...Object(withoutNulls(others)),
    arguments: isLarge ? { sealed: new SealedArguments(read) } : read,
  };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(entries.map(([key, member]) => [key, withoutNulls(member)]));
}

/** Arguments of a tool are sealed from this many bytes of JSON. */
const largeArguments = 64 * 1024;

/**
 * Large arguments of a tool in a form that the SDK passes on unchecked. It would check every key several times in one
 * step, which takes 100 ms for 90,000 keys (measured); the tool checks them itself. A class, since no JSON from
 * outside can be an instance of it.
 */
class SealedArguments {
  constructor(readonly value: object) {}
}

/** The arguments as the client sent them. */
export function unsealArguments(given: unknown): unknown {
  const sealed = jsonField(given, 'sealed');
  return sealed instanceof SealedArguments ? sealed.value : given;
}
