import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, yieldToLoop } from '../../platform';
import { largeAnswer } from './body-budget';
import { refusals, refuse } from './http-answer';

/** Parts of an answer that are sent before others have their turn: a burst of notifications has thousands. */
const partsAtOnce = 32;

/** Bytes that are handed to the socket at once. */
const pieceSize = 512 * 1024;

/** Answers a web request whose body was parsed already. */
export type Fetch = (request: Request, parsedBody: unknown) => Promise<Response>;

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
  try {
    await send(await fetch(web, body), response, { departed: departure.signal, timeout, hold });
  } finally {
    answered = true;
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

async function send(
  answer: Response,
  response: ServerResponse,
  { departed, timeout, hold }: Pick<Serving, 'timeout' | 'hold'> & { readonly departed: AbortSignal },
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
    const release = value.length < largeAnswer ? noRelease : hold(value.length);
    if (release === undefined) {
      cancel();
      for (const name of Object.keys(headers)) if (!response.headersSent) response.removeHeader(name);
      refuse(response, refusals.tooManyAnswers);
      return;
    }
    try {
      await sendPart(value, response, timeout);
    } finally {
      release();
    }
    if (sent % partsAtOnce === partsAtOnce - 1) await yieldToLoop();
  }
}

const noRelease = (): void => undefined;

/** Large parts go out in pieces, each when the client has taken the one before. */
async function sendPart(value: Uint8Array, response: ServerResponse, timeout: number): Promise<void> {
  for (let at = 0; at < value.length && !response.destroyed; at += pieceSize) {
    if (!response.write(value.subarray(at, at + pieceSize))) await drained(response, timeout);
  }
}

function settlesSoon(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, yieldToLoop().then(() => false)]);
}

/** Resolves when there is room for more; a client that takes nothing for so long is gone, or wants to do harm. */
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
