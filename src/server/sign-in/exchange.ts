import type { IncomingMessage, ServerResponse } from 'node:http';
import { after } from '../../platform';
import { announcedBytes, isEncoded } from '../http/request-body';

const maxBytes = 64 * 1024;
/** Time for the whole body, in milliseconds. */
const patience = 25_000;
const tooLarge = 'The body is larger than 64 kB.';
const tooLate = 'The request took too long to arrive.';

/**
 * The bytes of a request to one of the endpoints of the sign-in.
 * @param type what its `Content-Type` must be
 * @returns undefined if it was refused
 */
export async function bodyOf(
  request: IncomingMessage,
  response: ServerResponse,
  type: 'application/json' | 'application/x-www-form-urlencoded',
): Promise<Uint8Array | undefined> {
  const given = (request.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
  const announced = announcedBytes(request.headers);
  const early = given !== type || isEncoded(request.headers) ? 415 : announced > maxBytes ? 413 : undefined;
  if (early !== undefined) {
    sendError(response, early, 'invalid_request', early === 413 ? tooLarge : `Send ${type}, not encoded.`);
    return undefined;
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  const late = after(patience, () => sendError(response, 408, 'invalid_request', tooLate));
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of request) {
      if (!(chunk instanceof Uint8Array)) return undefined;
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else sendError(response, 413, 'invalid_request', tooLarge);
    }
    return response.headersSent ? undefined : Buffer.concat(chunks);
  } finally {
    late.cancel();
  }
}

/** The fields of a form; undefined if it was refused. */
export async function formOf(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<URLSearchParams | undefined> {
  const bytes = await bodyOf(request, response, 'application/x-www-form-urlencoded');
  return bytes === undefined ? undefined : new URLSearchParams(Buffer.from(bytes).toString('utf8'));
}

/** The only value of a parameter; null if it is missing, empty or repeated. */
export function single(parameters: URLSearchParams, name: string): string | null {
  const [value = '', more] = parameters.getAll(name);
  return value === '' || more !== undefined ? null : value;
}

/** Whether the token would be for this server: no `resource` with a value, or its audience once (RFC 8707). */
export function isForAudience(parameters: URLSearchParams, audience: string): boolean {
  const [resource = audience, more] = parameters.getAll('resource').filter(value => value !== '');
  return more === undefined && resource === audience;
}

/** Answers at an endpoint outside the protocol, and closes the connection, which may have shown no token. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return;
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    // As OAuth asks; even a refusal reveals that there is an endpoint.
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  });
  response.end(body);
}

export function sendError(
  response: ServerResponse,
  status: number,
  error: string,
  sentence: string,
  headers?: Readonly<Record<string, string>>,
): void {
  sendJson(response, status, { error, error_description: sentence }, headers);
}
