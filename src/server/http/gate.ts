/** Decides, before a request reaches the protocol, whether it may: host, origin, method, token, size. */

import { matchOf } from '../../utils/text/pieces';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { equalDigests, sha256 } from '../../platform';
import { plainAddress, type PublicAddress } from '../../utils/urls';
import type { Grant } from '../../vault/access/access';
import { challenge } from '../sign-in/documents';
import { announcedBytes, isEncoded, maxBodyBytes } from './request-body';
import { type Refusal, refusals } from './refusals';
import { itemAt } from '../../utils/collections';

export const route = '/mcp';
/** GET and DELETE are for sessions of older clients. */
const methods: ReadonlySet<string> = new Set(['POST', 'GET', 'DELETE']);

/** The headers that MCP clients send, and no others: what a page may send. */
const requestHeaders =
  'Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id';

/** How long a browser may remember a permission, in seconds. */
const remembered = 600;

export interface TokenEntry {
  /** SHA-256 of the token's value, in hex. */
  readonly valueHash: string;
  /** Milliseconds since 1970. */
  readonly expires: number | undefined;
  readonly grant: Grant;
  /** Whether a token of the settings is also valid at the public name. */
  readonly isRemote?: boolean;
  /** Whether a token from the sign-in is still valid. */
  readonly isLive?: () => boolean;
}

export function isUnexpired({ expires }: Pick<TokenEntry, 'expires'>, time: number): boolean {
  return expires === undefined || time < expires;
}

/** The name at which clients elsewhere reach the server. It has tokens of its own. */
export interface PublicName {
  readonly address: PublicAddress;
  /** The connection of an access token, by the token's hash. Without it nobody can sign in there. */
  readonly entryOf?: ((hash: string) => TokenEntry | undefined) | undefined;
}

export interface GateRules {
  /** Exact `Host` values, lower case. */
  readonly hosts: ReadonlySet<string>;
  /** Whether the server listens on all addresses of this computer, so that each is a valid `Host`. */
  readonly isEverywhere: boolean;
  /** The port of the front that passes requests on, if one does: it has already checked their `Host`. */
  readonly frontPort?: number | undefined;
  /** Exact `Origin` values, lower case. */
  readonly origins: ReadonlySet<string>;
  /** Origins of web pages that the owner allowed; also contained in `origins`. */
  readonly pages: ReadonlySet<string>;
  readonly entries: () => readonly TokenEntry[];
  readonly clock: () => number;
  readonly publicName?: PublicName | undefined;
}

/** Reads the raw headers before the body: a web `Request` of Chromium has neither `Host` nor `Origin`. */
export function admit(request: IncomingMessage, rules: GateRules): TokenEntry | Refusal {
  return (
    addressProblem(request, rules) ??
    targetProblem(request, publicNameOf(request, rules) !== undefined) ??
    authenticate(request, rules) ??
    unauthorized(request, rules)
  );
}

export function publicNameOf(request: IncomingMessage, { publicName }: GateRules): PublicName | undefined {
  const host = single(request, 'host')?.toLowerCase() ?? '';
  return publicName?.address.hosts.has(host) === true ? publicName : undefined;
}

/** The refusal of a token that is missing or wrong. */
export function unauthorized(request: IncomingMessage, rules: GateRules): Refusal {
  const publicName = publicNameOf(request, rules);
  if (publicName?.entryOf === undefined)
    return rules.entries().length === 0 ? refusals.noTokens : refusals.unauthorized;
  const hadToken = request.headers.authorization !== undefined;
  return {
    ...refusals.signInFirst,
    headers: { 'WWW-Authenticate': challenge(publicName.address, hadToken) },
  };
}

/** The CORS headers of a response (https://fetch.spec.whatwg.org/#http-cors-protocol), for allowed origins only. */
interface PageResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the headers are the whole response. */
  readonly isWhole: boolean;
}

export function pageResponse(request: IncomingMessage, rules: GateRules): PageResponse {
  const isAddressed = addressProblem(request, rules) === undefined;
  const headers = crossOriginHeaders(isAddressed ? single(request, 'origin') : undefined, rules.pages);
  const isKnown = Object.keys(headers).length > 0;
  if (!isKnown || !isRoute(request.url) || !isPreflight(request)) return { headers, isWhole: false };
  return { headers: { ...headers, ...preflightHeaders }, isWhole: true };
}

/**
 * Headers that let a page read a response, including refusals.
 * @param origin of a request with a valid `Host`
 * @param pages lower case
 */
