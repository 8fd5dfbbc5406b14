/** Finds the servers that `lectern connect` sets up in a client, from its arguments or the vaults that Obsidian knows. */
import type { ToolProfile } from '../../../../src/control';
import { isNamedVault, namedVaults, oneVault } from '../../front/vault-words';
import { type DeviceContext, Misuse } from '../command-context';
import { defaultPort, type Rights } from '../option-values';
import { isNearby, withScheme } from '../remote-access';
import { servedFolder } from '../served-folder';
import { withTokenFile } from '../token-file';
import { type KnownVault, knownVaults } from './obsidian-vaults';
import { placeholder, programFor, type ServerTarget } from './server-target';

/** What a client gets: a name in its settings, and what it connects to. */
export interface Entry {
  readonly name: string;
  readonly target: ServerTarget;
}

export interface EntryWords {
  readonly url?: string | undefined;
  readonly port?: number | undefined;
  readonly rights?: Rights | undefined;
  readonly tools?: ToolProfile | undefined;
  /** The tools that this client gets unless `tools` says otherwise. */
  readonly usualTools: ToolProfile;
  readonly remove?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** @returns none if the user chose none @throws Misuse */
export async function entriesOf(
  vaults: readonly string[],
  words: EntryWords,
  context: DeviceContext,
): Promise<readonly Entry[]> {
  const { url, port, rights, tools, usualTools, remove, yes } = words;
  const profile = tools ?? usualTools;
  const given = [
    ...(rights === undefined ? [] : ['--rights', rights]),
    ...(profile === 'core' ? [] : ['--tools', profile]),
  ];
  const serving = (...folders: readonly string[]): ServerTarget =>
    programFor(context, [...folders, ...given]);
  const isRunning = url !== undefined || port !== undefined;
  if (vaults.length > 0 && isRunning)
    throw new Misuse(
      'With a vault, the client starts Lectern itself; --url and --port are for a running server.',
    );
  const named = vaults.some(isNamedVault) ? namedVaults(vaults) : [];
  if (named.length > 0)
    return [{ name: 'lectern', target: serving(...named.map(({ name, folder }) => `${name}=${folder}`)) }];
  const vault = oneVault(vaults);
  if (vault !== undefined) return [{ name: 'lectern', target: serving(servedFolder(vault)) }];
  const token = withTokenFile(context.environment)['LECTERN_TOKEN'] ?? '';
  const known = isRunning || token !== '' || remove === true ? [] : knownVaults(context);
  if (known.length === 0) {
    if (remove !== true) refuseForServer(words, token);
    const target = serverAt(token, url, port);
    if (remove !== true && isReadable(target.url))
      context.terminal.complain(
        `Warning: ${target.url} is not encrypted: whoever is on the way can read the token and the notes. Use an https:// address.`,
      );
    return [{ name: 'lectern', target }];
  }
  const chosen = yes === true ? known : await chosenOf(known, context);
  return chosen.map(({ entry, folder }) => ({ name: entry, target: serving(folder) }));
}

/** Refuses what a running server would refuse, or ignore. @throws Misuse */
function refuseForServer({ rights, tools }: EntryWords, token: string): void {
  if ((rights ?? tools) !== undefined)
    throw new Misuse('--rights and --tools need a vault; on a running server, the token sets them.');
  if (token !== '' && !/^[!-~]{16,512}$/.test(token))
    throw new Misuse('The token in LECTERN_TOKEN must be 16 to 512 printable characters without spaces.');
}

/** @throws Misuse */
function serverAt(
  token: string,
  url: string | undefined,
  port = defaultPort,
): ServerTarget & { kind: 'server' } {
  const address = url ?? `http://127.0.0.1:${port}/mcp`;
  if (!URL.canParse(address) || !/^https?:\/\/[^@?#]+$/.test(new URL(address).href))
    throw new Misuse(
      `"${address}" is not a valid server address, such as ${withScheme(address) ?? 'https://notes.example.org/mcp'}.`,
    );
  return { kind: 'server', url: new URL(address).href, token: token === '' ? placeholder : token };
}

/** For others on the way over the internet. */
function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isNearby(hostname);
}

/** Asks which of the vaults that Obsidian knows to connect. */
async function chosenOf(
  known: readonly KnownVault[],
  { terminal }: DeviceContext,
): Promise<readonly KnownVault[]> {
  const lines = known.map(({ entry, folder }, index) => `  ${index + 1}  ${folder}  (${entry})`);
  terminal.say(`Vaults that Obsidian knows here:\n\n${lines.join('\n')}\n`);
  if (!terminal.isInteractive) {
    terminal.say('Name one after the client, or pass --yes for an entry for each.');
    return [];
  }
  const answer = (await terminal.ask('Which? Numbers, or "all":')).trim();
  if (answer.toLowerCase() === 'all') return known;
  const numbers = answer.split(/[\s,]+/).filter(word => word !== '');
  const isRight = numbers.every(word => /^\d{1,6}$/.test(word) && known[Number(word) - 1] !== undefined);
  const chosen = known.filter((_vault, index) => numbers.includes(String(index + 1)));
  if (!isRight || chosen.length === 0) terminal.say('Nothing was changed: that is not one of these numbers.');
  return isRight ? chosen : [];
}
