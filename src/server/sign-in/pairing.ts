import { itemsOf } from '../../utils/collections';
import { isLoopback, plainAddress } from '../../utils/urls';
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { OpenPairing, PairingConsent, PairingEnd, PairingOwner, PairingRequest } from '../../control';
import { equalDigests, every, lasting, randomText, sha256, type Cancellable } from '../../platform';

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
    const recent = itemsOf(this.times, key).filter(time => Math.abs(now - time) < period);
    const [first] = recent;
    if (first !== undefined && recent.length >= maxAttempts) return Math.ceil((first + period - now) / 1000);
    this.times.delete(key);
    this.times.set(key, [...recent, now]);
    const [oldest] = this.times.keys();
    if (this.times.size > maxAddresses && oldest !== undefined) this.times.delete(oldest);
    return 0;
  }
}

/** Who sent the request. A proxy on this computer says so, in the last entry; what others claim is ignored. */
export function addressOf({ socket, headers }: IncomingMessage): string {
  const peer = plainAddress(socket.remoteAddress);
  if (!isLoopback(peer)) return peer;
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim() ?? '';
  return /^[\w.:[\]%-]{1,64}$/u.test(forwarded) ? forwarded : peer;
}

/** Whoever has one IPv6 address has the other 2⁶⁴ of its network too, and whoever has one port all of them. */
function networkOf(address: string): string {
  const [bare = ''] = address.replace(/^\[/u, '').split(/[\]%]/u, 1);
  const [first = ''] = bare.split(':', 1);
  const long = isIPv4(first) ? `::ffff:${first}` : bare;
  if (!isIPv6(long)) return bare;
  // The parser of URLs writes each address in one way.
  const plain = new URL(`http://[${long}]`).hostname.slice(1, -1);
  if (plain.startsWith('::ffff:')) return plain;
  const [before = [], behind = []] = plain.split('::').map(part => part.split(':').filter(Boolean));
  const between = Array<string>(8 - before.length - behind.length).fill('0');
  return [...before, ...between, ...behind].slice(0, 4).join(':');
}

/** How long a code may be entered, and the owner answer, milliseconds. */
const windowTime = 10 * 60_000;
const codeTime = 60_000;
const maxWrongCodes = 10;
/** Without I and O, which look like digits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 8;

/** What a client asked for at the authorization endpoint, checked. */
export interface Authorization {
  readonly client: { readonly id: string; readonly name: string };
  readonly redirect: string;
  readonly state: string | undefined;
  /** PKCE, S256. */
  readonly challenge: string;
}

/** An authorization that the owner agreed to. */
interface Agreed {
  readonly authorization: Authorization;
  readonly consent: PairingConsent;
}

/** How far the only pairing of a window has come. Each step has the secret that the next one needs. */
type Phase =
  | { readonly kind: 'open' }
  | { readonly kind: 'asked' | 'refused'; readonly wait: string; readonly authorization: Authorization }
  | ({ readonly kind: 'agreed'; readonly wait: string } & Agreed)
  | ({ readonly kind: 'coded'; readonly code: string; readonly isFresh: () => boolean } & Agreed)
  | { readonly kind: 'over' };

/** What the waiting browser is told. */
type Answer =
  | { readonly kind: 'wait' }
  | { readonly kind: 'refused'; readonly authorization: Authorization }
  | { readonly kind: 'agreed'; readonly authorization: Authorization; readonly code: string };

/** The ten minutes in which one client may be paired. The latest window is the only one. */
export class Pairing {
  private latest: PairingWindow | undefined;

  constructor(private readonly clock: () => number) {}

  open(owner: PairingOwner): OpenPairing {
    this.latest?.close();
    this.latest = new PairingWindow(owner, this.clock);
    return this.latest;
  }

  /** Undefined outside the ten minutes, and after the client was paired or refused. */
  get window(): PairingWindow | undefined {
    return this.latest?.isOpen === true ? this.latest : undefined;
  }

  /** For the browser that entered the code, also just after the window closed; undefined for any other. */
  answer(wait: string): Answer | undefined {
    return this.latest?.answer(wait);
  }

  /** What an authorization code stands for; once. */
  redeem(codeHash: string): { readonly agreed: Agreed; paired(name: string): void } | undefined {
    return this.latest?.redeem(codeHash);
  }

