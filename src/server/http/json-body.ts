import type { IncomingMessage } from 'node:http';
import { yieldToLoop } from '../../platform';
import { finish, type Steps } from '../../utils/slicing/steps';
import { holdsProto, isTooComplex } from '../../utils/json/json-limits';
import type { BodyShare } from './body-budget';
import { maxBodyBytes } from './gate';
import { type Refusal, refusals } from './http-answer';

/** Bytes; a larger body is parsed in several turns of the loop. */
const largeBody = 64 * 1024;

/** A body that was read, or why not. */
export type Body = { readonly value: unknown } | { readonly refusal: Refusal };

/**
 * Reads a request's JSON under the caps of the contract; nothing larger is ever held.
 * @param share counts what arrives; the caller releases it when the request is answered
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
  for (;;) {
    const step = steps.next();
    // What comes next, the call itself, begins a turn of its own too.
    await yieldToLoop();
    if (step.done === true) return step.value;
  }
}

/** Strict UTF-8 and JSON; depth and size are counted on the text, before anything is built from it. */
export function parseJson(bytes: Uint8Array): Body {
  return finish(parsing(bytes));
}

function* parsing(bytes: Uint8Array): Steps<Body> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { refusal: refusals.notJson };
  }
  yield;
  if (isTooComplex(text)) return { refusal: refusals.tooComplex };
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
