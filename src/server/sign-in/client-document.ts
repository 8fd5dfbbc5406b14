/** Reads the documents by which clients name themselves (CIMD), from addresses that strangers choose. */
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { request, type RequestOptions } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { after } from '../../platform';
import { parseBody } from '../http/request-body';

const maxBytes = 5 * 1024;
/** From the question for the address to the last byte, milliseconds. */
const patience = 3000;

/** What is not on the public internet, or leads on to an IPv4 address, by the registries of IANA. */
const specialPurpose = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ],
  // Public addresses are those of 2000::/3 alone.
  ipv6: ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
} as const;

/** A list for each: a common one would compare IPv4 addresses with the ranges of IPv6 too. */
const special = {
  ipv4: blockListOf('ipv4', specialPurpose.ipv4),
  ipv6: blockListOf('ipv6', specialPurpose.ipv6),
} as const;

function blockListOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [start = '', bits] = range.split('/');
    list.addSubnet(start, Number(bits), family);
  }
  return list;
}

export function isPublic(address: string): boolean {
  const version = isIP(address);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return version !== 0 && !special[family].check(address, family);
}

type Resolver = (
  host: string,
  options: LookupAllOptions,
  callback: (error: Error | null, found: LookupAddress[]) => void,
) => void;

/** Resolves to public addresses alone. The connection is made to one of these, so no second answer is asked for. */
export function publicLookup(lookup: Resolver = systemLookup): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = error === null ? found.filter(({ address }) => isPublic(address)) : [];
      const [first] = addresses;
      if (first === undefined) callback(error ?? new Error('There is no public address.'), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

/** @returns the JSON at an address; undefined for a redirect, an error, or what is too large or too late */
export async function readDocument(
  url: string,
  options: RequestOptions = { lookup: publicLookup() },
): Promise<unknown> {
  const bytes = await bytesAt(url, options);
  const body = bytes === undefined ? undefined : await parseBody(bytes);
  return body !== undefined && 'value' in body ? body.value : undefined;
}

function bytesAt(url: string, options: RequestOptions): Promise<Uint8Array | undefined> {
  return new Promise(resolve => {
    const headers = { Accept: 'application/json' };
    const outgoing = request(url, { agent: false, rejectUnauthorized: true, headers, ...options });
    const end = (bytes?: Uint8Array): void => {
      late.cancel();
      outgoing.destroy();
      resolve(bytes);
    };
    const late = after(patience, end);
    outgoing.on('error', () => end());
    outgoing.on('response', response => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      response.on('error', () => end());
      response.on('data', (chunk: Uint8Array) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxBytes) end();
      });
      response.on('end', () => end(Buffer.concat(chunks)));
      if (response.statusCode !== 200) end();
    });
    outgoing.end();
  });
}
