/** `lectern connect CLIENT [VAULT | NAME=FOLDER ...]`: writes or prints what connects a client. */
import { spawnSync } from 'node:child_process';
import { profileFor } from '../../../../src/settings/clients/setup-texts';
import { isNamedVault, oneVault } from '../../front/vault-words';
import { type DeviceContext, type ExitCode, exitCodes, Misuse } from '../command-context';
import { nearName, offer } from '../near-names';
import { knownPortOf, profileOf, rightsOf } from '../option-values';
import { commandLine } from '../own-command';
import { parsedWords, refuseIgnored } from '../parsed-words';
import { shellLine } from '../shell-line';
import { type ClientChange, changeOf, type Wish } from './client-change';
import { clientNamed, knownClients, type KnownClient } from './clients';
import { entriesOf, type Entry } from './entries';
import { remoteClients, remoteSteps } from './remote-clients';
import { claudeCodeWords, placeholder, withoutToken } from './server-target';
import { closeToOthers, holdsToken, isOpenToOthers, type Rewritten, rewrite } from './settings-file';

export const connectOptions = {
  url: { type: 'string' },
  port: { type: 'string' },
  name: { type: 'string' },
  rights: { type: 'string' },
  tools: { type: 'string' },
  remove: { type: 'boolean' },
  print: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const;

export async function connect(context: DeviceContext): Promise<ExitCode> {
  const { terminal } = context;
  const { values, positionals } = parsedWords(context.words, connectOptions);
  const port = knownPortOf(values.port);
  const rights = rightsOf(values.rights);
  const tools = profileOf(values.tools);
  const [clientName, ...vaults] = positionals;
  const remote = remoteClients.find(known => known === clientName);
  if (remote !== undefined) {
    if (vaults.some(isNamedVault))
      throw new Misuse(
        `${remote} connects to one public address for all vaults: pass --url ADDRESS instead of NAME=FOLDER.`,
      );
    const others = ['rights', 'tools', 'name', 'remove', ...(remote === 'chatgpt' ? [] : ['port'])];
    refuseIgnored(values, others, `is not for ${remote}, for which only the steps are printed.`);
    terminal.say(remoteSteps(remote, { url: values.url, port, vault: oneVault(vaults) }, context));
    return exitCodes.done;
  }
  if (values.remove === true)
    refuseIgnored(values, ['rights', 'tools'], 'is for a new entry; --remove needs only its name.');
  if (values.url !== undefined)
    refuseIgnored(values, ['port'], 'and --url both say where the server is; use one.');
  const client = clientName === undefined ? undefined : clientNamed(clientName);
  if (client === undefined) throw new Misuse(unknownClient(clientName, context));
  if (values.name !== undefined && !/^[\w-]{1,64}$/.test(values.name))
    throw new Misuse('--name takes letters, digits, - and _.');
  const where = { ...values, port, rights, tools, usualTools: profileFor(client.title) };
  const entries = await entriesOf(vaults, where, context);
  if (entries.length > 1 && values.name !== undefined)
    throw new Misuse('--name is for a single entry, but here each vault gets its own.');
  if (entries.length === 0) return exitCodes.failed;
  const named = entries.map(({ name, target }) => ({ name: values.name ?? name, target }));
  const isRemoval = values.remove === true;
  const isServerGiven = (values.url ?? port) !== undefined;
  const isAdvised = !isRemoval && !isServerGiven && values.print !== true;
  if (isAdvised && named.some(isIncomplete)) terminal.say(easierWay(client, context));
  if (client.keptIn.kind !== 'program')
    return changeFile(client, { ...values, entries: named, isRemoval }, context);
  let code: ExitCode = exitCodes.done;
  for (const entry of named) {
    const given = { isRemoval, isPrinted: values.print === true, isAgreed: values.yes === true };
    const ended = await viaProgram(context, entry, given);
    if (ended !== exitCodes.done) code = ended;
  }
  return code;
}

function easierWay({ name }: KnownClient, context: DeviceContext): string {
  const command = commandLine(context, ['connect', name]);
  return `This is for a server that is already running. It is easier to name a vault; the client then starts Lectern itself and needs no token: ${command} ~/Vault\n`;
}

interface FileWish extends Wish {
  readonly print?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

async function changeFile(client: KnownClient, values: FileWish, context: DeviceContext): Promise<ExitCode> {
  const { terminal } = context;
  const change = changeOf(client, values, context);
  if (change.after === change.before) {
    terminal.say(unchangedText(change));
    if (!change.isRemoval && values.print !== true) await closeIfOpen(context, change, values.yes === true);
    return exitCodes.done;
  }
  terminal.say(`${client.title}: ${change.file}\n\n${change.text}\n${foreignText(change)}`);
  if (change.after === undefined) {
    terminal.say(change.problem);
    return values.print === true ? exitCodes.done : exitCodes.failed;
  }
  if (values.print === true) return exitCodes.done;
  if (!values.isRemoval && values.entries.some(isIncomplete)) {
    terminal.say(
      `${placeholder} stands for the token. Set LECTERN_TOKEN to it, and this command writes the file.`,
    );
    return exitCodes.failed;
  }
  if (!(await isAgreed(context, values.yes === true, `Change ${change.file}?`))) return exitCodes.failed;
  terminal.say(changedText(client, change, rewrittenBy(change, change.after)));
  return exitCodes.done;
}

function rewrittenBy({ file, before, foreign }: ClientChange, after: string): Rewritten {
  return rewrite(file, before, after, foreign.length > 0);
}

/** Says what is lost in addition to Lectern's own entries. */
function foreignText({ foreign, isRemoval, before = '', after }: ClientChange): string {
  if (foreign.length === 0 || after === undefined) return '';
  const names = foreign.map(name => `"${name}"`).join(', ');
  const kept = holdsToken(before) ? ' The file contains a token, so no copy of it is kept.' : '';
  return `This ${isRemoval ? 'removes' : 'replaces'} another server of that name: ${names}.${kept}\n`;
}

function unchangedText({ file, isRemoval, names, present }: ClientChange): string {
  if (!isRemoval) return `Nothing to change: ${file} is up to date.`;
  const others = present.map(name => `"${name}"`).join(', ');
  const hint =
    present.length === 0 ? '' : ` Lectern's entries there: ${others}. Pass --name for one of them.`;
  return `Nothing to remove: ${file} has no entry ${names.map(name => `"${name}"`).join(' or ')}.${hint}`;
}

function unknownClient(name: string | undefined, context: DeviceContext): string {
  const names = [...knownClients.map(client => client.name), ...remoteClients];
  const list = names.join(', ');
  if (name === undefined)
    return `Name the client and the vault: ${commandLine(context, ['connect', 'CLIENT', 'VAULT'])}, with one of ${list}.`;
  const other = commandLine(context, ['--setup', 'another-client']);
  return `Lectern knows ${list}, not "${name}".${offer(nearName(name, names))} To print what any client needs: ${other}`;
}

function isIncomplete({ target }: Entry): boolean {
  return target.kind === 'server' && target.token === placeholder;
}

async function isAgreed({ terminal }: DeviceContext, isGiven: boolean, question: string): Promise<boolean> {
  if (isGiven) return true;
  if (terminal.isInteractive) return terminal.confirm(question);
  terminal.say('Nothing was changed: there is no terminal to confirm on. Pass --yes.');
  return false;
}

function changedText(
  client: KnownClient,
  { file, isRemoval }: ClientChange,
  { copy, isClosed }: Rewritten,
): string {
  const kept = copy === undefined ? '' : ` The previous file was kept as ${copy}.`;
  const closed = isClosed ? ` ${closedText}` : '';
  return `${isRemoval ? 'Removed from' : 'Written into'} ${file}.${kept}${closed}\n${client.next}`;
}

const closedText = 'It contains a token, so only your account can read it now.';

/** A file that has the entry already may have been written by hand, or by an earlier version. */
async function closeIfOpen(
  context: DeviceContext,
  { file, before }: ClientChange,
  isGiven: boolean,
): Promise<void> {
  if (before === undefined || context.platform === 'win32' || !isOpenToOthers(file, before)) return;
  context.terminal.say('It contains a token that other accounts can read.');
  if (!(await isAgreed(context, isGiven, 'Make it readable for your account only?'))) return;
  closeToOthers(file);
  context.terminal.say(closedText);
}

/** Claude Code changes its settings itself. A token is never an argument of a program that Lectern starts. */
async function viaProgram(
  context: DeviceContext,
  { name, target }: Entry,
  { isRemoval, isPrinted, ...given }: { isRemoval: boolean; isPrinted: boolean; isAgreed: boolean },
): Promise<ExitCode> {
  const words = isRemoval
    ? ['claude', 'mcp', 'remove', '--scope', 'user', name]
    : claudeCodeWords(name, withoutToken(target));
  const { terminal, platform } = context;
  terminal.say(`Claude Code:\n\n  ${shellLine(words, platform)}\n`);
  const hasToken = !isRemoval && target.kind === 'server';
  if (hasToken || platform === 'win32') {
    terminal.say(
      hasToken
        ? `Run this in a terminal, with the token in place of ${placeholder}.`
        : 'Run this in a terminal.',
    );
    return exitCodes.done;
  }
  if (isPrinted) return exitCodes.done;
  if (!(await isAgreed(context, given.isAgreed, 'Run it now?'))) return exitCodes.failed;
  const [program = '', ...rest] = words;
  const { status, error } = spawnSync(program, rest, { stdio: 'inherit', env: withoutSecrets(context) });
  if (error !== undefined) terminal.complain('There is no command "claude" here. Install Claude Code first.');
  return status === 0 ? exitCodes.done : exitCodes.failed;
}

/** For an entry that starts Lectern itself, or is removed, `claude` needs no token. */
function withoutSecrets({ environment }: DeviceContext): Record<string, string | undefined> {
  return { ...environment, LECTERN_TOKEN: undefined, LECTERN_TOKEN_FILE: undefined };
}
