/** Output and questions of a command. */
import { terminalText } from '../terminal-text';

export interface Terminal {
  /** Whether a user can be asked. */
  readonly isInteractive: boolean;
  /** Prints lines that the user asked for. */
  say(text: string): void;
  /** Prints lines about problems. */
  complain(text: string): void;
  /** @returns the line that the user types; '' at the end of the input */
  ask(question: string): Promise<string>;
  /** Any reply but yes means no. */
  confirm(question: string): Promise<boolean>;
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  get isInteractive() {
    return process.stdin.isTTY && process.stdout.isTTY;
  },
  say: text => void process.stdout.write(terminalText(`${text}\n`)),
  complain: text => void process.stderr.write(terminalText(`${text}\n`)),
  ask: askLine,
  confirm: async question => /^y(es)?$/i.test((await askLine(`${question} [y/N]`)).trim()),
};

async function askLine(question: string): Promise<string> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin });
  process.stdout.write(terminalText(`${question} `));
  try {
    return await new Promise<string>(resolve => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
  }
}
