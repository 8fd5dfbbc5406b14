/** The only use of Node's built-ins outside `server`. Obsidian's renderer has them, a browser does not. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as timers from 'node:timers';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';

/** SHA-256 in lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

/** A SHA-256 of data that comes in parts. */
export interface Digest {
  add(part: Uint8Array): void;
  /** Lower-case hex; call it once. */
  end(): string;
}

export function startSha256(): Digest {
  const hash = createHash('sha256');
  return { add: part => void hash.update(part), end: () => hash.digest('hex') };
}

/** 20 MB are compared in about 2 ms. */
export function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** HMAC-SHA-256 in base64url. */
export function keyedDigest(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** `bytes` of cryptographic randomness in base64url. */
export function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** Compares two hex digests of equal length in constant time; false when lengths differ. */
export function equalDigests(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && left.length > 0 && timingSafeEqual(left, right);
}

/** Monotonic milliseconds. */
export function now(): number {
  return performance.now();
}

/** @returns whether less time has passed since this call, by the clock and by one that nobody can set back */
export function lasting(milliseconds: number, clock: () => number): () => boolean {
  const [time, start] = [clock(), now()];
  return () => clock() - time < milliseconds && now() - start < milliseconds;
}

/** Lets input, timers and sockets have their turn. */
export function yieldToLoop(): Promise<void> {
  return new Promise(resolve => timers.setImmediate(resolve));
}

export interface Cancellable {
  cancel(): void;
}

/** Node's own timers: the renderer's return numbers and are throttled in hidden windows. Keeps no process alive. */
export function after(milliseconds: number, run: () => void): Cancellable {
  const timer = timers.setTimeout(run, milliseconds);
  timer.unref();
  return { cancel: () => timers.clearTimeout(timer) };
}

/** As `after`, again and again. */
export function every(milliseconds: number, run: () => void): Cancellable {
  const timer = timers.setInterval(run, milliseconds);
  timer.unref();
  return { cancel: () => timers.clearInterval(timer) };
}

/** Whoever waits for it keeps the process alive. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => timers.setTimeout(resolve, milliseconds));
}

/** A limit for several waits. */
export interface TimeLimit {
  /** Resolves when the time is up or the call has ended; not after `end`. */
  readonly up: Promise<void>;
  readonly end: () => void;
}

export function timeLimit(milliseconds: number, signal?: AbortSignal, startTimer = after): TimeLimit {
  let tell = (): void => undefined;
  const up = new Promise<void>(resolve => {
    tell = resolve;
  });
  const timer = startTimer(milliseconds, tell);
  signal?.addEventListener('abort', tell);
  if (signal?.aborted === true) tell();
  const end = (): void => {
    timer.cancel();
    signal?.removeEventListener('abort', tell);
  };
  return { up, end };
}

/**
 * Waits at most so long for work, which goes on by itself.
 * @param late gives the result, or throws, if the time is up or the call has ended
 */
export async function inTime<T, Late>(
  work: Promise<T>,
  milliseconds: number,
  late: () => Late,
  signal?: AbortSignal,
  startTimer = after,
): Promise<T | Late> {
  const { up, end } = timeLimit(milliseconds, signal, startTimer);
  try {
    return await Promise.race([work, up.then(late)]);
  } finally {
    end();
  }
}

const fast = { level: 3 };

/** Raw deflate; off this thread, but for small contents: another program may write in the meantime. */
export async function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.length <= 32 * 1024 ? deflateRawSync(bytes, fast) : promisify(deflateRaw)(bytes, fast);
}

/**
 * Undoes `compress`.
 * @param size how many bytes there were; more are not unpacked
 * @throws Error for bytes that are damaged or hold more
 */
export function decompress(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  return promisify(inflateRaw)(bytes, { maxOutputLength: Math.max(size, 1) });
}