function crossOriginHeaders(
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

function isPreflight(request: IncomingMessage): boolean {
  const wanted = request.headers['access-control-request-method'];
  return request.method === 'OPTIONS' && wanted !== undefined && methods.has(wanted);
}

const preflightHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': [...methods].join(', '),
  'Access-Control-Allow-Headers': requestHeaders,
  'Access-Control-Max-Age': String(remembered),
};

/** What is wrong with the body according to its headers; call it after `admit`. */
export function bodyProblem(request: IncomingMessage): Refusal | undefined {
  if (request.method !== 'POST') return hasBody(request) ? refusals.badRequest : undefined;
  const { headers } = request;
  if (!isJsonType(headers['content-type']) || isEncoded(headers)) return refusals.wrongType;
  return announcedBytes(headers) > maxBodyBytes ? refusals.tooLarge : undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || announcedBytes(headers) !== 0;
}

/** What is wrong with the request's address, or with the origin that sent it. */
export function addressProblem(request: IncomingMessage, rules: GateRules): Refusal | undefined {
  const host = single(request, 'host');
  if (host === undefined) return refusals.badRequest;
  const publicName = publicNameOf(request, rules);
  const isKnown = publicName !== undefined || rules.hosts.has(host.toLowerCase());
  if (!isKnown && !(rules.isEverywhere && isAddressedAs(host, request, rules))) return refusals.forbidden;
  const origins = values(request, 'origin');
  if (origins.length > 1) return refusals.badRequest;
  const own = publicName === undefined ? rules.origins : rules.pages;
  const isOwn = (origin: string): boolean => own.has(origin) || origin === publicName?.address.origin;
  if (origins.some(origin => !isOwn(origin.toLowerCase()))) return refusals.forbidden;
  return undefined;
}

/** Whether `Host` is an address, and that of the connection. A name of another site is never an address. */
function isAddressedAs(host: string, request: IncomingMessage, { frontPort }: GateRules): boolean {
  if (frontPort === undefined) return host === addressedAs(request);
  const [, address = '', port] = matchOf(/^\[?([\d.:a-f]+)\]?:(\d+)$/iu, host);
  return isIP(address) !== 0 && Number(port) === frontPort;
}

/** The address that the connection was made to, as `Host` names it. */
function addressedAs({ socket }: IncomingMessage): string {
  const address = plainAddress(socket.localAddress);
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 0}`;
}

function targetProblem(request: IncomingMessage, isPublic: boolean): Refusal | undefined {
  if (request.url?.startsWith('/') !== true) return refusals.badRequest;
  if (!isRoute(request.url)) return isPublic ? refusals.notFound : refusals[refusalElsewhere(request.url)];
  if (!methods.has(request.method ?? '')) return refusals.wrongMethod;
  return undefined;
}

/** Also with a slash at the end, and with a query, which is not read. */
function isRoute(target = ''): boolean {
  const path = target.split('?', 1).join('');
  return path === route || path === `${route}/`;
}

/** Reveals no more than the path itself: it is the same for everyone. */
function refusalElsewhere(path: string): 'endpoint' | 'noSignIn' | 'notFound' {
  if (path === '/') return 'endpoint';
  return path === '/register' || path.startsWith('/.well-known/oauth-') ? 'noSignIn' : 'notFound';
}

function authenticate(request: IncomingMessage, rules: GateRules): TokenEntry | undefined {
  const value = bearerToken(single(request, 'authorization'));
  if (value === undefined) return undefined;
  const hash = sha256(value);
  const time = rules.clock();
  const publicName = publicNameOf(request, rules);
  let found = publicName?.entryOf?.(hash);
  // All entries are compared, so that timing does not reveal a similar one.
  for (const entry of rules.entries()) {
    const matches =
      equalDigests(hash, entry.valueHash) && (publicName === undefined || entry.isRemote === true);
    if (matches && isUnexpired(entry, time)) found = entry;
  }
  return found;
}

/** `Bearer`, in any case, one space, and printable ASCII without spaces. */
function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer ([!-~]{1,512})$/i.exec(header)?.[1];
}

function isJsonType(header: string | undefined): boolean {
  if (header === undefined || header.length > 200) return false;
  const [type, ...parameters] = header
    .toLowerCase()
    .split(';')
    .map(part => part.trim());
  if (type !== 'application/json') return false;
  return parameters.every(
    parameter => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  );
}

/** The only value of a header; undefined if it is missing or repeated. */
function single(request: IncomingMessage, name: string): string | undefined {
  const all = values(request, name);
  return all.length === 1 ? all[0] : undefined;
}

function values(request: IncomingMessage, name: string): string[] {
  const raw = request.rawHeaders;
  const found: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    if (raw[index]?.toLowerCase() === name) found.push(itemAt(raw, index + 1));
  }
  return found;
}