  close(): void {
    this.latest?.close();
  }
}

class PairingWindow implements OpenPairing {
  readonly code = newCode();
  readonly expires: number;
  private readonly isInTime: () => boolean;
  private phase: Phase = { kind: 'open' };
  private wrongCodes = 0;
  private isOver = false;
  private readonly ended = new AbortController();
  private readonly watch: Cancellable;

  constructor(
    private readonly owner: PairingOwner,
    private readonly clock: () => number,
  ) {
    this.expires = clock() + windowTime;
    this.isInTime = lasting(windowTime, clock);
    this.watch = every(1000, () => this.isOpen);
  }

  get isOpen(): boolean {
    if (!this.isOver && !this.isInTime()) this.close();
    return !this.isOver;
  }

  /** Whether the client would only be allowed to read, as far as that is known before the owner answers. */
  get isReadOnly(): boolean {
    return this.owner.rights === 'read';
  }

  /**
   * Takes the code that somebody entered, and asks the owner if it is right.
   * @returns the secret of the browser that waits, the same one if it enters the code again
   */
  enter(entered: string, authorization: Authorization, address: string): { wait: string } | 'wrong' | 'used' {
    if (!equalDigests(sha256(spelled(entered)), sha256(this.code))) {
      this.wrongCodes += 1;
      if (this.wrongCodes >= maxWrongCodes) this.end({ kind: 'guessed', address });
      return 'wrong';
    }
    const { phase } = this;
    if ('wait' in phase && keyOf(phase.authorization) === keyOf(authorization)) return { wait: phase.wait };
    if (phase.kind !== 'open') return 'used';
    const wait = randomText(32);
    this.phase = { kind: 'asked', wait, authorization };
    const { client, redirect } = authorization;
    void this.ask({ client: client.name, redirect, address });
    return { wait };
  }

  answer(wait: string): Answer | undefined {
    const { phase } = this;
    const isOpen = this.isOpen;
    if (!('wait' in phase) || !equalDigests(sha256(phase.wait), sha256(wait))) return undefined;
    const { authorization } = phase;
    if (phase.kind === 'asked' && isOpen) return { kind: 'wait' };
    if (phase.kind !== 'agreed' || !isOpen) {
      this.phase = { kind: 'over' };
      return { kind: 'refused', authorization };
    }
    const code = randomText(32);
    const { consent } = phase;
    const isFresh = lasting(codeTime, this.clock);
    this.phase = { kind: 'coded', code: sha256(code), isFresh, authorization, consent };
    return { kind: 'agreed', authorization, code };
  }

  redeem(codeHash: string): { readonly agreed: Agreed; paired(name: string): void } | undefined {
    const { phase } = this;
    if (phase.kind !== 'coded' || phase.code !== codeHash) return undefined;
    if (this.isOver || !phase.isFresh()) return undefined;
    return { agreed: phase, paired: name => this.end({ kind: 'paired', name }) };
  }

  close(): void {
    this.end({ kind: 'closed' });
  }

  private async ask(request: PairingRequest): Promise<void> {
    const consent = await this.owner.ask(request, this.ended.signal).catch(() => undefined);
    const { phase } = this;
    if (phase.kind !== 'asked' || this.isOver) return;
    if (consent !== undefined) this.phase = { ...phase, kind: 'agreed', consent };
    else {
      this.phase = { ...phase, kind: 'refused' };
      this.end({ kind: 'refused' });
    }
  }

  private end(how: PairingEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.watch.cancel();
    this.ended.abort();
    if (how.kind === 'paired') this.phase = { kind: 'over' };
    this.owner.ended(how);
  }
}

function keyOf({ client, redirect, state, challenge }: Authorization): string {
  return JSON.stringify([client.id, redirect, state, challenge]);
}

/** Case, blanks and hyphens are forgiven. */
function spelled(entered: string): string {
  return entered.slice(0, 100).replace(/[\s-]/gu, '').toUpperCase();
}

function newCode(): string {
  let code = '';
  while (code.length < codeLength) {
    // Bytes beyond the last full round of the alphabet would favour its first letters.
    for (const byte of Buffer.from(randomText(codeLength), 'base64url'))
      if (code.length < codeLength && byte < 240) code += letters.charAt(byte % letters.length);
  }
  return code;
}
