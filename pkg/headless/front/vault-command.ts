/** How the front starts the process of a vault. */
import { dirname, join } from 'node:path';
import type { CommandContext } from '../command/command-context';
import type { CommandOptions } from '../command/options';
import type { NamedVault } from './vault-words';

/** The command beside the plugin. */
export function programOf({ mainFile }: Pick<CommandContext, 'mainFile'>): string {
  return join(dirname(mainFile), 'dist', 'lectern.mjs');
}

/** @param address where the front listens */
export function wordsFor(
  { name, folder }: NamedVault,
  options: CommandOptions,
  address: { readonly host: string; readonly port: number },
): string[] {
  const { rights, tools, readOnly, settingsFile, acceptSettings, plugins } = options;
  return [
    folder,
    ...['--host', '127.0.0.1', '--port', '0'],
    ...['--vault-name', name, '--front-address', `${address.host} ${address.port}`],
    ...(rights === undefined ? [] : ['--rights', rights]),
    ...(tools === undefined ? [] : ['--tools', tools]),
    ...(readOnly ? ['--read-only'] : []),
    ...(settingsFile === undefined ? [] : ['--settings', settingsFile]),
    ...(acceptSettings ? ['--accept-settings'] : []),
    ...(plugins.length === 0 ? [] : ['--plugins', plugins.join(',')]),
  ];
}

/** @param token for the vault, if one is valid for all */
export function environmentFor(
  environment: CommandContext['environment'],
  token: string | undefined,
): NodeJS.ProcessEnv {
  const own = new Set(['LECTERN_TOKEN', 'LECTERN_TOKEN_FILE']);
  const rest = Object.entries(environment).filter(([name]) => !own.has(name));
  return { ...Object.fromEntries(rest), ...(token === undefined ? {} : { LECTERN_TOKEN: token }) };
}
