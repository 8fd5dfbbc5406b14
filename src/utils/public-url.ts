/** The address at which clients elsewhere reach the server, through a tunnel or proxy of the owner's. */
export interface PublicAddress {
  /** Such as `https://notes.example.org/vault`, without a slash at the end. It is also the issuer of tokens. */
  readonly url: string;
  readonly origin: string;
  /** The path of the address: `/vault`, or empty. */
  readonly base: string;
  /** Values of `Host`, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** Where MCP is spoken; for this alone tokens are issued. */
  readonly audience: string;
}

/** Undefined for a text that is no such address, and for an empty one, which means that there is none. */
export function publicAddress(text: string): PublicAddress | undefined {
  if (!/^https:\/\/[^\s?#@\\]+$/iu.test(text) || !URL.canParse(text)) return undefined;
  const { host, origin, pathname } = new URL(text);
  const base = pathname.replace(/\/$/u, '');
  if (!/^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/u.test(host) || !/^(?:\/[\w.~-]+)*$/u.test(base))
    return undefined;
  const url = `${origin}${base}`;
  const hosts = new Set(/:\d+$/u.test(host) ? [host] : [host, `${host}:443`]);
  return { url, origin, base, hosts, audience: `${url}/mcp` };
}
