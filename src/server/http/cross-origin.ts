/**
 * Answers for web pages of origins that the owner allowed (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol).
 * Every other page gets no `Access-Control` header at all.
 */
import type { IncomingMessage } from 'node:http';

/** What the protocol's clients send, and nothing else. */
const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
].join(', ');

/** How long a browser may remember a permission, in seconds. */
const remembered = 600;

/**
 * What lets a page read an answer, refusals included.
 * @param origin of a request whose `Host` is right
 * @param pages lower case
 */
export function crossOriginHeaders(
  origin: string | undefined,
  pages: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  if (origin === undefined || !pages.has(origin.toLowerCase())) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Mcp-Session-Id',
    Vary: 'Origin',
  };
}

/** Whether a browser asks if a page may make a call that it would make otherwise. */
export function isPreflight(request: IncomingMessage, methods: ReadonlySet<string>): boolean {
  const wanted = request.headers['access-control-request-method'];
  return request.method === 'OPTIONS' && wanted !== undefined && methods.has(wanted);
}

export function preflightHeaders(methods: ReadonlySet<string>): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Methods': [...methods].join(', '),
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Max-Age': String(remembered),
  };
}
