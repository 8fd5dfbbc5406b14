/** `lectern pair`: lets one client elsewhere sign in at the host that serves a vault. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PairingConsent } from '../../../../src/control';
import { Confinement } from '../../obsidian/disk/confinement';
import { isVisible, root as top } from '../../obsidian/vault/paths';
import { scan } from '../../obsidian/vault/tree-scan';
import { isRunning } from '../../obsidian/disk/temporary-names';
import { type PairingEvent, type PairingFile, PairingFiles } from '../../pairing/pairing-files';
import { stateFolderPath } from '../../state-folder';
import { type DeviceContext, type ExitCode, exitCodes, Misuse } from '../command-context';
import { nearName, offer } from '../near-names';
import { rightsOf } from '../option-values';
import { commandLine } from '../own-command';
import { parsedWords } from '../parsed-words';
import { servedFolder } from '../served-folder';
import { terminalApprover } from '../terminal-approver';

export const pairOptions = {
  rights: { type: 'string' },
  folder: { type: 'string', multiple: true },
  changes: { type: 'string' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** How long a running host may take to answer, and how often that is checked, in milliseconds. */
const patience = 5000;
const interval = 100;

interface Wanted {
  readonly consent: PairingConsent;
  readonly isAgreed: boolean;
  readonly isJson: boolean;
}

export async function pair(context: DeviceContext): Promise<ExitCode> {
  const { values, positionals } = parsedWords(context.words, pairOptions);
  const [vault, more] = positionals;
  if (vault === undefined || more !== undefined)
    throw new Misuse(`Name one vault: ${commandLine(context, ['pair', 'VAULT'])}`);
  const wanted = {
    consent: consentOf(values),
    isAgreed: values.yes === true,
    isJson: values.json === true,
  };
  const root = servedFolder(vault);
  const missing = wanted.consent.folders.find(path => !isFolderIn(root, path));
  if (missing !== undefined)
    throw new Misuse(
      `There is no folder "${missing}" in ${root}.${offer(nearName(missing, foldersIn(root)))}`,
    );
  const files = new PairingFiles(stateFolderPath(root, context.environment));
  const request: PairingFile = { id: randomUUID(), pid: process.pid, consent: wanted.consent };
  const stop = (): void => {
    files.remove(request);
    if (wanted.isJson) context.terminal.say(JSON.stringify({ event: 'closed' }));
    process.exit(exitCodes.failed);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  try {
    files.writeRequest(request);
  } catch {
    context.terminal.complain(notServed(root, context));
    return exitCodes.failed;
  }
  try {
    return await follow(context, { files, request, root, ...wanted });
  } finally {
    files.remove(request);
  }
}

function consentOf(values: {
  readonly rights?: string | undefined;
  readonly folder?: readonly string[] | undefined;
  readonly changes?: string | undefined;
}): PairingConsent {
  const { folder = [], changes = 'ask' } = values;
  const rights = rightsOf(values.rights) ?? 'read';
  if (changes !== 'ask' && changes !== 'allow')
    throw new Misuse(`--changes takes ask or allow, not "${changes}".`);
  const folders = folder.map(path => path.replace(/^\/|\/$/gu, ''));
  const wrong = folders.find(path => path === '' || path.length > 512 || !isVisible(path));
  if (wrong !== undefined)
    throw new Misuse(
      `--folder takes a folder of the vault, such as Projects, not "${wrong}". Clients see nothing that begins with a dot.`,
    );
  return { rights, changes, folders };
}

/** With a misspelt folder the client would see nothing, and the code would be spent. */
function isFolderIn(root: string, path: string): boolean {
  return new Confinement(root).stats(path)?.isDirectory() === true;
}

function foldersIn(root: string): string[] {
  return [...scan(new Confinement(root), top)].flatMap(({ path, stats }) =>
    stats.isDirectory() ? path : [],
  );
}

interface Followed extends Wanted {
  readonly files: PairingFiles;
  readonly request: PairingFile;
  readonly root: string;
}

/** Reports what happens, and asks, until the pairing has ended. */
async function follow(context: DeviceContext, followed: Followed): Promise<ExitCode> {
  const { files, request, root, isJson } = followed;
  const { terminal } = context;
  const late = performance.now() + patience;
  while (files.events(request.id) === undefined && performance.now() < late) await sleep(interval);
  if (files.events(request.id) === undefined) {
    terminal.complain(notServed(root, context));
    return exitCodes.failed;
  }
  const over = new AbortController();
  for (let told = 0; ;) {
    const found = files.events(request.id);
    const isGone = found === undefined || !isRunning(found.pid);
    const news = [...(found?.events.slice(told) ?? []), ...(isGone ? [{ event: 'closed' } as const] : [])];
    for (const event of news) {
      if (event.event === 'problem') terminal.complain(event.message);
      else terminal.say(isJson ? JSON.stringify(event) : sentenceOf(event));
      if (event.event === 'request') void answer(event, followed, over.signal);
      else if (event.event !== 'pairing')
        return end(over, event.event === 'paired' ? exitCodes.done : exitCodes.failed);
    }
    told += news.length;
    await sleep(interval);
  }
}

function end(over: AbortController, code: ExitCode): ExitCode {
  over.abort();
  return code;
}

async function answer(
  event: Extract<PairingEvent, { event: 'request' }>,
  { files, request, isAgreed, consent }: Followed,
  signal: AbortSignal,
): Promise<void> {
  const ask = terminalApprover(process.stdin, process.stderr);
  const isYes = isAgreed || (await ask(questionOf(event, consent), signal)) === true;
  if (!signal.aborted) files.writeRequest({ ...request, answer: isYes ? 'yes' : 'no' });
}

function questionOf(
  { client, redirect, address }: Extract<PairingEvent, { event: 'request' }>,
  { rights, folders, changes }: PairingConsent,
): string {
  return [
    `"${client}" wants to connect.`,
    `  Address   ${address}`,
    `  Goes to   ${redirect}`,
    `  Rights    ${rights}${rights === 'read' ? '' : changes === 'ask' ? ', asks before each change' : ', without asking'}`,
    `  Folders   ${folders.length === 0 ? 'the whole vault' : folders.join(', ')}`,
  ].join('\n');
}

function sentenceOf(event: Exclude<PairingEvent, { event: 'problem' }>): string {
  switch (event.event) {
    case 'pairing':
      return `Code: ${event.code.slice(0, 4)}-${event.code.slice(4)}\nAdd Lectern in the client, and enter the code on the page that opens. Ctrl+C cancels.`;
    case 'request':
      return `"${event.client}" entered the code.`;
    case 'paired':
      return `Connected as "${event.name}".`;
    case 'refused':
      return 'Refused.';
    case 'closed':
      return event.wrongCodesFrom === undefined
        ? 'The pairing ended: time ran out, or another pairing began.'
        : `The pairing ended: too many wrong codes, the last from ${event.wrongCodesFrom}. If that was not you, start again later.`;
  }
}

function notServed(root: string, context: DeviceContext): string {
  return `Lectern is not serving ${root}. Start it first: ${commandLine(context, [root])}`;
}
