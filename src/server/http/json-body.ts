import type { IncomingMessage } from 'node:http';
import { yieldToLoop } from '../../platform';
import { isTooComplex, holdsProto } from '../../utils/json';
import type { BodyShare } from './body-budget';
import { maxBodyBytes } from './gate';
import { type Refusal, refusals } from './refusals';

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: refusals.notJson };
  }
  await pause();
  return holdsProto(value) ? { refusal: refusals.tooComplex } : { value };
}
