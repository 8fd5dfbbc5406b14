import { sha256, startSha256, yieldToLoop } from '../platform';
import type { Steps } from './slicing/steps';
import { encodedPortions } from './text/utf8';

/** Bytes that are hashed without a pause. */
const portion = 256 * 1024;

/** Bytes, or a text whose bytes in UTF-8 are meant: of a large one they are never made as a whole. */
export type Content = Uint8Array | string;

/** What tells a content from others. */
export interface Fingerprint {
  /** SHA-256 in lower-case hex. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

/** SHA-256 in lower-case hex. */
export function* hashing(bytes: Uint8Array): Steps<string> {
  if (bytes.length <= portion) return sha256(bytes);
  const digest = startSha256();
  for (let at = 0; at < bytes.length; at += portion) {
    digest.add(bytes.subarray(at, at + portion));
    yield;
  }
  return digest.end();
}

/** Of the bytes, or of those that a text has in UTF-8. */
export function* fingerprinting(content: Content): Steps<Fingerprint> {
  if (typeof content !== 'string') return { hash: yield* hashing(content), size: content.length };
  const digest = startSha256();
  let size = 0;
  for (const bytes of encodedPortions(content)) {
    digest.add(bytes);
    size += bytes.length;
    yield;
  }
  return { hash: digest.end(), size };
}

/** The same; yields after each portion. */
export function fingerprintOf(content: Content): Promise<Fingerprint> {
  return inTurns(fingerprinting(content));
}

/** As `hashing`; gives the thread back after each portion. */
export function hashOf(bytes: Uint8Array): Promise<string> {
  return inTurns(hashing(bytes));
}

async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await yieldToLoop();
  }
}
