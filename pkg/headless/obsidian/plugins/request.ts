/** Requests to the network, as the app makes them for plugins: without a browser's rules about origins. */
import type * as Api from 'obsidian';

class RequestFailed extends Error {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
  ) {
    super(`Request failed, status ${status}`);
  }
}

/** For the answer to a request with a body, bytes. */
const maxAnswer = 32_000_000;
/** The same, milliseconds until it is there. */
const maxTime = 300_000;

/**
 * A request with a body is sent to no other address than the one given: a redirect could lead its text elsewhere, in
 * its body or in the new address. Without one, redirects are followed as in the app.
 */
async function send(request: Api.RequestUrlParam | string): Promise<Api.RequestUrlResponse> {
  const wish: Api.RequestUrlParam = typeof request === 'string' ? { url: request } : request;
  const response = await fetch(wish.url, {
    method: wish.method ?? 'GET',
    headers: {
      ...wish.headers,
      ...(wish.contentType === undefined ? {} : { 'Content-Type': wish.contentType }),
    },
    ...(wish.body === undefined
      ? {}
      : { body: wish.body, redirect: 'error' as const, signal: AbortSignal.timeout(maxTime) }),
  });
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  if (status >= 400 && wish.throw !== false) {
    await response.body?.cancel();
    throw new RequestFailed(status, headers);
  }
  const arrayBuffer = await (wish.body === undefined ? response.arrayBuffer() : limited(response));
  const text = new TextDecoder().decode(arrayBuffer);
  return {
    status,
    headers,
    arrayBuffer,
    text,
    get json(): unknown {
      const value: unknown = JSON.parse(text);
      return value;
    },
  };
}

/** @throws Error as soon as an answer is too large; the rest is not taken */
async function limited({ body }: Response): Promise<ArrayBuffer> {
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    length += read.value.byteLength;
    parts.push(read.value);
    if (length <= maxAnswer) continue;
    await reader?.cancel();
    throw new Error(`The answer has more than ${maxAnswer} bytes.`);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole.buffer;
}

/** The promise also has the parts of the response, each a promise of its own (typings). */
class ResponsePromise extends Promise<Api.RequestUrlResponse> implements Api.RequestUrlResponsePromise {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  get arrayBuffer(): Promise<ArrayBuffer> {
    return this.then(({ arrayBuffer }) => arrayBuffer);
  }

  get text(): Promise<string> {
    return this.then(({ text }) => text);
  }

  get json(): Promise<unknown> {
    return this.then(({ json }): unknown => json);
  }
}

export function requestUrl(wish: Api.RequestUrlParam | string): Api.RequestUrlResponsePromise {
  return new ResponsePromise(resolve => {
    resolve(send(wish));
  });
}

export async function request(wish: Api.RequestUrlParam | string): Promise<string> {
  return (await send(wish)).text;
}
