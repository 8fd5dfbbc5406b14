/** Chromium's `Request` and `Response`, with its checks of what belongs to its own world. */
import { follow, newSignal, RendererAbortSignal } from './abort';
import { contentOf, RendererBody } from './body';
import { RendererHeaders, type HeadersSource } from './headers';

interface RequestInit {
  readonly method?: string;
  readonly headers?: HeadersSource;
  readonly body?: unknown;
  readonly signal?: unknown;
  readonly duplex?: unknown;
}

export class RendererRequest extends RendererBody {
  readonly url: string;
  readonly method: string;
  readonly headers: RendererHeaders;
  readonly signal = newSignal();

  /** @throws TypeError for a body with GET, an address that does not parse, or a signal of another world */
  constructor(input: unknown, init: RequestInit = {}) {
    const base = input instanceof RendererRequest ? input : undefined;
    const content = contentOf(init.body ?? base?.body);
    super(content.stream);
    this.url = base?.url ?? new URL(String(input)).href;
    this.method = (init.method ?? base?.method ?? 'GET').toUpperCase();
    if (content.stream !== null && ['GET', 'HEAD'].includes(this.method)) {
      throw new TypeError('Request with GET/HEAD method cannot have body.');
    }
    this.headers = RendererHeaders.guarded('request', init.headers ?? base?.headers ?? {});
    if (content.type !== null && !this.headers.has('content-type'))
      this.headers.set('content-type', content.type);
    const leader = init.signal ?? base?.signal;
    if (leader === undefined) return;
    if (!(leader instanceof RendererAbortSignal)) {
      throw new TypeError("Failed to construct 'Request': member signal is not of type 'AbortSignal'.");
    }
    follow(this.signal, leader);
  }

  clone(): RendererRequest {
    const { method, headers, signal } = this;
    return new RendererRequest(this.url, { method, headers, signal, body: this.tee() });
  }
}

interface ResponseInit {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: HeadersSource;
}

const withoutBody = new Set([101, 103, 204, 205, 304]);

export class RendererResponse extends RendererBody {
  readonly type = 'default';
  readonly url = '';
  readonly redirected = false;
  readonly status: number;
  readonly statusText: string;
  readonly headers: RendererHeaders;

  /** @throws RangeError for a status outside 200–599, TypeError for a body where none may be */
  constructor(body: unknown = null, { status = 200, statusText = '', headers = {} }: ResponseInit = {}) {
    const content = contentOf(body);
    super(content.stream);
    if (status < 200 || status > 599) throw new RangeError(`The status provided (${status}) is outside.`);
    if (content.stream !== null && withoutBody.has(status)) {
      throw new TypeError('Response with null body status cannot have body');
    }
    this.status = status;
    this.statusText = statusText;
    this.headers = RendererHeaders.guarded('response', headers);
    if (content.type !== null && !this.headers.has('content-type'))
      this.headers.set('content-type', content.type);
  }

  get ok(): boolean {
    return this.status < 300;
  }

  clone(): RendererResponse {
    const { status, statusText, headers } = this;
    return new RendererResponse(this.tee(), { status, statusText, headers });
  }

  static json(value: unknown, init: ResponseInit = {}): RendererResponse {
    const answer = new RendererResponse(JSON.stringify(value), init);
    if (new RendererHeaders(init.headers).get('content-type') === null)
      answer.headers.set('content-type', 'application/json');
    return answer;
  }
}
