/** `lectern doctor [VAULT | NAME=FOLDER ...]`: what is wrong on this computer, and what to do next. */
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { isNamedVault, type NamedVault, namedVaults } from '../../front/vault-words';
import { messageOf } from '../../obsidian/core/unknowns';
import { readManifest } from '../../plugins/manifest';
import { stateFolderPath } from '../../state-folder';
import { type DeviceContext, type ExitCode, exitCodes, Misuse } from '../command-context';
import { parsedWords } from '../parsed-words';
import { oneOf } from '../connect/entries';
import { publicUrlOf } from '../connect/remote-clients';
import { servedFolder, stateLocationOf } from '../served-folder';
import { withTokenFile } from '../token-file';
import { checkApp } from './app-findings';
import { checkConfiguredClients } from './client-findings';
import { type Finding, good, note, problem } from './finding';
import { checkPublic } from './public-findings';
import { checkServer, checkToken } from './server-findings';
import { checkVault } from './vault-findings';

const defaultPort = 27_150;
const options = { port: { type: 'string' }, public: { type: 'boolean' }, url: { type: 'string' } } as const;
const marks = { good: 'ok     ', note: 'note   ', problem: 'PROBLEM' } as const;

/** Changes nothing. */
export async function doctor(context: DeviceContext): Promise<ExitCode> {
  const { values, positionals } = parsedWords(() =>
    parseArgs({ args: [...context.words], options, allowPositionals: true }),
  );
  const named = positionals.some(isNamedVault) ? namedVaults(positionals) : [];
  const vault = named.length > 0 ? undefined : oneOf(positionals);
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port))
    throw new Misuse(`--port takes a number up to 65535, not "${values.port}".`);
  const port = values.port === undefined ? undefined : Number(values.port);
  let problems = 0;
  const tell = (findings: readonly Finding[]): void => {
    for (const { state, text, next } of findings)
      context.terminal.say(`${marks[state]}  ${text}${next === undefined ? '' : `\n         → ${next}`}`);
    problems += findings.filter(({ state }) => state === 'problem').length;
  };
  if (values.public === true || values.url !== undefined)
    tell(await lookFromOutside(vault, values.url, context));
  else if (named.length === 0) tell(await look(vault, port, context));
  else {
    for (const one of named) {
      context.terminal.say(`${one.name}:`);
      tell(lookAtNamed(one, context));
    }
    context.terminal.say('All vaults:');
    tell(await lookAtFront(port ?? defaultPort, named, context));
  }
  context.terminal.say(problems === 0 ? '\nNothing is wrong.' : `\nProblems found: ${problems}.`);
  return problems === 0 ? exitCodes.done : exitCodes.failed;
}

/** One of several vaults, without its server: they have one together. */
function lookAtNamed({ folder }: NamedVault, context: DeviceContext): readonly Finding[] {
  const { findings } = checkVault(folder, context);
  return [...findings, stateFinding(folder, context), ...checkApp(folder, context).findings];
}

async function lookAtFront(
  port: number,
  named: readonly NamedVault[],
  context: DeviceContext,
): Promise<readonly Finding[]> {
  const server = await checkServer(port, undefined);
  const words = named.map(({ name }) => `${name}=FOLDER`).join(' ');
  return [
    ownFinding(context),
    ...server.findings,
    ...(await tokenFindings(port, server.isRunning, context)),
    ...(await checkConfiguredClients(context, server.isRunning ? port : undefined, words)),
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
  const address = url ?? (vault === undefined ? undefined : publicUrlOf(servedFolder(vault), context));
  if (address === undefined)
    return [
      problem(
        'There is no public address',
        'Set "publicUrl" in the settings of the vault, or name it: lectern doctor --public --url ADDRESS',
      ),
    ];
  return checkPublic(address);
}

async function look(
  vault: string | undefined,
  givenPort: number | undefined,
  context: DeviceContext,
): Promise<readonly Finding[]> {
  const seen = vault === undefined ? undefined : checkVault(vault, context);
  const app = seen?.root === undefined ? undefined : checkApp(seen.root, context);
  const port = givenPort ?? seen?.port ?? defaultPort;
  const server = await checkServer(port, app?.isOpen);
  return [
    ownFinding(context),
    ...(seen?.findings ?? [note('No vault was named', 'lectern doctor VAULT checks one too.')]),
    ...(seen?.root === undefined ? [] : [stateFinding(seen.root, context)]),
    ...(app?.findings ?? []),
    ...server.findings,
    ...(await tokenFindings(port, server.isRunning, context)),
    ...(await checkConfiguredClients(context, server.isRunning ? port : undefined)),
  ];
}

/** Where the headless host keeps tokens. */
function stateFinding(root: string, { environment }: DeviceContext): Finding {
  const folder = stateFolderPath(root, environment);
  const { problem: text } = stateLocationOf(root, folder);
  return text === undefined
    ? good(`Tokens of this vault are stored in ${folder}`)
    : note(text, 'This concerns lectern VAULT; Obsidian stores tokens itself.');
}

async function tokenFindings(
  port: number,
  isRunning: boolean,
  { environment }: DeviceContext,
): Promise<Finding[]> {
  try {
    const token = withTokenFile(environment)['LECTERN_TOKEN'];
    if (token === undefined || token === '' || !isRunning) return [];
    return [await checkToken(port, token, 'The token in LECTERN_TOKEN')];
  } catch (error) {
    return [problem(messageOf(error), 'Correct the variable.')];
  }
}
