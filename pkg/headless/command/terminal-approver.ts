import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { HostApprover } from '../../../src/control';
import { terminalText } from '../terminal-text';

/** Milliseconds within which a terminal delivers what was typed earlier. */
const typedDelay = 50;

/**
 * Asks on the terminal whether a call may run, one question at a time. `y` or `yes` allows, any other line
 * refuses; the end of input gives undefined.
 */
export function terminalApprover(input: Readable, output: Writable): HostApprover {
  let last: Promise<unknown> = Promise.resolve();
  return (question, signal) => {
    const asked = last.then(() => ask(question, signal, input, output));
    last = asked;
    return asked;
  };
}

/** Drops what was typed before a question, which is no answer to it. */
async function dropTyped(input: Readable): Promise<void> {
  input.resume();
  await setTimeout(typedDelay);
  input.pause();
}

async function ask(
  question: string,
  signal: AbortSignal,
  input: Readable,
  output: Writable,
): Promise<boolean | undefined> {
  if (signal.aborted) return undefined;
  if (Reflect.get(input, 'isTTY') === true) await dropTyped(input);
  // Most servers never ask.
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input });
  try {
    output.write(`\n${terminalText(question)}\nAllow this? [y/N] `);
    const line = await new Promise<string | undefined>(resolve => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(undefined));
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    if (line === undefined) output.write('not answered\n');
    return line === undefined ? undefined : /^y(es)?$/i.test(line.trim());
  } finally {
    lines.close();
  }
}
