/** Bodies of requests: how many bytes the server holds at once, and how JSON is read within the limits. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { countOf } from '../../utils/collections';
import { yieldToLoop } from '../../platform';
import { isTooComplex, holdsProto, jsonField, parsedJson } from '../../utils/json';
import { type Refusal, refusals } from './refusals';

export const maxBodyBytes = 10 * 1024 * 1024;

/** Limit for request bodies, or for results, that the server holds at once, in bytes. */
export interface BodyLimits {
  readonly perToken: number;
  readonly inAll: number;
}

/** Shorter results do not count: those of all connections together are small. Results of writes are shorter. */
export const largeResponse = 128 * 1024;

const defaultLimits: BodyLimits = { perToken: 32 * 1024 * 1024, inAll: 128 * 1024 * 1024 };

export interface BodyShare {
  /** Counts received bytes; false if they exceed the remaining budget. */
  take(bytes: number): boolean;
  /** Frees all bytes that were counted. */
  release(): void;
}

/** Counts the bytes of bodies from their arrival until the response is sent, per token and in total. */
export class BodyBudget {
  private held = 0;
  private readonly heldByToken = new Map<string, number>();

  constructor(private readonly limits: BodyLimits = defaultLimits) {}

  /** @param token the hash of its value */
  share(token: string): BodyShare {
    let taken = 0;
    return {
      take: bytes => {
        if (!this.fits(token, bytes)) return false;
        this.add(token, bytes);
        taken += bytes;
        return true;
      },
      release: () => {
        this.add(token, -taken);
        taken = 0;
      },
    };
  }

  /**
   * Counts a large answer until its client has taken it; a token that holds none may always have one.
   * @returns a function that gives the bytes back; undefined where they are more than the limit has left
   */
  hold(token: string, bytes: number): (() => void) | undefined {
    if (this.heldByToken.has(token) && !this.fits(token, bytes)) return undefined;
    this.add(token, bytes);
    return () => this.add(token, -bytes);
  }

  private fits(token: string, bytes: number): boolean {
    const { perToken, inAll } = this.limits;
    return countOf(this.heldByToken, token) + bytes <= perToken && this.held + bytes <= inAll;
  }

  private add(token: string, bytes: number): void {
    const held = countOf(this.heldByToken, token) + bytes;
    if (held === 0) this.heldByToken.delete(token);
    else this.heldByToken.set(token, held);
    this.held += bytes;
  }
}

/** The length of a body according to its headers; 0 if they do not say, NaN if that is not a number. */
export function announcedBytes({ 'content-length': length = '0' }: IncomingHttpHeaders): number {
  return Number(length);
}

/** Whether a body is compressed, which no endpoint takes. */
export function isEncoded({ 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): boolean {
  return encoding.toLowerCase() !== 'identity';
}

/** Bytes; a larger body is parsed in several turns of the event loop. */
const largeBody = 64 * 1024;

/** A parsed body, or the reason why there is none. */
export type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/**
 * Reads a request's JSON within the documented limits; never holds more.
 * @param share counts the received bytes; the caller releases it after the response
 */
export async function readJson(request: IncomingMessage, share: BodyShare): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) return { refusal: refusals.notJson };
    size += chunk.length;
    if (size > maxBodyBytes) return { refusal: refusals.tooLarge };
    if (!share.take(chunk.length)) return { refusal: refusals.tooManyBytes };
    chunks.push(chunk);
  }
  const pause = size < largeBody ? noPause : yieldToLoop;
  const body = await parseBody(Buffer.concat(chunks), pause);
  // The call itself starts in a turn of its own.
  await pause();
  return body;
}

const noPause = (): Promise<void> => Promise.resolve();

/** Strict UTF-8 and JSON; depth and size are checked on the text, before values are built. */
export async function parseBody(bytes: Uint8Array, pause = noPause): Promise<Body> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { refusal: refusals.notJson };
  }
  await pause();
  if (isTooComplex(text)) return { refusal: refusals.tooComplex };
  await pause();
  const value = parsedJson(text);
  if (value === undefined) return { refusal: refusals.notJson };
  await pause();
  return holdsProto(value) ? { refusal: refusals.tooComplex } : { value };
}

/** Whether a message requests a stream of notifications. */
export function isListen(body: unknown): boolean {
  return jsonField(body, 'method') === 'subscriptions/listen';
}
