import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonField } from '../../utils/json';
import { after, yieldToLoop } from '../../platform';
import type { LoopTurns } from '../../utils/slicing/loop-turns';
import { largeResponse } from './request-body';
import { route } from './gate';
import { refusals, refuse } from './refusals';

const stream = 'text/event-stream';
const both = `application/json, ${stream}`;
/** The SDK insists on both types; the weight says that the client takes no stream. */
const oneMessage = `${both};q=0`;

interface Acceptance {
  /** The header as the protocol wants it. */
  readonly header: string;
  /** Whether the client takes JSON and does not name streams. */
  readonly isJsonOnly: boolean;
}

/** A missing or empty header, or one that accepts anything, asks for JSON; on a GET, which has no other answer, for a stream. */
function acceptanceOf({ method, headers }: IncomingMessage): Acceptance {
  const accept = headers.accept?.trim() || '*/*';
  const types = accept
    .toLowerCase()
    .split(',')
    .map(type => type.split(';', 1).join('').trim());
  const takes = (wanted: string): boolean =>
    [wanted, '*/*', `${wanted.split('/', 1).join('')}/*`].some(one => types.includes(one));
  if (method !== 'POST') return { header: takes(stream) ? stream : accept, isJsonOnly: false };
  const isKnown = takes('application/json') || types.includes(stream);
  const isJsonOnly = isKnown && !types.includes(stream);
  if (isJsonOnly) return { header: oneMessage, isJsonOnly };
  return { header: isKnown ? both : accept, isJsonOnly };
}

/** Whether the answer to a request with these headers, made by `acceptanceOf`, becomes one message. */
export function isForOneMessage(headers: Headers | undefined): boolean {
  return headers?.get('accept') === oneMessage;
}

/** An answer as one JSON message; notifications in its stream, such as progress, are dropped. */
async function asOneMessage(answer: Response, departed: AbortSignal): Promise<Response> {
  if (answer.body === null || answer.headers.get('content-type') !== stream) return answer;
  const reader = answer.body.getReader();
  cancelled(reader, departed);
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += decoder.decode(read.value, { stream: true });
  const messages = text.split('\n').flatMap(answerIn);
  const headers = new Headers(answer.headers);
  headers.set('content-type', 'application/json');
  // A cancelled request has no answer.
  if (messages.length === 0) return new Response(null, { status: 202 });
  const body = messages.length === 1 ? messages.join('') : `[${messages.join(',')}]`;
  return new Response(body, { status: answer.status, headers });
}

/** Cancels the reader when the client departs. @returns a function that does so at once */
function cancelled(reader: { cancel(): Promise<void> }, departed: AbortSignal): () => void {
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  departed.addEventListener('abort', cancel);
  // If the client has left already, there is no further event.
  if (departed.aborted) cancel();
  return cancel;
}

/** The answer to a request in a line of a stream. The SDK writes each message in one line. */
function answerIn(line: string): string[] {
  const data = line.startsWith('data: ') ? line.slice('data: '.length) : '';
  return data === '' || jsonField(JSON.parse(data), 'method') !== undefined ? [] : [data];
}

/** Messages of a response that are sent before other work runs: a burst of notifications has thousands. */
const messagesAtOnce = 32;

/**
 * How long headers of an answer wait for its first message, in milliseconds. They are sent without it then, since
 * proxies give up on an answer without any.
 */
const headerDelay = 20;

/** Bytes of a message that are sent before other work runs. That work takes about a millisecond between two parts. */
const bytesAtOnce = 512 * 1024;

/** A request as the protocol receives it. */
export interface Incoming {
  readonly request: Request;
  /** Of a POST. The request's own body stream is never read. */
  readonly parsedBody: unknown;
}

export type Fetch = (incoming: Incoming) => Promise<Response>;

interface Serving {
  readonly body: unknown;
  /** The public address, if the request came there. */
  readonly address?: string | undefined;
  /** Whether the request is for a stream that stays open, and may be silent for long. */
  readonly isStream: boolean;
  readonly fetch: Fetch;
  /** How long a response may wait for its client to receive more, in milliseconds. */
  readonly timeout: number;
  /** Shared by the parts of all answers. */
  readonly turns: LoopTurns;
  /** Counts bytes that a client has not received yet; see `BodyBudget.hold`. */
  readonly hold: (bytes: number) => (() => void) | undefined;
}

