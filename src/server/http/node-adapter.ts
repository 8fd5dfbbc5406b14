import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, yieldToLoop } from '../../platform';
import { largeAnswer } from './body-budget';
import { DeferredJson } from './deferred-json';
import { refusals, refuse } from './http-answer';

/** Messages of an answer that are sent before others have their turn: a burst of notifications has thousands. */
const messagesAtOnce = 32;

/** Bytes of a message that are made and sent before others have their turn. */
const bytesAtOnce = 128 * 1024;

/** A request as the protocol gets it. */
export interface Incoming {
  readonly request: Request;
  /** Of a POST. The body of the request itself is never read. */
  readonly parsedBody: unknown;
  /** Takes the large values of the answer, which then has placeholders for them. */
  readonly deferred: DeferredJson;
}

export type Fetch = (incoming: Incoming) => Promise<Response>;

export interface Serving {
  /** The parsed body. */
  readonly body: unknown;
  readonly fetch: Fetch;
  /** How long an answer may wait for its client to take more of it, in milliseconds. */
  readonly timeout: number;
  /** Counts bytes that a client has not taken yet; see `BodyBudget.hold`. */
  readonly hold: (bytes: number) => (() => void) | undefined;
}

/**
 * Carries a request whose body was read and parsed to a web-standard handler and its answer back to Node.
 * The stock adapter iterates `response.body` with `for await`, which ends as an empty 200 where streams have
 * no async iterator (Electron before 30); `getReader()` works everywhere.
 * @throws what the handler or its stream throws; what was not sent by then is left to the caller
 */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { body, fetch, timeout, hold }: Serving,
): Promise<void> {
  const departure = new AbortController();
  let answered = false;
  response.on('close', () => {
    if (!answered) departure.abort();
  });
  const { method = 'POST' } = request;
  const web = new Request(`http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`, {
    method,
    headers: webHeaders(request),
    // Never read: the parsed body goes beside it. Chromium and Node both want a body that says it is there.
    ...(method === 'POST' ? { body: '{}' } : {}),
    signal: departure.signal,
  });
  const deferred = new DeferredJson();
  try {
    const answer = await fetch({ request: web, parsedBody: body, deferred });
    await send(answer, response, { departed: departure.signal, deferred, timeout, hold });
  } finally {
    answered = true;
    deferred.end();
  }
  // Not after a failure: an ordinary end would make half an answer look like a whole one.
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

interface Sending extends Pick<Serving, 'timeout' | 'hold'> {
  /** Aborts when the client goes away. */
  readonly departed: AbortSignal;
  readonly deferred: DeferredJson;
}

async function send(
  answer: Response,
  response: ServerResponse,
  { departed, deferred, timeout, hold }: Sending,
): Promise<void> {
  const headers: Record<string, string> = {};
  answer.headers.forEach((value, name) => {
    // Whether the connection stays open is between Node and the client; the SDK says `keep-alive` to everyone.
    if (name !== 'connection') headers[name] = value;
  });
  if (answer.body === null) {
    response.writeHead(answer.status, { ...headers, 'Content-Length': 0 }).end();
    return;
  }
  const reader = answer.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  departed.addEventListener('abort', cancel);
  // One that left before now is heard of no more.
  if (departed.aborted) cancel();
  response.statusCode = answer.status;
  response.setHeaders(new Map(Object.entries(headers)));
  for (let read = reader.read(), sent = 0; ; read = reader.read(), sent += 1) {
    // Headers go out with the first chunk, in one packet, but do not wait for a stream that has none yet.
    if (sent === 0 && !(await settlesSoon(read))) response.flushHeaders();
    const { done, value } = await read;
    if (done || response.destroyed) return;
    const weight = deferred.weightOf(value);
    const release = weight < largeAnswer ? noRelease : hold(weight);
    if (release === undefined) {
      cancel();
      for (const name of Object.keys(headers)) if (!response.headersSent) response.removeHeader(name);
      refuse(response, refusals.tooManyAnswers);
      return;
    }
    try {
      await sendMessage(deferred.pieces(value), response, timeout);
    } finally {
      release();
    }
    if (sent % messagesAtOnce === messagesAtOnce - 1) await yieldToLoop();
  }
}

const noRelease = (): void => undefined;

/** Each piece is made when the client has taken the one before. */
async function sendMessage(
  pieces: Iterable<Uint8Array>,
  response: ServerResponse,
  timeout: number,
): Promise<void> {
  let sent = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += bytesAtOnce) {
      const part = piece.subarray(at, at + bytesAtOnce);
      // Of a client that left between two pieces, `drained` would hear nothing more.
      if (response.destroyed) return;
      if (!response.write(part)) await drained(response, timeout);
      sent += part.length;
      if (sent < bytesAtOnce) continue;
      // A fast client's socket drains without a turn of the loop.
      await yieldToLoop();
      sent = 0;
    }
  }
}

function settlesSoon(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, yieldToLoop().then(() => false)]);
}

/** Resolves when the socket takes more; a client that takes nothing for so long is cut off. */
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
