/** What commands of `lectern` receive. */
import type { Terminal } from './terminal';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface CommandContext {
  /** The words after the command's name. */
  readonly words: readonly string[];
  /** How the user started the command, quoted for a shell. */
  readonly program: string;
  readonly environment: Environment;
  /** The built plugin, with its `manifest.json` beside it. */
  readonly mainFile: string;
}

/** What commands receive that inspect this computer and change files on it. */
export interface DeviceContext extends CommandContext {
  readonly terminal: Terminal;
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly homeFolder: string;
  /** The Node that runs this. */
  readonly nodeProgram: string;
}

export const exitCodes = { done: 0, failed: 1, misused: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Words that a command does not accept, in a sentence for the user. */
export class Misuse extends Error {}
