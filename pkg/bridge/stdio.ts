import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Bridge } from './bridge';
import { Endpoint } from './endpoint';
import { LineOutlet } from './line-outlet';
import { batchIds, errorOf, parseMessage } from './message';

/** Between two checks for a server that is not running, milliseconds. */
const lookEvery = 2000;
/** How long to wait for pending responses when the client sends no more, milliseconds. */
const defaultTimeouts = 10_000;

/** Of JSON-RPC. */
const invalidRequest = -32_600;
const batchText = 'Batches are not taken here: send one message a line.';

export interface Stdio {
  readonly input: Readable;
  readonly output: Writable;
  readonly complain: (sentence: string) => void;
  /** How long to wait for pending responses when the input has ended, milliseconds; 10,000 by default. */
  readonly timeout?: number;
}

/**
 * Serves one client over standard input and output, one message per line. Resolves when its input has ended
 * and its requests are answered, or its output is closed.
 */
export async function bridgeStdio(
  url: URL,
  token: string,
  { input, output, complain, timeout = defaultTimeouts }: Stdio,
): Promise<void> {
  const outlet = new LineOutlet(output);
  const bridge = new Bridge({
    endpoint: new Endpoint(url, token),
    write: message => outlet.write(message),
    complain,
    pause: signal => wait(lookEvery, undefined, { signal }).catch(() => undefined),
  });
  const underWay = new Set<Promise<void>>();
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const message = parseMessage(line);
    if (message === undefined) {
      for (const id of batchIds(line)) void outlet.write(errorOf(id, batchText, invalidRequest));
      complain('A line that is no JSON-RPC message was left out.');
    } else {
      const exchange: Promise<void> = bridge.receive(message).finally(() => underWay.delete(exchange));
      underWay.add(exchange);
    }
  }
  bridge.stopListening();
  const over = new AbortController();
  const late = wait(timeout, undefined, { signal: over.signal }).catch(() => undefined);
  const answered = Promise.all(underWay).then(() => outlet.flushed());
  await Promise.race([answered, outlet.closed, late]);
  over.abort();
  await bridge.end();
}
