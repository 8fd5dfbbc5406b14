/** Passes one request on to the process of a vault, and its answer back, as they come. */
import { type Agent, type IncomingMessage, request as sendTo, type ServerResponse } from 'node:http';
import { isLoopback, plainAddress } from '../../../src/utils/urls';

export interface Pipe {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly agent: Agent;
  /** Of the process, on loopback. */
  readonly port: number;
  readonly path: string;
  /** The process may refuse the client, so the body waits until it is wanted: otherwise a refusal could get lost. */
  readonly isGuest: boolean;
  /** The body is being passed on. */
  readonly onTaken: () => void;
  /** The process has begun to answer. */
  readonly onAnswer: (status: number, type: string) => void;
  /** Called for each piece of either body. */
  readonly onBytes: (bytes: number) => void;
  /** Called, at most once, if the process ended before its answer did. */
  readonly onLost: () => void;
}

/** Headers that are of one connection. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

export function pipe({ request, response, agent, port, path, ...given }: Pipe): void {
  const { isGuest, onTaken, onAnswer, onBytes, onLost } = given;
  const { method } = request;
  const asks = request.headers.expect !== undefined;
  const own = requestHeaders(request.rawHeaders, request.socket.remoteAddress);
  const headers = isGuest && !asks ? ['Expect', '100-continue', ...own] : own;
  const upstream = sendTo({ agent, host: '127.0.0.1', port, method, path, headers });
  let isOver = false;
  const take = (): void => {
    onTaken();
    request.on('data', (piece: unknown) => onBytes(sizeOf(piece)));
    request.pipe(upstream);
  };
  const lose = (): void => {
    if (isOver) return;
    isOver = true;
    request.unpipe(upstream);
    upstream.destroy();
    if (!response.destroyed) onLost();
  };
  response.on('close', () => {
    isOver = true;
    upstream.destroy();
  });
  upstream.on('error', lose);
  upstream.on('continue', () => {
    if (asks) response.writeContinue();
    take();
  });
  upstream.on('response', answer => {
    const { statusCode = 502 } = answer;
    onAnswer(statusCode, answer.headers['content-type'] ?? '');
    answer.on('error', lose);
    response.writeHead(statusCode, answerHeaders(answer));
    answer.on('data', (piece: unknown) => onBytes(sizeOf(piece)));
    answer.pipe(response);
    // In one packet with the first piece, if that has arrived.
    setImmediate(() => {
      if (!response.destroyed && !response.writableEnded) response.flushHeaders();
    });
  });
  if (asks || isGuest) upstream.flushHeaders();
  else take();
}

function sizeOf(piece: unknown): number {
  return piece instanceof Uint8Array ? piece.length : 0;
}

/**
 * The headers as received, so that the process sees the address that the client used. It trusts what comes from this
 * computer, as the front does; forwarding headers of others are left out.
 */
export function requestHeaders(raw: readonly string[], address?: string): string[] {
  const peer = plainAddress(address);
  const headers = kept(raw, name => !ofConnection.has(name));
  if (isLoopback(peer)) return headers;
  // First, since Node leaves out those beyond a thousand.
  return ['X-Forwarded-For', peer, ...kept(headers, name => name !== 'x-forwarded-for')];
}

/** Node writes the headers of its own connection, except for a close that the process asks for. */
function answerHeaders(answer: IncomingMessage): string[] {
  const isEnd = answer.headers.connection === 'close';
  return kept(answer.rawHeaders, name =>
    name === 'connection' ? isEnd : name !== 'transfer-encoding' && !ofConnection.has(name),
  );
}

function kept(raw: readonly string[], keeps: (name: string) => boolean): string[] {
  const found: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    if (keeps(name.toLowerCase())) found.push(name, value);
  }
  return found;
}
