import type { IncomingMessage, ServerResponse } from 'node:http';
import { after } from '../../platform';
import { announcedBytes } from '../http/request-body';
import { refusals, refuse, type Refusal } from '../http/refusals';

const maxBytes = 64 * 1024;
/** Time for the whole body, in milliseconds. */
const patience = 25_000;

/** Sent with every answer, as OAuth asks: even a refusal reveals that there is an endpoint. */
export const notStored = { 'Cache-Control': 'no-store' } as const;

const wrongType: Refusal = {
  ...refusals.wrongType,
  message: 'This type of content is not read here.',
  headers: notStored,
};
const tooLarge: Refusal = {
  ...refusals.tooLarge,
  message: 'The body is larger than 64 kB.',
  headers: notStored,
};
const tooLate: Refusal = { ...refusals.timeout, headers: notStored };

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
  const isEncoded = (request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  const announced = announcedBytes(request.headers);
  const early = given !== type || isEncoded ? wrongType : announced > maxBytes ? tooLarge : undefined;
  if (early !== undefined) {
    refuse(response, early);
    return undefined;
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  const late = after(patience, () => refuse(response, tooLate));
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of request) {
      if (!(chunk instanceof Uint8Array)) return undefined;
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else if (!response.headersSent) refuse(response, tooLarge);
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

/** Whether the token would be for this server: no `resource`, or its audience once (RFC 8707). */
export function isForAudience(parameters: URLSearchParams, audience: string): boolean {
  const [resource = audience, more] = parameters.getAll('resource');
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
    ...notStored,
    Connection: 'close',
    ...headers,
  });
  response.end(body);
}

export function sendError(response: ServerResponse, status: number, error: string, sentence: string): void {
  sendJson(response, status, { error, error_description: sentence });
}
