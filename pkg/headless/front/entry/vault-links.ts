/** Asks the processes of the vaults, as a client of the newest revision does. */
import { type IncomingMessage, request } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { ToolFailure } from '../../../../src/errors';
import { maxBodyBytes } from '../../../../src/server/http/request-body';
import { isObject, jsonField } from '../../../../src/utils/json';
import { vaultAgent, type VaultDoor } from '../vault-door';
import { type Json, objectOf } from './json';

/** On whose behalf a vault is asked. */
export interface Asker {
  /** The client's own `Authorization`. */
  readonly authorization: string;
  /** `Host` as the client uses it: addresses that the vault makes begin with it. */
  readonly host: string;
  /** What the client says of itself in each request. */
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface Question {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Receives what the vault sends before its answer; without it the answer is one message. */
  readonly onNotification?: (method: string, params: unknown) => void;
}

/** A vault's answer to a message that was passed on. */
interface Forwarded {
  readonly answer: Json;
  /** Its status, and when a refused client may try again. */
  readonly init: ResponseInit;
}

const revision = '2026-07-28';

/** What a client of an older revision said when it connected, in the form of the newest, which repeats it in each request. */
export function envelopeOf(client: string | undefined, showsForms: boolean): Json {
  return {
    [PROTOCOL_VERSION_META_KEY]: revision,
    [CLIENT_INFO_META_KEY]: { name: client ?? 'unknown', version: '0' },
    [CLIENT_CAPABILITIES_META_KEY]: showsForms ? { elicitation: { form: {} } } : {},
  };
}

export function unavailable(name: string): ToolFailure {
  return new ToolFailure('vault_unavailable', `The vault "${name}" is not available right now.`);
}

export class VaultLinks {
  readonly #agent = vaultAgent();
  #last = 0;

  /**
   * @returns the result as an older client gets it too
   * @throws ProtocolError that the vault answered, ToolFailure if it ended or is away, or would not take the message
   */
  async ask(door: VaultDoor, asker: Asker, question: Question): Promise<Json> {
    try {
      for await (const message of this.#messages(door, asker, question)) {
        const said = jsonField(message, 'method');
        if (typeof said !== 'string') return resultOf(message);
        question.onNotification?.(said, jsonField(message, 'params'));
      }
    } catch (error) {
      const isOwn = error instanceof ProtocolError || error instanceof ToolFailure;
      if (isOwn || asker.signal.aborted) throw error;
      throw unavailable(door.name);
    }
    throw unavailable(door.name);
  }

  /** Passes on a client's message unchanged. @returns the whole answer @throws ToolFailure if the vault ended or is away */
  async forward(
    { name, port }: VaultDoor,
    { authorization, host, signal }: Asker,
    { message, headers }: { readonly message: Json; readonly headers: Readonly<Record<string, string>> },
  ): Promise<Forwarded> {
    if (port === undefined) throw unavailable(name);
    const body = bodyOf(message);
    try {
      const response = await this.#send(port, body, signal, {
        ...headers,
        Authorization: authorization,
        Host: host,
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      });
      const { statusCode: status = 200, headers: given } = response;
      const later = given['retry-after'];
      return {
        answer: objectOf(JSON.parse(await textOf(response))),
        init: { status, ...(later === undefined ? {} : { headers: { 'Retry-After': later } }) },
      };
    } catch (error) {
      if (signal.aborted) throw error;
      throw unavailable(name);
    }
  }

  /** Messages until the vault ends its answer. @throws what the connection throws */
  async *listen(door: VaultDoor, asker: Asker, notifications: Json): AsyncGenerator {
    const params = { notifications };
    yield* this.#messages(door, asker, {
      method: 'subscriptions/listen',
      params,
      onNotification: () => undefined,
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  async *#messages(
    { name, port }: VaultDoor,
    { authorization, host, envelope, signal }: Asker,
    { method, params, onNotification }: Question,
  ): AsyncGenerator {
    if (port === undefined) throw unavailable(name);
    const id = (this.#last += 1);
    const _meta = { ...objectOf(params['_meta']), ...envelope };
    const body = bodyOf({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
    const response = await this.#send(port, body, signal, {
      Authorization: authorization,
      Host: host,
      Accept: onNotification === undefined ? 'application/json' : 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Mcp-Protocol-Version': revision,
      'Mcp-Method': method,
      ...nameHeader(params),
    });
    if (response.headers['content-type'] === 'text/event-stream') yield* events(response);
    else yield JSON.parse(await textOf(response));
  }

  #send(
    port: number,
    body: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string | number>>,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent: this.#agent };
      request({ ...options, headers, signal }, resolve)
        .on('error', reject)
        .end(body);
    });
  }
}

/** The target of the request, which the transport wants in a header too. */
function nameHeader({ name, uri }: Json): { 'Mcp-Name'?: string } {
  const target = name ?? uri;
  if (typeof target !== 'string') return {};
  return { 'Mcp-Name': `=?base64?${Buffer.from(target).toString('base64')}?=` };
}

/** A message as the client sent it fits, but what is added for the vault may be too much. @throws ToolFailure */
function bodyOf(message: Json): string {
  const body = JSON.stringify(message);
  if (Buffer.byteLength(body) <= maxBodyBytes) return body;
  throw new ToolFailure('too_large', 'The call is larger than 10 MB.');
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: string[] = [];
  response.setEncoding('utf8');
  for await (const chunk of response) chunks.push(String(chunk));
  return chunks.join('');
}

/** The messages of a stream of events. */
async function* events(response: IncomingMessage): AsyncGenerator {
  let pieces: string[] = [];
  let held = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    const text = held + String(chunk);
    // An event ends with two line breaks, of which the second may be in the next chunk.
    held = text.endsWith('\n') && !text.endsWith('\n\n') ? '\n' : '';
    const [first = '', ...others] = text.slice(0, text.length - held.length).split('\n\n');
    pieces.push(first);
    for (const next of others) {
      const lines = pieces.join('').split('\n');
      const data = lines.filter(line => line.startsWith('data:')).map(line => line.slice('data:'.length));
      if (data.length > 0 && data.join('').trim() !== '') yield JSON.parse(data.join('\n'));
      pieces = [next];
    }
  }
}

/** Members that the SDK adds only for the newest revision, and will add again for the client. */
const added = new Set(['resultType', 'ttlMs', 'cacheScope']);

function resultOf(message: unknown): Json {
  const error = jsonField(message, 'error');
  if (error !== undefined) {
    const code = jsonField(error, 'code');
    const text = jsonField(error, 'message');
    throw new ProtocolError(
      typeof code === 'number' ? code : ProtocolErrorCode.InternalError,
      typeof text === 'string' ? text : 'The vault answered an error.',
      jsonField(error, 'data'),
    );
  }
  const result = jsonField(message, 'result');
  if (!isObject(result)) throw new Error('The vault answered no result.');
  const isQuestion = result['resultType'] === 'input_required';
  const { _meta, ...rest } = result;
  const own = Object.entries(objectOf(_meta)).filter(([key]) => !key.startsWith('io.modelcontextprotocol/'));
  const plain = Object.entries(rest).filter(([key]) => isQuestion || !added.has(key));
  return {
    ...Object.fromEntries(plain),
    ...(own.length === 0 ? {} : { _meta: Object.fromEntries(own) }),
  };
}
