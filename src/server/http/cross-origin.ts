/**
 * CORS headers for web pages whose origins the owner allowed
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). Other pages get no `Access-Control` header.
 */
import type { IncomingMessage } from 'node:http';

/** The headers that MCP clients send, and no others. */
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
 * Headers that let a page read a response, including refusals.
 * @param origin of a request with a valid `Host`
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

/** Whether the request is a browser's CORS preflight. */
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
