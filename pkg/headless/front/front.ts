/** The life of a front: several vaults at one address, each in a process of its own. */
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { bridgeStdio } from '../../bridge/stdio';
import { type CommandContext, exitCodes, Misuse } from '../command/command-context';
import type { CommandOptions } from '../command/options';
import { defaultPort } from '../command/option-values';
import { remoteHost, remoteWarning } from '../command/remote-access';
import { settingsFrom } from '../command/settings-option';
import { openFileWarnings, withTokenFile } from '../command/token-file';
import { codeOf, type Json, messageOf } from '../obsidian/core/unknowns';
import { terminalText } from '../terminal-text';
import { readManifest } from '../plugins/manifest';
import { type FrontServer, frontServer } from './front-server';
import {
  allReadyJson,
  endedJson,
  endedText,
  frontText,
  type ServedVault,
  vaultReadyJson,
} from './front-texts';
import { type FrontTokens, frontTokens } from './front-tokens';
import { environmentFor, programOf, wordsFor } from './vault-command';
import { type VaultEnd, VaultProcess } from './vault-process';
import { type NamedVault, namedVaults } from './vault-words';

/** A clean stop may take two seconds after the signal, milliseconds. */
const timeout = 1900;

/** The front keeps little, so its heap need not grow: 83 MB instead of 115 after 500 calls (measured). */
const heapFlags = ['--semi-space-growth-factor=1', '--heap-growing-percent=15', '--optimize-for-size'];

/** Serves vaults until a signal, or until the client of `--stdio` ends. Ends the process. */
export async function front(
  words: readonly string[],
  options: CommandOptions,
  context: CommandContext,
): Promise<void> {
  for (const flag of heapFlags) setFlagsFromString(flag);
  try {
    const plan = planOf(words, options, context);
    if (process.getuid?.() === 0)
      complain('Warning: running as the administrator (root); use an account that owns the vaults instead.');
    openFileWarnings(options.settingsFile, context.environment).forEach(complain);
    await new Front(plan).run();
  } catch (error) {
    complain(messageOf(error));
    process.exit(error instanceof Misuse ? exitCodes.misused : exitCodes.failed);
  }
}

/** What one run of the command serves, and how. */
interface Plan {
  readonly vaults: readonly NamedVault[];
  readonly options: CommandOptions;
  readonly context: CommandContext;
  readonly settings: Json;
  readonly tokens: FrontTokens;
  readonly host: string;
  readonly port: number;
  /** The address for other computers, if there is one. */
  readonly remote: string | undefined;
}

/** @throws Error with a sentence for the user */
function planOf(words: readonly string[], options: CommandOptions, context: CommandContext): Plan {
  const { settingsFile, allowRemote, stdio, rights = 'write' } = options;
  const vaults = namedVaults(words);
  const settings = settingsFile === undefined ? {} : settingsFrom(settingsFile);
  const environment = withTokenFile(context.environment);
  const host = options.host ?? settings['host'];
  const hasToken = (environment['LECTERN_TOKEN'] ?? '') !== '' || settings['tokens'] !== undefined;
  const from = options.host === undefined ? settingsFile : undefined;
  const remote = remoteHost(host, { allowRemote, hasToken, settingsFile: from });
  const stored = settings['port'];
  const chosen = typeof stored === 'number' ? stored : defaultPort;
  return {
    vaults,
    options,
    context,
    settings,
    tokens: frontTokens({ vaults, settings, settingsFile, environment, rights, needsShared: stdio }),
    host: typeof host === 'string' ? host : '127.0.0.1',
    port: options.port ?? (stdio ? 0 : chosen),
    remote,
  };
}

class Front {
  private processes: readonly VaultProcess[] = [];
  private server: FrontServer | undefined;
  private isStopping = false;
  private isAnnounced = false;
  /** Vaults that have been ready, or have ended once. */
  private readonly seen = new Set<string>();
  private resolveBegun: () => void = () => undefined;
  private readonly begun = new Promise<void>(resolve => {
    this.resolveBegun = resolve;
  });

  constructor(private readonly plan: Plan) {}

