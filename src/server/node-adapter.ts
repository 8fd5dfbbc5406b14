import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, yieldToLoop } from '../platform';

/** Parts of an answer that are sent before others have their turn: a burst of notifications has thousands. */
const partsAtOnce = 32;

/** Answers a web request whose body was parsed already. */
export type Fetch = (request: Request, parsedBody: unknown) => Promise<Response>;

export interface Serving {
  /** The parsed body. */
  readonly body: unknown;
  readonly fetch: Fetch;
  /** How long an answer may wait for its client to take more of it, in milliseconds. */
  readonly patience: number;
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
  { body, fetch, patience }: Serving,
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
    await send(await fetch(web, body), response, { departed: departure.signal, patience });
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
  { departed, patience }: { readonly departed: AbortSignal; readonly patience: number },
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
  response.writeHead(answer.status, headers);
  for (let read = reader.read(), sent = 0; ; read = reader.read(), sent += 1) {
    // Headers go out with the first chunk, in one packet, but do not wait for a stream that has none yet.
    if (sent === 0 && !(await settlesSoon(read))) response.flushHeaders();
    const { done, value } = await read;
    if (done || response.destroyed) return;
    if (!response.write(value)) await drained(response, patience);
    else if (sent % partsAtOnce === partsAtOnce - 1) await yieldToLoop();
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
function drained(response: ServerResponse, patience: number): Promise<void> {
  return new Promise(resolve => {
    const stalled = after(patience, () => response.destroy());
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
