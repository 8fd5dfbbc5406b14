import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HostFront } from '../../control';
import { after, now, yieldToLoop } from '../../platform';
import { LoopStarts, LoopTurns } from '../../utils/slicing/loop-turns';
import { BodyBudget, type BodyLimits, readJson, isListen } from './request-body';
import { Connections, RunningRequests } from './traffic';
import {
  addressProblem,
  admit,
  bodyProblem,
  type GateRules,
  pageResponse,
  publicNameOf,
  type TokenEntry,
} from './gate';
import { type Refusal, refusalBody, refusals, refuse } from './refusals';
import { type Fetch, serve } from './node-adapter';
import { sendJson } from '../sign-in/exchange';
import type { PublicDoor } from '../sign-in/sign-in';
import { uploadRoute } from '../uploads/upload-addresses';
import type { UploadReceiver, UploadRequest } from '../uploads/upload-receiver';

/** Up to this many connections get a 503 beyond the limit of `Connections`; further ones are dropped. */
const hardMaxConnections = 320;

/** Limit for headers behind the front, in bytes: it has refused longer ones, and adds some of its own. */
const behindFront = 32 * 1024;

/** How long a refused client has to end its side, in milliseconds. */
const lingerTime = 500;

/** How long to wait for slow clients, in milliseconds. */
interface Timeouts {
  readonly headers: number;
  /** The whole request, headers and body. */
  readonly request: number;
  /** Between two requests on one connection. */
  readonly keepAlive: number;
  /** Interval of the check for slow clients, which may get this much more time. */
  readonly check: number;
  /** For a client to take more of its answer; one that takes nothing for so long is cut off. */
  readonly stalled: number;
}

export const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 65_000,
  check: 2_000,
  stalled: 30_000,
};

export interface HttpOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Listens in this server's place: requests come from there, and name its address. */
  readonly front?: HostFront | undefined;
  readonly allowedOrigins: readonly string[];
  readonly entries: () => readonly TokenEntry[];
  readonly clock: () => number;
  readonly fetchFor: (entry: TokenEntry) => Fetch;
  /** Asked first: answers requests that are for another process. @returns whether it did */
  readonly elsewhere?: (exchange: Exchange) => boolean;
  /** Receives the contents of attachments; if left out, there are no upload addresses. */
  readonly uploads?: UploadReceiver;
  /** Where clients elsewhere sign in; without it there is no public name. */
  readonly signIn?: PublicDoor | undefined;
  readonly reportBug: (where: string, error: unknown) => void;
  readonly timeout?: Timeouts;
  readonly bodyLimits?: BodyLimits;
  /** Starts requests whose bodies have arrived; a new one if left out. */
  readonly starts?: LoopStarts;
}

/** A request as it arrived, before any check. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly rules: GateRules;
  /** Protects the connection from being replaced: its token is valid. */
  readonly prove: () => void;
}

/** How long to wait for running calls when the server stops, milliseconds. */
const drainTime = 1000;