  /** @throws Error with a sentence for the user */
  async run(): Promise<void> {
    const { plan } = this;
    this.processes = plan.vaults.map(vault => this.processFor(vault));
    this.server = await this.listen();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.signalled());
    if (plan.remote !== undefined) complain(remoteWarning(plan.remote, this.server.url));
    for (const vault of this.processes) vault.start();
    if (!plan.options.stdio) return;
    // The first calls of a client that starts the command come at once.
    await this.begun;
    await this.serveStdio(this.server.url);
  }

  private async listen(): Promise<FrontServer> {
    const { host, port, settings, tokens, context } = this.plan;
    const { publicUrl, allowedOrigins } = settings;
    try {
      return await frontServer({
        host,
        port,
        tokens,
        vaults: this.processes,
        version: readManifest(dirname(context.mainFile)).version,
        allowedOrigins: Array.isArray(allowedOrigins) ? allowedOrigins.map(String) : [],
        publicUrl: typeof publicUrl === 'string' ? publicUrl : '',
      });
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error;
      const next = port < 65_535 ? port + 1 : port - 1;
      throw new Error(`Port ${port} is in use (another Lectern or Obsidian?). Start with --port ${next}.`, {
        cause: error,
      });
    }
  }

  private processFor(vault: NamedVault): VaultProcess {
    const { context, options, tokens, host } = this.plan;
    return new VaultProcess({
      vault,
      program: programOf(context),
      // The port is known once the server listens.
      words: () => wordsFor(vault, options, { host, port: this.server?.port ?? 0 }),
      environment: environmentFor(context.environment, tokens.shared),
      tell: line => complain(`${vault.name}: ${line}`),
      onReady: () => this.ready(vault),
      onEnd: end => this.ended(vault, end),
      onMisuse: () => void this.stop(exitCodes.misused),
    });
  }

  private ready({ name }: NamedVault): void {
    const served = this.served().find(vault => vault.name === name);
    if (this.plan.options.json && served !== undefined) process.stdout.write(vaultReadyJson(served));
    else if (this.isAnnounced) complain(`${name}: It is served again.`);
    this.announce(name);
  }

  private ended({ name }: NamedVault, end: VaultEnd): void {
    if (this.plan.options.json) process.stdout.write(endedJson(name, end));
    else complain(endedText(name, end));
    this.announce(name);
  }

  /** Prints once: programs wait for all vaults, people are shown those that are ready. */
  private announce(name: string): void {
    const { options, vaults, tokens } = this.plan;
    this.seen.add(name);
    if (this.isAnnounced || this.seen.size < vaults.length || this.server === undefined) return;
    this.resolveBegun();
    if (options.json && this.processes.some(({ state }) => state !== 'ready')) return;
    this.isAnnounced = true;
    const names = vaults.map(vault => vault.name);
    const token = tokens.valueFor(names) ?? tokens.valueFor([]);
    const entrance = { url: this.server.url, vaults: names, token };
    const print = { isShown: options.showToken || process.stdout.isTTY, place: tokens.place };
    if (options.json) process.stdout.write(allReadyJson(entrance, process.pid));
    else if (!options.stdio)
      process.stdout.write(terminalText(frontText(entrance, this.served(), print, process.platform)));
  }

  private served(): ServedVault[] {
    return this.processes.map(({ name, folder, pid, notes }) => ({
      name,
      pid,
      notes,
      path: folder,
      url: `${this.server?.origin ?? ''}/${name}/mcp`,
      token: this.plan.tokens.valueFor([name]),
    }));
  }

  private async serveStdio(url: string): Promise<void> {
    await bridgeStdio(new URL(url), this.plan.tokens.shared ?? '', {
      input: process.stdin,
      output: process.stdout,
      complain,
    });
    await this.stop(exitCodes.done);
  }

  /** The first signal stops cleanly within two seconds, the second at once. */
  private signalled(): void {
    if (!this.isStopping) void this.stop(exitCodes.done);
    else {
      for (const vault of this.processes) vault.kill();
      process.exit(exitCodes.failed);
    }
  }

  private async stop(code: number): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    setTimeout(() => process.exit(code), timeout);
    // The vaults answer what is under way.
    await Promise.all([this.server?.drain(), ...this.processes.map(vault => vault.stop())]);
    await this.server?.close();
    process.exit(code);
  }
}

function complain(text: string): void {
  process.stderr.write(terminalText(`${text}\n`));
}
