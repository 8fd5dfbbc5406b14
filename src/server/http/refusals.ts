import type { ServerResponse } from 'node:http';

/** A refusal before a request is handled by the protocol: always small JSON, with nothing about the vault. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to close the connection, for example because a body was not read. */
  readonly close?: boolean;
}

const unauthorized = { status: 401, code: -32001, close: true } as const;
const missing = { status: 404, code: -32003, close: true } as const;
const wrongMethod = { status: 405, code: -32004 } as const;
const tooLarge = { status: 413, code: -32006, close: true } as const;
const wrongType = { status: 415, code: -32007, close: true } as const;
const busy = { status: 503, code: -32009, headers: { 'Retry-After': '1' }, close: true } as const;

export const refusals = {
  badRequest: { status: 400, code: -32600, message: 'Bad request.', close: true },
  unauthorized: {
    ...unauthorized,
    message:
      'Missing or wrong token. Copy the setup again: in the settings of Lectern, or with its option --setup CLIENT.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  /** Also while settings that cannot be read close the vault. */
  noTokens: {
    ...unauthorized,
    message:
      'No token is valid at present. If you did not remove them all, Lectern could not read its settings: its settings tab or its log says why.',
  },
  /** At the public name, with where to sign in. */
  signInFirst: {
    ...unauthorized,
    message:
      'Missing or wrong token. Sign in again after the owner of the vault has opened a pairing in Lectern.',
  },
  forbidden: {
    status: 403,
    code: -32002,
    message: 'This address or web page is not allowed to use the server.',
    close: true,
  },
  notFound: { ...missing, message: 'There is no such page; the endpoint is /mcp.' },
  /** For a browser at the root address. */
  endpoint: { ...missing, message: 'The endpoint is /mcp.' },
  /** For clients that would react to a 401 by starting a sign-in. */
  noSignIn: {
    ...missing,
    message: 'Lectern uses a token, not sign-in. The token is missing, wrong, expired or revoked.',
  },
  wrongMethod: {
    ...wrongMethod,
    message: 'Use POST.',
    headers: { Allow: 'GET, POST, DELETE' },
    close: true,
  },
  notPut: { ...wrongMethod, message: 'Use PUT.', headers: { Allow: 'PUT' }, close: true },
  /** The same for every invalid secret. */
  noUpload: {
    ...missing,
    message: 'This upload address is unknown, used or expired. Ask for a new one with add_attachment.',
  },
  uploadTooLarge: { ...tooLarge, message: 'The file is larger than 50 MB.' },
  encodedUpload: { ...wrongType, message: 'Send the file as it is, without a content encoding.' },
  noStream: {
    ...wrongMethod,
    message: 'GET and DELETE need a session, named in Mcp-Session-Id.',
    headers: { Allow: 'POST' },
  },
  idInUse: {
    status: 400,
    code: -32600,
    message: 'A request with this id is still being answered in this session.',
  },
  // The code by which clients recognise a lost session.
  noSession: { status: 404, code: -32001, message: 'Session not found.' },
  timeout: { status: 408, code: -32005, message: 'The request took too long to arrive.', close: true },
  tooLarge: { ...tooLarge, message: 'The body is larger than 10 MB.' },
  wrongType: { ...wrongType, message: 'Send application/json in UTF-8, without a content encoding.' },
  headersTooLarge: { status: 431, code: -32008, message: 'The headers are too large.', close: true },
  notJson: { status: 400, code: -32700, message: 'The body is not JSON in UTF-8.' },
  tooComplex: {
    status: 400,
    code: -32600,
    message:
      'The body is nested deeper than 64 levels, has more than 100,000 values or 20,000 keys in one object, or a key that is not accepted.',
  },
  overloaded: { ...busy, message: 'Too many connections.' },
  tooManyBytes: { ...busy, message: 'Too much request data is waiting to be answered.' },
  tooManyResponses: { ...busy, message: 'Too much answer data is waiting for its client to read it.' },
  stopping: { ...busy, message: 'Lectern is stopping. The request was not carried out.' },
  internal: { status: 500, code: -32603, message: 'Internal error.' },
} as const satisfies Record<string, Refusal>;

export function refusalBody(refusal: Refusal): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    error: errorOf(refusal),
    id: null,
  });
}

export function errorOf({ code, message, data }: Refusal): object {
  return { code, message, ...(data === undefined ? {} : { data }) };
}

export function refusalResponse(refusal: Refusal): Response {
  const headers = { 'Content-Type': 'application/json', ...refusal.headers };
  return new Response(refusalBody(refusal), { status: refusal.status, headers });
}

export function refuse(response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = refusalBody(refusal);
  response.writeHead(refusal.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...refusal.headers,
    ...(refusal.close === true ? { Connection: 'close' } : {}),
  });
  response.end(body);
}
