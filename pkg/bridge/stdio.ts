import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Bridge } from './bridge';
import { Endpoint } from './endpoint';
import { type Message, parseMessage } from './message';

/** Between two looks for a server that is not there, milliseconds. */
const lookEvery = 2000;

export interface Stdio {
  readonly input: Readable;
  readonly output: Writable;
  readonly complain: (sentence: string) => void;
}

/** Serves one client that speaks over standard input and output, a message a line; resolves when its input ends. */
export async function bridgeStdio(
  url: URL,
  token: string,
  { input, output, complain }: Stdio,
): Promise<void> {
  // A client that goes away while something is written to it is no fault of anybody.
  output.on('error', () => undefined);
  const bridge = new Bridge({
    endpoint: new Endpoint(url, token),
    write: (message: Message) => void output.write(`${JSON.stringify(message)}\n`),
    complain,
    pause: signal => wait(lookEvery, undefined, { signal }).catch(() => undefined),
  });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const message = parseMessage(line);
    if (message === undefined) complain('A line that is no JSON-RPC message was left out.');
    else void bridge.receive(message);
  }
  await bridge.end();
}
