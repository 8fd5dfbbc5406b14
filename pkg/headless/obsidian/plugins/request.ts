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

async function send(request: Api.RequestUrlParam | string): Promise<Api.RequestUrlResponse> {
  const wish: Api.RequestUrlParam = typeof request === 'string' ? { url: request } : request;
  const response = await fetch(wish.url, {
    method: wish.method ?? 'GET',
    headers: {
      ...wish.headers,
      ...(wish.contentType === undefined ? {} : { 'Content-Type': wish.contentType }),
    },
    ...(wish.body === undefined ? {} : { body: wish.body }),
  });
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  if (status >= 400 && wish.throw !== false) throw new RequestFailed(status, headers);
  const arrayBuffer = await response.arrayBuffer();
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
