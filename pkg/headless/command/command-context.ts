/** What a command of `lectern` is given. */
import type { Terminal } from './terminal';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface CommandContext {
  /** What follows the command's name. */
  readonly words: readonly string[];
  readonly environment: Environment;
  /** The built plugin, with its `manifest.json` beside it. */
  readonly mainFile: string;
}

/** What the commands that look at this computer, and change files on it, are given. */
export interface DeviceContext extends CommandContext {
  readonly terminal: Terminal;
  readonly platform: NodeJS.Platform;
  /** The user's own folder. */
  readonly homeFolder: string;
  /** The Node that runs. */
  readonly nodeProgram: string;
}

export const exitCodes = { done: 0, failed: 1, misused: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Words that a command does not take, in a sentence for the user. */
export class Misuse extends Error {}

/** How the user has called the command. */
export function commandName(environment: Environment): string {
  return environment['npm_lifecycle_event'] === 'start' ? 'npm start --' : 'lectern';
}
