/** `lectern doctor [VAULT | NAME=FOLDER ...]`: what is wrong on this computer, and what to do next. */
import { dirname } from 'node:path';
import {
  isNamedVault,
  type NamedFolder,
  namedFolders,
  type NamedVault,
  oneVault,
  overlapOf,
} from '../../front/vault-words';
import { messageOf } from '../../obsidian/core/unknowns';
import { readManifest } from '../../plugins/manifest';
import { stateFolderPath } from '../../state-folder';
import { type DeviceContext, type ExitCode, exitCodes, Misuse } from '../command-context';
import { knownPortOf } from '../option-values';
import { commandLine } from '../own-command';
import { parsedWords, refuseIgnored } from '../parsed-words';
import { publicUrlOf } from '../connect/remote-clients';
import { stateLocationOf } from '../served-folder';
import { withTokenFile } from '../token-file';
import { checkApp } from './app-findings';
import { checkConfiguredClients } from './client-findings';
import { type Finding, good, note, problem } from './finding';
import { checkPublic } from './public-findings';
import { checkServer, checkToken, type Listener, type ServerReport } from './server-findings';
import { checkVault, usualListener, type VaultReport } from './vault-findings';

export const doctorOptions = {
  port: { type: 'string' },
  public: { type: 'boolean' },
  url: { type: 'string' },
} as const;
const marks = { good: 'ok     ', note: 'note   ', problem: 'PROBLEM' } as const;

/** Changes nothing. */
export async function doctor(context: DeviceContext): Promise<ExitCode> {
  const { values, positionals } = parsedWords(context.words, doctorOptions);
  const named = positionals.some(isNamedVault) ? namedFolders(positionals) : [];
  const vault = named.length > 0 ? undefined : oneVault(positionals);
  const port = knownPortOf(values.port);
  let problems = 0;
  const tell = (findings: readonly Finding[]): void => {
    for (const { state, text, next } of findings)
      context.terminal.say(`${marks[state]}  ${text}${next === undefined ? '' : `\n         → ${next}`}`);
    problems += findings.filter(({ state }) => state === 'problem').length;
  };
  const isPublic = values.public === true || values.url !== undefined;
  if (isPublic)
    refuseIgnored(values, ['port'], 'is not for the public address, which has a port of its own.');
  if (isPublic && named.length > 0)
    throw new Misuse('The public address is one for all vaults: pass --url ADDRESS instead of NAME=FOLDER.');
  if (values.url !== undefined && vault !== undefined)
    throw new Misuse(`--url names the address itself; leave out "${vault}".`);
  if (isPublic) tell(await lookFromOutside(vault, values.url, context));
  else if (named.length === 0) tell(await look(vault, port, context));
  else {
    const served: NamedVault[] = [];
    for (const one of named) {
      context.terminal.say(`${one.name}:`);
      const { findings, root } = lookAtNamed(one, context);
      tell(findings);
      if (root !== undefined) served.push({ name: one.name, folder: root });
    }
    context.terminal.say('All vaults:');
    const overlap = overlapOf(served);
    if (overlap !== undefined) tell([problem(overlap, 'Leave one of them out.')]);
    const words = named
      .filter(({ name }) => served.some(one => one.name === name))
      .map(({ name, folder }) => `${name}=${folder}`);
    tell(
      await lookAtFront(port ?? usualListener.port, words.length === 0 ? ['NAME=FOLDER'] : words, context),
    );
  }
  context.terminal.say(problems === 0 ? '\nNothing is wrong.' : `\nProblems found: ${problems}.`);
  return problems === 0 ? exitCodes.done : exitCodes.failed;
}

/** Checks one of several vaults without its server, since they share one. */
function lookAtNamed({ folder }: NamedFolder, context: DeviceContext): VaultReport {
  const seen = checkVault(folder, context);
  if (seen.root === undefined) return seen;
  const app = checkApp(seen.root, context).findings;
  return { ...seen, findings: [...seen.findings, stateFinding(seen.root, folder, context), ...app] };
}

