/** Addresses: of connections, of programs on this computer, and of this server on the internet. */

/** Names of this computer; the URL parser converts decimal and hexadecimal addresses to these forms. */
const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/** The address of a connection, without the prefix that a socket of both families puts before one of IPv4. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/u, () => '');
}

/** Whether the plain address of a connection is of this computer. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Whether a setting names a server that is never contacted, since `loopbackUrl` does not accept its address. */
export function isRefusedAddress(text: string): boolean {
  return text.trim() !== '' && loopbackUrl(text) === undefined;
}

/** The URL of a server on this computer; undefined for any other text, and for one with a password or query. */
export function loopbackUrl(text: string): URL | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return undefined;
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain && loopbackName.test(url.hostname) ? url : undefined;
}

/** The address at which clients elsewhere reach the server, through a tunnel or proxy of the owner's. */
export interface PublicAddress {
  /** Such as `https://notes.example.org/vault`, without a slash at the end. It is also the issuer of tokens. */
  readonly url: string;
  readonly origin: string;
  /** The path of the address: `/vault`, or empty. */
  readonly base: string;
  /** Values of `Host`, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** The MCP endpoint, the only audience that tokens are issued for. */
  readonly audience: string;
}

/** Leaves out a final `/mcp`. Undefined for any other text, and for an empty one, which means that there is none. */
export function publicAddress(text: string): PublicAddress | undefined {
  if (!/^https:\/\/[^\s?#@\\]+$/iu.test(text) || !URL.canParse(text)) return undefined;
  const { host, origin, pathname } = new URL(text);
  const base = pathname.replace(/(?:\/mcp)?\/?$/u, '');
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/u.test(host) || !/^(?:\/[\w.~-]+)*$/u.test(base))
    return undefined;
  const url = `${origin}${base}`;
  const hosts = new Set(/:\d+$/u.test(host) ? [host] : [host, `${host}:443`]);
  return { url, origin, base, hosts, audience: `${url}/mcp` };
}
