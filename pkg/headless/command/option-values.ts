/** Checks the values of options, also for commands that write them down for later starts. */
import type { ToolProfile } from '../../../src/control';
import { Misuse } from './command-context';

/** The port if the settings name none. `src/settings/schema` has it too, but loads the checks of all settings. */
export const defaultPort = 27_150;

export type Rights = 'read' | 'write' | 'full';

/** @throws Misuse */
export function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Misuse(`--port takes a number up to 65535, not "${text}".`);
  return port;
}

/** Of a server that listens: 0 is none. @throws Misuse */
export function knownPortOf(text: string | undefined): number | undefined {
  const port = portOf(text);
  if (port === 0)
    throw new Misuse('--port takes the number of the port that the server listens on, not "0".');
  return port;
}

/** @throws Misuse */
export function rightsOf(text: string | undefined): Rights | undefined {
  if (text === undefined || text === 'read' || text === 'write' || text === 'full') return text;
  throw new Misuse(`--rights takes read, write or full, not "${text}".`);
}

/** @throws Misuse */
export function profileOf(text: string | undefined): ToolProfile | undefined {
  if (text === undefined || text === 'core' || text === 'standard' || text === 'all') return text;
  throw new Misuse(`--tools takes core, standard or all, not "${text}".`);
}