async function lookAtFront(
  port: number,
  vaults: readonly string[],
  context: DeviceContext,
): Promise<readonly Finding[]> {
  const expected = { isAppOpen: undefined, serving: commandLine(context, vaults) };
  const { findings, server } = await checkServer({ ...usualListener, port }, expected);
  return [
    ownFinding(context),
    ...findings,
    ...(await tokenFindings(server, context)),
    ...(await checkConfiguredClients({ context, server, vaults })),
  ];
}

function ownFinding({ mainFile }: DeviceContext): Finding {
  return good(`Lectern ${readManifest(dirname(mainFile)).version} on Node ${process.versions.node}`);
}

/** Asks at the public address, which is the vault's unless one is given. */
async function lookFromOutside(
  vault: string | undefined,
  url: string | undefined,
  context: DeviceContext,
): Promise<readonly Finding[]> {
  const seen = vault === undefined || url !== undefined ? undefined : checkVault(vault, context);
  if (seen !== undefined && seen.root === undefined) return seen.findings;
  const address = url ?? (seen?.root === undefined ? undefined : publicUrlOf(seen.root, context));
  if (address === undefined) {
    const command = commandLine(context, ['doctor', '--public', '--url', 'ADDRESS']);
    return [
      problem(
        'There is no public address',
        `Set "publicUrl" in the settings of the vault, or name the address: ${command}`,
      ),
    ];
  }
  return checkPublic(address);
}

async function look(
  vault: string | undefined,
  givenPort: number | undefined,
  context: DeviceContext,
): Promise<readonly Finding[]> {
  const seen = vault === undefined ? undefined : checkVault(vault, context);
  const app = seen?.root === undefined ? undefined : checkApp(seen.root, context);
  const { host, port } = {
    ...(seen?.listener ?? usualListener),
    ...(givenPort === undefined ? {} : { port: givenPort }),
  };
  const vaults = [seen?.root === undefined || vault === undefined ? 'VAULT' : vault];
  const expected = { isAppOpen: app?.isOpen, serving: commandLine(context, vaults) };
  const naming = commandLine(context, ['doctor', 'VAULT']);
  const { findings, server } =
    port === 0 ? unknownPort(vaults, context) : await checkServer({ host, port }, expected);
  return [
    ownFinding(context),
    ...(seen?.findings ?? [note('No vault was named', `To check one too: ${naming}`)]),
    ...(seen?.root === undefined ? [] : [stateFinding(seen.root, vault ?? seen.root, context)]),
    ...(app?.findings ?? []),
    ...findings,
    ...(await tokenFindings(server, context)),
    ...(await checkConfiguredClients({ context, server, vaults })),
  ];
}

function unknownPort(vaults: readonly string[], context: DeviceContext): ServerReport {
  const command = commandLine(context, ['doctor', ...vaults, '--port', 'PORT']);
  const finding = note(
    'The settings let the server take any free port, so it was not looked for',
    `Name the port: ${command}`,
  );
  return { findings: [finding], server: undefined };
}

/** Where the headless host keeps tokens. @param vault as given */
function stateFinding(root: string, vault: string, context: DeviceContext): Finding {
  const folder = stateFolderPath(root, context.environment);
  const { problem: text } = stateLocationOf(root, folder);
  return text === undefined
    ? good(`Tokens of this vault are stored in ${folder}`)
    : note(text, `This concerns ${commandLine(context, [vault])}; Obsidian stores tokens itself.`);
}

async function tokenFindings(
  server: Listener | undefined,
  { environment }: DeviceContext,
): Promise<Finding[]> {
  try {
    const token = withTokenFile(environment)['LECTERN_TOKEN'];
    if (token === undefined || token === '' || server === undefined) return [];
    const next = 'Set it to a token that is valid, from the settings of Lectern.';
    return [await checkToken(server, token, { whose: 'The token in LECTERN_TOKEN', next })];
  } catch (error) {
    return [problem(messageOf(error), 'Correct the variable.')];
  }
}
