import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { HostApprover } from '../../src/control';

/** What a terminal would obey instead of showing: a note must not be able to hide what would happen to it. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Asks one question after another; whatever is no yes is a no. */
export function terminalApprover(input: Readable, output: Writable): HostApprover {
  let last: Promise<unknown> = Promise.resolve();
  return (question, signal) => {
    const asked = last.then(() => ask(question, signal, input, output));
    last = asked;
    return asked;
  };
}

async function ask(
  question: string,
  signal: AbortSignal,
  input: Readable,
  output: Writable,
): Promise<boolean | undefined> {
  if (signal.aborted) return undefined;
  const lines = createInterface({ input });
  try {
    output.write(`\n${question.replace(controls, () => '\ufffd')}\nAllow this? [y/N] `);
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
