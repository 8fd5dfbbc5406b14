import { sha256, startSha256, utf8Length, yieldToLoop } from '../platform';
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

/** Of the bytes, or of those that a text has in UTF-8. */
export function fingerprint(content: Content): Fingerprint {
  return { hash: sha256(content), size: typeof content === 'string' ? utf8Length(content) : content.length };
}

/** The same for contents of any size; gives the thread back after each portion. */
export async function fingerprintOf(content: Content): Promise<Fingerprint> {
  const digest = startSha256();
  let [size, pauseAt] = [0, portion];
  for (const bytes of typeof content === 'string' ? encodedPortions(content) : bytePortions(content)) {
    digest.add(bytes);
    size += bytes.length;
    if (size <= pauseAt) continue;
    await yieldToLoop();
    pauseAt = size + portion;
  }
  return { hash: digest.end(), size };
}

/** As `fingerprintOf`. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  return (await fingerprintOf(bytes)).hash;
}

function* bytePortions(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += portion) yield bytes.subarray(at, at + portion);
}