/**
 * Passes a request with its parsed body to a web-standard handler, and the response back to Node. The stock
 * adapter iterates `response.body` with `for await`, which ends as an empty 200 if streams have no async
 * iterator (Electron before 30); `getReader()` works everywhere.
 * @throws what the handler or its stream throws; the caller handles the unsent rest
 */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { body, address: given, isStream, fetch, timeout, turns, hold }: Serving,
): Promise<void> {
  const departure = new AbortController();
  let answered = false;
  response.on('close', () => {
    if (!answered) departure.abort();
  });
  const { method = 'POST' } = request;
  const { header, isJsonOnly } = acceptanceOf(request);
  const headers = webHeaders(request);
  headers.set('accept', header);
  const address = given ?? `http://${request.headers.host ?? 'localhost'}`;
  const web = new Request(`${address}${route}`, {
    method,
    headers,
    // Never read: the parsed body goes beside it. Chromium and Node both want a body that says it is there.
    ...(method === 'POST' ? { body: '{}' } : {}),
    signal: departure.signal,
  });
  try {
    const streamed = await fetch({ request: web, parsedBody: body });
    const answer = isJsonOnly && !isStream ? await asOneMessage(streamed, departure.signal) : streamed;
    await send(answer, response, { isStream, timeout, turns, hold }, departure.signal);
  } finally {
    answered = true;
  }
  // Not after a failure: a normal end would make part of a response look complete.
  response.end();
}

function webHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'content-length')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** @param departed aborts when the client disconnects */
async function send(
  answer: Response,
  response: ServerResponse,
  { isStream, timeout, turns, hold }: Omit<Serving, 'body' | 'fetch'>,
  departed: AbortSignal,
): Promise<void> {
  const headers: Record<string, string> = {};
  answer.headers.forEach((value, name) => {
    // Node and the client decide whether the connection stays open; the SDK always says `keep-alive`.
    if (name !== 'connection') headers[name] = value;
  });
  if (answer.body === null) {
    response.writeHead(answer.status, { ...headers, 'Content-Length': 0 }).end();
    return;
  }
  const reader = answer.body.getReader();
  const cancel = cancelled(reader, departed);
  response.statusCode = answer.status;
  response.setHeaders(new Map(Object.entries(headers)));
  const late = after(headerDelay, () => response.flushHeaders());
  if (isStream) response.flushHeaders();
  for (let sent = 0; ; sent += 1) {
    const { done, value } = await reader.read().finally(() => late.cancel());
    if (done || response.destroyed) return;
    const release = value.length < largeResponse ? noRelease : hold(value.length);
    if (release === undefined) {
      cancel();
      for (const name of Object.keys(headers)) if (!response.headersSent) response.removeHeader(name);
      refuse(response, refusals.tooManyResponses);
      return;
    }
    try {
      await sendMessage(value, response, { timeout, turns });
    } finally {
      release();
    }
    if (sent % messagesAtOnce === messagesAtOnce - 1) await yieldToLoop();
  }
}

const noRelease = (): void => undefined;

async function sendMessage(
  message: Uint8Array,
  response: ServerResponse,
  { timeout, turns }: Pick<Serving, 'timeout' | 'turns'>,
): Promise<void> {
  for (let at = 0; at < message.length; at += bytesAtOnce) {
    // If a client left between two parts, `drained` would get no event.
    if (response.destroyed) return;
    const part = message.subarray(at, at + bytesAtOnce);
    if (!response.write(part)) await drained(response, timeout);
    // A fast client's socket drains without a turn of the event loop.
    if (part.length === bytesAtOnce) await turns.next();
  }
}

/** Resolves when the socket accepts more; a client that receives nothing for too long is disconnected. */
function drained(response: ServerResponse, timeout: number): Promise<void> {
  return new Promise(resolve => {
    const stalled = after(timeout, () => response.destroy());
    const go = (): void => {
      stalled.cancel();
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.on('drain', go);
    response.on('close', go);
  });
}
