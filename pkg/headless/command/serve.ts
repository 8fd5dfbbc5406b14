/** Entry of the bundle `dist/serve.cjs`: the life of a served vault, from the options of the command to its exit code. */
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { HostFront, Overlay } from '../../../src/control';
import { announce } from './announcement';
import { type Host, type HostOptions, openVault } from '../host';
import { PairingWatcher } from '../pairing/pairing-watcher';
import { applyLocale, localeOptions } from '../locale';
import { readManifest } from '../plugins/manifest';
import { Confinement } from '../obsidian/disk/confinement';
import { readJson } from '../obsidian/vault/vault-config';
import { isRecord, type Json, messageOf } from '../obsidian/core/unknowns';
import type { CommandOptions } from './options';
import type { KeptModule } from '../kept-code';
import { SettingsRefused } from '../plugins/plugin-loader';
import { terminalApprover } from './terminal-approver';
import { terminalText } from '../terminal-text';
import { remoteHost } from './remote-access';
import { type CommandContext, exitCodes, Misuse } from './command-context';
import { FrontLink } from '../front/front-link';
import { settingsFrom } from './settings-option';
import { settingsForVault } from '../front/vault-settings';
import { openFileWarnings, withTokenFile } from './token-file';
import { stateLocationOf, isVault, servedFolder } from './served-folder';
import { openStateFolder, stateFolderPath, stdioTokenOf } from '../state-folder';

/** A clean stop may take two seconds after the signal, milliseconds. */
const timeout = 1800;

/** Milliseconds after the start, when the first calls are done. */
const quietAfter = 2000;

/**
 * How much the heap of old objects may grow before a collection, in percent of what the last one left. V8 itself chooses
 * up to 300, which takes some 200 MB more at 10,000 notes (measured). With 7, nearly every page of a list and every parse
 * of a large note pays for a collection. Not set during the start, which is a tenth faster without it.
 */
const heapGrowth = 15;

/** The name of the token of `--stdio` in the log and the journal. */
const stdioName = 'stdio';

/** What began before this bundle was there. */
export interface Begun extends Pick<HostOptions, 'listing' | 'listInThread'> {
  /** The bundle itself. */
  readonly bundle: Pick<KeptModule, 'keepCompiled'>;
}

/** Serves a vault until a signal, or until the client of `--stdio` ends. Ends the process. */
export async function serve(
  options: CommandOptions,
  given: CommandContext,
  { bundle, ...listings }: Begun,
): Promise<void> {
  if (options.front === undefined) warnAdministrator();
  let host: Host | undefined;
  try {
    const link = options.front === undefined ? undefined : new FrontLink();
    const context = { ...given, environment: withTokenFile(given.environment) };
    const root = servedFolder(options.vault);
    if (options.front === undefined) warnOfOpenFiles(options, given);
    const seen = {
      isVault: isVault(root),
      ...stateLocationOf(root, stateFolderPath(root, context.environment)),
    };
    const stateFolder = seen.stateFolder ?? stateFolderPath(root, context.environment);
    const own = {
      stored: storedSettings(root, context),
      // A temporary state folder has a new key each time.
      stdioToken: stdioTokenOf(openStateFolder(stateFolder, root)),
    };
    const overlay = restricted(overlayOf(options, context.environment, own), seen.problem);
    const remote = remoteOf(options, overlay);
    const built = (name: string): string => join(dirname(context.mainFile), 'dist', name);
    if (options.plugins.length > 0) outliveFailures();
    host = await openVault(root, {
      ...(seen.stateFolder === undefined ? {} : { stateFolder: seen.stateFolder }),
      ...listings,
      communityPlugins: options.plugins,
      scanWorker: built('scan-worker.mjs'),
      pdfWorker: built('pdf-worker.mjs'),
      packagesBeside: context.mainFile,
    });
    stopOnSignals(host, link);
    await applyLocale(localeOptions(host.internals.vault, context.environment));
    const plugin = await host.loadPlugin(context.mainFile, undefined, overlay);
    if (plugin.control === undefined) throw new Error(`${context.mainFile} is not Lectern.`);
    const url = await announce(plugin.control, { ...context, ...seen, options, overlay, host, remote, own });
    // No public address leads to the free port of a program that a client started.
    if (!options.stdio || options.port !== undefined) new PairingWatcher(stateFolder, plugin.control).start();
    link?.ready(Number(url.port), host.internals.vault);
    // The bundle's compiled code belongs into the usual folder for state, which another replaces if it is not writable.
    afterStart(seen.stateFolder === undefined ? [plugin, bundle] : [plugin]);
    if (options.stdio) await serveStdio(url, overlay, host);
  } catch (error) {
    complain(`${messageOf(error)}\n`);
    process.exitCode =
      error instanceof Misuse || error instanceof SettingsRefused ? exitCodes.misused : exitCodes.failed;
    await host?.close();
    process.exit();
  }
}

function afterStart(loaded: readonly Begun['bundle'][]): void {
  setTimeout(() => {
    // In this order, since V8 accepts compiled code only under the flags with which it was made.
    for (const module of loaded) module.keepCompiled();
    setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  }, quietAfter).unref();
}

function warnAdministrator(): void {
  if (process.getuid?.() === 0) {
    complain('Warning: running as the administrator (root); use an account that owns the vault instead.\n');
  }
}

