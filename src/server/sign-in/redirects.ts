/** Where a browser may be sent with an authorization code. */
import { isIP } from 'node:net';

/** Cursor registers it beside an https and a loopback address; a refusal would keep Cursor out altogether. */
const cursorsOwn = 'cursor://anysphere.cursor-mcp/oauth/callback';
/** Parameters of an answer. */
const ofAnswer = ['code', 'state', 'iss', 'error', 'error_description'];
const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Whether a client may register an address: https, or http on loopback, written as a URL parser writes it, so that
 * every program reads the same host in it.
 */
export function isAcceptableRedirect(text: string): boolean {
  if (text === cursorsOwn) return true;
  if (text.length > 2000 || !/^https?:\/\/[!-~]+$/u.test(text) || /[#*\\]/u.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { href, protocol, hostname, username, password, searchParams } = new URL(text);
  if (username !== '' || password !== '' || (href !== text && href !== `${text}/`)) return false;
  // The answer would carry two of them, of which the client may read the wrong one.
  if (ofAnswer.some(name => searchParams.has(name))) return false;
  return protocol === 'https:' || loopbackNames.has(hostname);
}

/** The same text; on loopback any port, since programs listen on a free one (RFC 8252, 7.3). */
export function isRegistered(text: string, registered: readonly string[]): boolean {
  if (registered.includes(text)) return true;
  const wanted = withoutPort(text);
  return wanted !== undefined && registered.some(one => withoutPort(one) === wanted);
}

function withoutPort(text: string): string | undefined {
  if (!isAcceptableRedirect(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:') return undefined;
  url.port = '';
  return url.href;
}

/** What the user is shown of it. */
export function redirectHost(text: string): string {
  return text === cursorsOwn ? 'Cursor' : new URL(text).host;
}

/** The address with parameters added to its query. */
export function withParameters(text: string, parameters: Readonly<Record<string, string>>): string {
  return `${text}${/\?/u.test(text) ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;
}

/** Whether the id of a client is the address of its document: https, with a path, and the name of a host. */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith('https://') || !isAcceptableRedirect(id)) return false;
  const { hostname, pathname, port } = new URL(id);
  return pathname !== '/' && port === '' && isIP(hostname) === 0 && !hostname.startsWith('[');
}
