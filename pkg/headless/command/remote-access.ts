/** Listening on an address that other computers can reach. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { Misuse } from './command-context';

export interface RemoteWords {
  readonly allowRemote: boolean;
  readonly hasToken: boolean;
  readonly settingsFile?: string | undefined;
}

/**
 * The address for other computers, if the command asks for one.
 * @param host of `--host`, or of the file that `settingsFile` names
 * @throws Misuse unless `--allow-remote` and a token are given too
 */
export function remoteHost(
  host: unknown,
  { allowRemote, hasToken, settingsFile }: RemoteWords,
): string | undefined {
  if (typeof host !== 'string' || isOwnAddress(host)) return undefined;
  refuseNoAddress(host, settingsFile === undefined ? undefined : `"host" in ${settingsFile}`);
  if (!allowRemote || !hasToken) throw new Misuse(remoteRefusal(host));
  return host;
}

export function isOwnAddress(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether an address is of this computer, a local network, or a private one such as a VPN. @param host as in a URL */
export function isNearby(host: string): boolean {
  const bare = host.replace(/^\[|\]$/gu, '');
  if (isIP(bare) === 0)
    return !bare.includes('.') || /\.(?:local|localhost|lan|internal|home\.arpa)$/u.test(bare);
  const nearby = new BlockList();
  for (const [net, bits] of privateNetworks) nearby.addSubnet(net, bits, isIPv6(net) ? 'ipv6' : 'ipv4');
  return nearby.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

const privateNetworks = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const;

/** A text without `http` in front, as an address; undefined if that is not what is missing. */
export function withScheme(text: string): string | undefined {
  const [, host] = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?(?:\/\S*)?$/iu.exec(text) ?? [];
  if (host === undefined) return undefined;
  return `${isNearby(host) ? 'http' : 'https'}://${text}`;
}

/** An IP address, the name of this computer, or a name with a domain. */
export function isAddress(host: string): boolean {
  return isIP(host) !== 0 || host === hostname() || /^[\w-]+(?:\.[\w-]+)+$/.test(host);
}

/** @param name what has the address @throws Misuse */
export function refuseNoAddress(host: string, name = '--host'): void {
  if (!isOwnAddress(host) && !isAddress(host))
    throw new Misuse(`${name} must be an address of this computer, such as 127.0.0.1, not "${host}".`);
}

function remoteRefusal(host: string): string {
  return `Listening on ${host} lets other computers use this vault. To allow this, set LECTERN_TOKEN and pass --allow-remote.`;
}

/** The warning, with the address for other computers. @param url the server's own address */
export function remoteWarning(host: string, url: string): string {
  const { port, pathname } = new URL(url);
  const places = addressesOf(host).map(address => `http://${address}:${port}${pathname}`);
  return `Warning: other computers can use this vault with the token, at ${places.join(' or ')}. The traffic is not encrypted: anyone who can see it can read the token and the notes.`;
}

function addressesOf(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host.includes(':') ? `[${host}]` : host];
  const outer = Object.values(networkInterfaces())
    .flatMap(entries => entries ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  return outer.length === 0 ? ['ADDRESS-OF-THIS-COMPUTER'] : outer;
}
