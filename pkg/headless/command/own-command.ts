/** How the user calls this command, for texts that say what to run. */
import { existsSync, statSync, realpathSync } from 'node:fs';
import { basename, delimiter, join, relative } from 'node:path';
import type { CommandContext, Environment } from './command-context';
import { shellLine } from './shell-line';

export interface Start {
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** The full path of what was started: `lectern.mjs`, or a link to it. */
  readonly script: string;
  /** The Node that runs it. */
  readonly nodeProgram: string;
  readonly workingFolder: string;
}

/** The beginning of a command line that starts the same script from the same folder, quoted for a shell. */
export function programOf({ environment, platform, script, nodeProgram, workingFolder }: Start): string {
  if (environment['npm_lifecycle_event'] === 'start') return 'npm start --';
  // The cache of npx is in PATH only while npx runs.
  if (/[\\/]_npx[\\/]/.test(script)) return 'npx lectern-mcp';
  const name = basename(script);
  const path = shorterPath(script, workingFolder);
  if (!name.endsWith('.mjs'))
    return isFound(script, environment) ? name : shellLine([asProgram(path)], platform);
  return shellLine([isFound(nodeProgram, environment) ? 'node' : nodeProgram, path], platform);
}

/** A command of `lectern` that can be pasted. */
export function commandLine(
  { program, platform = process.platform }: Pick<CommandContext, 'program'> & { platform?: NodeJS.Platform },
  words: readonly string[],
): string {
  return `${program} ${shellLine(words, platform)}`;
}

/** Whether a shell that is given the name of this file starts this file. */
function isFound(file: string, environment: Environment): boolean {
  const found = (environment['PATH'] ?? environment['Path'] ?? '')
    .split(delimiter)
    .map(folder => join(folder, basename(file)))
    .find(path => existsSync(path) && statSync(path).isFile());
  return found !== undefined && realpathSync(found) === realpathSync(file);
}

function shorterPath(path: string, workingFolder: string): string {
  const short = relative(workingFolder, path);
  return short.length < path.length ? short : path;
}

/** A shell looks up a bare name in PATH, not in the working folder. */
function asProgram(path: string): string {
  return basename(path) === path ? `./${path}` : path;
}
