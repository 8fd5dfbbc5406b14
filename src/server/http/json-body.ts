import type { IncomingMessage } from 'node:http';
import { yieldToLoop } from '../../platform';
import { finish, type Steps } from '../../utils/slicing/steps';
import { checkingComplexity, holdsProto } from '../../utils/json/json-limits';
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
  const steps = parsing(Buffer.concat(chunks));
  if (size < largeBody) return finish(steps);
  // To put a body of 10 MB together takes the thread for 8 ms, and so does its decoding.
  await yieldToLoop();
  for (;;) {
    const step = steps.next();
    // The next step, the call itself, also starts in a separate turn.
    await yieldToLoop();
    if (step.done === true) return step.value;
  }
}

/** Strict UTF-8 and JSON; depth and size are checked on the text, before values are built. */
export function* parsing(bytes: Uint8Array): Steps<Body> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { refusal: refusals.notJson };
  }
  yield;
  if (yield* checkingComplexity(text)) return { refusal: refusals.tooComplex };
  yield;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refusal: refusals.notJson };
  }
  yield;
  return holdsProto(value) ? { refusal: refusals.tooComplex } : { value };
}