export interface HttpListener {
  readonly port: number;
  /** Accepts nothing new, and resolves when the running calls have ended, after at most a second. */
  drain(): Promise<void>;
  /** Ends every connection and resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Listens for MCP over HTTP.
 * @throws the error of Node's `listen`, such as `EADDRINUSE`; never uses another port silently.
 */
export async function listen(parts: HttpOptions): Promise<HttpListener> {
  const connections = new Connections();
  const underWay = new RunningRequests();
  const { headers, request, keepAlive, check } = parts.timeout ?? defaultTimeouts;
  const server = createServer({
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: check,
    requireHostHeader: false,
    ...(parts.front === undefined ? {} : { maxHeaderSize: behindFront }),
  });
  server.maxConnections = hardMaxConnections;
  server.on('connection', socket => connections.add(socket));
  // Node's own response to an unknown expectation is sent before the gate and is no JSON.
  server.on('checkExpectation', (_request, response) => refuse(response, refusals.badRequest));
  server.on('connect', (_request, socket) => endRaw(socket, refusals.wrongMethod));
  server.on('clientError', (error, socket) => endRaw(socket, clientProblem(error)));
  server.listen(parts.port, parts.host);
  await once(server, 'listening');
  server.on('error', error => parts.reportBug('http', error));
  const port = boundPort(server.address());
  // Hosts and origins are known only when the port is.
  const app = createApp(parts, port, { connections, underWay });
  server.on('request', app);
  server.on('checkContinue', app);
  return {
    port,
    drain: () => {
      server.close();
      return underWay.drained(drainTime);
    },
    close: () => close(server, connections),
  };
}

/** The current connections and requests of a server. */
interface Traffic {
  readonly connections: Connections;
  readonly underWay: RunningRequests;
}

function createApp(parts: HttpOptions, port: number, { connections, underWay }: Traffic): RequestListener {
  const app = bareExpress();
  const rules = gateRules(parts, port);
  const bodies = new BodyBudget(parts.bodyLimits);
  const answers = new BodyBudget(parts.bodyLimits);
  const { starts = new LoopStarts({ now, yieldToLoop }) } = parts;
  const own = { rules, bodies, answers, starts, underWay, turns: new LoopTurns({ yieldToLoop }) };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const page = pageResponse(request, rules);
    response.setHeaders(new Map(Object.entries(page.headers)));
    if (page.isWhole) {
      response.writeHead(204).end();
      return;
    }
    if (isHealthCheck(request) && addressProblem(request, rules) === undefined) {
      sendJson(response, 200, { status: 'ok' });
      return;
    }
    const traffic = { connections, underWay };
    if (parts.uploads !== undefined && request.url?.startsWith(uploadRoute) === true) {
      await answerUpload({ request, response }, { ...traffic, rules, uploads: parts.uploads });
      return;
    }
    const entry = connections.isBeyondLimit(request.socket) ? refusals.overloaded : admit(request, rules);
    if ('status' in entry) {
      refuse(response, entry);
      return;
    }
    connections.prove(request.socket);
    const refusal = bodyProblem(request);
    if (refusal === undefined) await answerAdmitted(request, response, { ...parts, ...own, entry });
    else refuse(response, refusal);
  };
  if (parts.signIn !== undefined) app.use(signInRoutes(parts.signIn, rules, connections));
  app.use(answer);
  const fail = (error: unknown, request: IncomingMessage, response: ServerResponse): void => {
    // A client that disconnected is no bug. The request itself counts as destroyed once it was read.
    if (!request.socket.destroyed) parts.reportBug('http', error);
    refuse(response, refusals.internal);
  };
  const onError: ErrorRequestHandler = (error, request, response, _next) => fail(error, request, response);
  app.use(onError);
  // Express skips its handlers if it cannot parse the target; without a last one it responds in HTML.
  const handle: (...exchange: [...Parameters<RequestListener>, () => void]) => void = app;
  return (request, response) => {
    if (isElsewhere({ request, response }, parts, rules, connections)) return;
    handle(request, response, () => {
      answer(request, response).catch((error: unknown) => fail(error, request, response));
    });
  };
}

function bareExpress(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  return app;
}

function isElsewhere(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  { elsewhere }: HttpOptions,
  rules: GateRules,
  connections: Connections,
): boolean {
  if (elsewhere === undefined || connections.isBeyondLimit(request.socket)) return false;
  return elsewhere({ request, response, rules, prove: () => connections.prove(request.socket) });
}

/** The routes of the sign-in, at the public name alone. Only its documents may be read from other web pages. */
function signInRoutes(
  { address, routes, isDocument }: PublicDoor,
  rules: GateRules,
  connections: Connections,
): RequestHandler {
  return (request, response, next) => {
    if (publicNameOf(request, rules) === undefined) next();
    else if (connections.isBeyondLimit(request.socket)) refuse(response, refusals.overloaded);
    else {
      const problem = isDocument(request.path) ? undefined : addressProblem(request, rules);
      if (problem !== undefined) refuse(response, problem);
      else
        void routes(request, response, error => {
          if (error === undefined && !isBelow(request, address.base)) refuse(response, refusals.notFound);
          else next(error);
        });
    }
  };
}

/** Takes the path of the public address away from the target; false if it does not begin with it. */
function isBelow(request: IncomingMessage, base: string): boolean {
  const { url = '' } = request;
  if (base === '') return true;
  if (url.startsWith(`${base}/`)) request.url = url.slice(base.length);
  return request.url !== url;
}

