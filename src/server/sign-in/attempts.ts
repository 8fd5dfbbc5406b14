import { itemsOf } from '../../utils/collections';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** How many requests an address may make to one endpoint in this time, milliseconds. */
const maxAttempts = 5;
const period = 60_000;
/** Addresses that are remembered; beyond them the oldest is forgotten. */
const maxAddresses = 1000;

/** Counts the requests of each address, or network of IPv6, to each endpoint. */
export class Attempts {
  /** Times by endpoint and address, oldest entry first. */
  private readonly times = new Map<string, readonly number[]>();

  constructor(private readonly clock: () => number) {}

  /** @returns how many seconds to wait; 0 if the request may go on, which is then counted */
  secondsToWait(endpoint: string, request: IncomingMessage): number {
    const now = this.clock();
    const key = `${endpoint} ${networkOf(addressOf(request))}`;
    const recent = itemsOf(this.times, key).filter(time => now - time < period);
    const [first] = recent;
    if (first !== undefined && recent.length >= maxAttempts) return Math.ceil((first + period - now) / 1000);
    this.times.delete(key);
    this.times.set(key, [...recent, now]);
    const [oldest] = this.times.keys();
    if (this.times.size > maxAddresses && oldest !== undefined) this.times.delete(oldest);
    return 0;
  }
}

/** Who sent the request. A proxy on this computer says it, in the last entry; what others claim is not read. */
export function addressOf({ socket, headers }: IncomingMessage): string {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/u, '');
  if (peer !== '::1' && !peer.startsWith('127.')) return peer;
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim() ?? '';
  return /^[\w.:[\]%-]{1,64}$/u.test(forwarded) ? forwarded : peer;
}

/** Whoever has one IPv6 address has the other 2⁶⁴ of its network too. */
function networkOf(address: string): string {
  const [bare = ''] = address.replace(/^\[/u, '').split(/[\]%]/u, 1);
  if (!isIPv6(bare) || bare.includes('.')) return address;
  const [start = '', end = ''] = bare.split('::', 2);
  const groupsOf = (text: string): string[] => text.split(':').filter(group => group !== '');
  const [before, behind] = [groupsOf(start), groupsOf(end)];
  const between = Array<string>(8 - before.length - behind.length).fill('0');
  return [...before, ...between, ...behind]
    .slice(0, 4)
    .map(group => parseInt(group, 16))
    .join(':');
}