/** A file that cannot be read is refused where it is used. */
function warnOfOpenFiles({ settingsFile }: CommandOptions, { environment }: CommandContext): void {
  if (settingsFile !== undefined) settingsFrom(settingsFile);
  for (const warning of openFileWarnings(settingsFile, environment)) complain(`${warning}\n`);
}

/** As in the app, an error in a plugin's timer or promise is logged and ends nothing. */
function outliveFailures(): void {
  const tell = (error: unknown): void => complain(`Uncaught: ${stackOf(error)}\n`);
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
}

function stackOf(error: unknown): string {
  const stack = isRecord(error) ? error['stack'] : undefined;
  return typeof stack === 'string' ? stack : messageOf(error);
}

/**
 * Serves the program at the other end of standard input and output through the same door as every other client, with
 * a token of its own, and stops when that program is gone.
 */
async function serveStdio(url: URL, { tokens = [] }: Overlay, host: Host): Promise<void> {
  const token = tokens.find(({ name }) => name === stdioName)?.value ?? '';
  // No other start needs it.
  const { bridgeStdio } = await import('../../bridge/stdio');
  await bridgeStdio(url, token, {
    input: process.stdin,
    output: process.stdout,
    complain: sentence => complain(`${sentence}\n`),
  });
  await host.close();
  process.exit();
}

/** What the options and the environment are combined with. */
interface OwnOfVault {
  /** The plugin's settings in the vault, unchecked. */
  readonly stored?: unknown;
  /** The token of the client of `--stdio`. Default: a random one. */
  readonly stdioToken?: string;
}

/**
 * The options and the environment as settings of the plugin. The command always starts the server, even if
 * the settings do not start it by themselves; damaged settings still admit no client.
 * @throws Misuse
 */
export function overlayOf(
  options: CommandOptions,
  environment: Readonly<Record<string, string | undefined>>,
  { stored, stdioToken = randomBytes(32).toString('base64url') }: OwnOfVault = {},
): Overlay {
  const settings = {
    ...(isRecord(stored) && stored['autoStart'] === false ? { autoStart: true } : {}),
    ...(options.settingsFile === undefined ? {} : settingsOf(options.settingsFile, options.front)),
    ...portOf(options),
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.readOnly ? { readOnly: true } : {}),
  };
  const rights = options.rights ?? 'write';
  const { tools: profile } = options;
  const granted = { rights, ...(profile === undefined ? {} : { profile }) };
  const value = environment['LECTERN_TOKEN'];
  const source = (environment['LECTERN_TOKEN_FILE'] ?? '') === '' ? 'LECTERN_TOKEN' : 'LECTERN_TOKEN_FILE';
  const tokens = [
    ...(value === undefined || value === '' ? [] : [{ name: 'env', value, ...granted, source }]),
    ...(options.stdio ? [{ name: stdioName, value: stdioToken, ...granted }] : []),
  ];
  const approver = options.approve ? { approver: terminalApprover(process.stdin, process.stderr) } : {};
  const acceptance = options.acceptSettings ? { acceptsStored: true } : {};
  const name = options.settingsFile === undefined ? {} : { settingsName: options.settingsFile };
  const forNew = { defaultRights: rights, ...(profile === undefined ? {} : { defaultProfile: profile }) };
  return { settings, tokens, ...forNew, ...name, ...acceptance, ...approver, front: options.front };
}

/** @param problem why nothing can be written, if so */
function restricted(overlay: Overlay, problem: string | undefined): Overlay {
  if (problem === undefined) return overlay;
  const settings = isRecord(overlay.settings) ? overlay.settings : {};
  return { ...overlay, settings: { ...settings, readOnly: true }, keepsNothing: true };
}

/** @throws Misuse */
function remoteOf(options: CommandOptions, { settings, tokens = [] }: Overlay): string | undefined {
  const given = isRecord(settings) ? settings : {};
  const hasToken = tokens.some(({ name }) => name === 'env') || given['tokens'] !== undefined;
  const { allowRemote, host, settingsFile } = options;
  const from = host === undefined ? settingsFile : undefined;
  return remoteHost(given['host'], { allowRemote, hasToken, settingsFile: from });
}

/** A client of standard input needs no known port, so several hosts may run side by side. */
function portOf({ port, stdio }: CommandOptions): { port?: number } {
  if (port !== undefined) return { port };
  return stdio ? { port: 0 } : {};
}

/** Undefined if there are none, or they cannot be read. */
function storedSettings(root: string, { mainFile }: CommandContext): unknown {
  const { id } = readManifest(dirname(mainFile));
  return readJson(new Confinement(root), `.obsidian/plugins/${id}/data.json`);
}

/** Behind a front, the part of the settings for this vault. */
function settingsOf(file: string, front: HostFront | undefined): Json {
  const settings = settingsFrom(file);
  return front === undefined ? settings : settingsForVault(settings, front.vault);
}

/** The first signal stops cleanly within two seconds, as does the end of a front; the second at once. */
function stopOnSignals(host: Host, link: FrontLink | undefined): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), timeout);
    void host.close().finally(() => process.exit(0));
  };
  const stopOrEnd = (): void => {
    if (isStopping) process.exit(exitCodes.failed);
    stop();
  };
  process.on('SIGINT', stopOrEnd);
  process.on('SIGTERM', stopOrEnd);
  link?.onGone(stop);
}

function complain(text: string): void {
  process.stderr.write(terminalText(text));
}