function gateRules(parts: HttpOptions, ownPort: number): GateRules {
  const { entries, clock, signIn, front } = parts;
  const { host, port } = front ?? { host: parts.host, port: ownPort };
  const own = host.includes(':') ? `[${host}]` : host;
  const names = [...new Set(['127.0.0.1', 'localhost', own])].map(name => `${name}:${port}`);
  const pages = parts.allowedOrigins.map(origin => origin.toLowerCase().replace(/\/$/u, ''));
  return {
    hosts: new Set(names),
    isEverywhere: host === '0.0.0.0' || host === '::',
    frontPort: front?.port,
    pages: new Set(pages),
    origins: new Set([...names.map(name => `http://${name.toLowerCase()}`), ...pages]),
    entries,
    clock,
    publicName: signIn,
  };
}

/** The gate treats upload addresses like any other path; their secret replaces a token. */
async function answerUpload(
  { request, response }: Pick<UploadRequest, 'request' | 'response'>,
  { connections, underWay, rules, uploads }: Traffic & { rules: GateRules; uploads: UploadReceiver },
): Promise<void> {
  const isBeyond = connections.isBeyondLimit(request.socket);
  const refusal = isBeyond ? refusals.overloaded : addressProblem(request, rules);
  if (refusal !== undefined) refuse(response, refusal);
  else {
    const prove = (): void => connections.prove(request.socket);
    const isPublic = publicNameOf(request, rules) !== undefined;
    await uploads.answer({ request, response, underWay, isPublic, prove });
  }
}

/** Everything needed to handle a request that passed the gate. */
interface Admitted extends Pick<HttpOptions, 'fetchFor' | 'timeout'> {
  readonly entry: TokenEntry;
  readonly rules: GateRules;
  readonly bodies: BodyBudget;
  readonly answers: BodyBudget;
  /** Starts requests whose bodies have arrived. */
  readonly starts: LoopStarts;
  /** Shared by the pieces of all answers. */
  readonly turns: LoopTurns;
  readonly underWay: RunningRequests;
}

async function answerAdmitted(
  request: IncomingMessage,
  response: ServerResponse,
  { rules, entry, bodies, answers, starts, turns, underWay, fetchFor, timeout = defaultTimeouts }: Admitted,
): Promise<void> {
  if (request.headers.expect !== undefined) response.writeContinue();
  const share = bodies.share(entry.valueHash);
  try {
    const body = request.method === 'POST' ? await readJson(request, share) : { value: undefined };
    await starts.begin(entry.valueHash);
    // A client that left while others began gets no further event.
    if (response.destroyed) return;
    if ('refusal' in body) refuse(response, body.refusal);
    else if (underWay.isClosing) refuse(response, refusals.stopping);
    else {
      // A subscription has no end to wait for.
      const isStream = request.method === 'GET' || isListen(body.value);
      if (request.method === 'POST' && !isStream) underWay.add(response);
      await serve(request, response, {
        body: body.value,
        address: publicNameOf(request, rules)?.address.url,
        isStream,
        fetch: fetchFor(entry),
        timeout: timeout.stalled,
        turns,
        hold: bytes => answers.hold(entry.valueHash, bytes),
      });
    }
  } finally {
    share.release();
  }
}

function close(server: Server, connections: Connections): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    // Not `closeAllConnections`: Node forgets a connection that was answered outside HTTP.
    connections.endAll();
  });
}

function clientProblem(error: Error): Refusal {
  if (!('code' in error)) return refusals.badRequest;
  if (error.code === 'HPE_HEADER_OVERFLOW') return refusals.headersTooLarge;
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? refusals.timeout : refusals.badRequest;
}

/** Responds on a socket for which Node has no response object. */
function endRaw(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) {
    // From version 26 on, Node reports an error for each further part of what was refused.
    if (!socket.writableEnded) socket.destroy();
    return;
  }
  const body = refusalBody(refusal);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...refusal.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${refusal.message}\r\n${lines.join('')}\r\n${body}`);
  // Node waits for the other side to end too, which may never happen. Further data is discarded, since
  // closing with unread bytes would lose the response.
  socket.resume();
  const lingering = after(lingerTime, () => socket.destroy());
  socket.once('close', () => lingering.cancel());
}

function boundPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** For monitoring: needs no token, and only shows that the server responds. */
const healthRoute = '/health';

/** Whether a request with a valid address and no foreign origin is a health check. */
function isHealthCheck({ method, url }: IncomingMessage): boolean {
  return url === healthRoute && (method === 'GET' || method === 'HEAD');
}
