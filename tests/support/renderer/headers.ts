/** Chromium's `Headers`, with the guard that silently drops what a page may not set. */

export type HeadersGuard = 'none' | 'request' | 'response';

const forbiddenInRequests = new Set(
  (
    'accept-charset accept-encoding access-control-request-headers access-control-request-method ' +
    'access-control-request-private-network connection content-length cookie cookie2 date dnt expect host ' +
    'keep-alive origin referer set-cookie te trailer transfer-encoding upgrade via'
  ).split(' '),
);
const forbiddenInResponses = new Set(['set-cookie', 'set-cookie2']);

export type HeadersSource = RendererHeaders | Iterable<readonly [string, string]> | Record<string, string>;

export class RendererHeaders {
  private readonly fields = new Map<string, string>();
  private guard: HeadersGuard = 'none';

  constructor(source: HeadersSource = {}) {
    fill(this, source);
  }

  /** Headers of a request or an answer. */
  static guarded(guard: HeadersGuard, source: HeadersSource = {}): RendererHeaders {
    const headers = new RendererHeaders();
    headers.guard = guard;
    fill(headers, source);
    return headers;
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }

  set(name: string, value: string): void {
    const key = keyOf(name);
    if (!this.drops(key)) this.fields.set(key, valueOf(value));
  }

  delete(name: string): void {
    const key = keyOf(name);
    if (!this.drops(key)) this.fields.delete(key);
  }

  get(name: string): string | null {
    return this.fields.get(keyOf(name)) ?? null;
  }

  has(name: string): boolean {
    return this.fields.has(keyOf(name));
  }

  forEach(callback: (value: string, name: string, headers: RendererHeaders) => void): void {
    for (const [name, value] of this.entries()) callback(value, name, this);
  }

  *entries(): IterableIterator<[string, string]> {
    yield* [...this.fields].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  private drops(key: string): boolean {
    if (this.guard === 'response') return forbiddenInResponses.has(key);
    return this.guard === 'request' && (forbiddenInRequests.has(key) || /^(proxy|sec)-/.test(key));
  }
}

function fill(headers: RendererHeaders, source: HeadersSource): void {
  const pairs = Symbol.iterator in source ? source : Object.entries(source);
  for (const [name, value] of pairs) headers.append(name, value);
}

function keyOf(name: unknown): string {
  const text = String(name);
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text)) throw new TypeError('Invalid name');
  return text.toLowerCase();
}

/** Headers hold bytes: a letter beyond them is an error. */
function valueOf(value: unknown): string {
  const text = String(value).trim();
  if (/[^\u0001-\u00ff]|[\r\n]/.test(text)) throw new TypeError('Invalid value');
  return text;
}
