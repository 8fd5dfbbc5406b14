import { sha256, startSha256, yieldToLoop } from '../platform';
import type { Steps } from './slicing/steps';

/** Bytes that are hashed without a pause. */
const portion = 256 * 1024;

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

/** The same; gives the thread back after each portion. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  const steps = hashing(bytes);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await yieldToLoop();
  }
}
