/** The command `lectern`, from its arguments to its exit code. */
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isNamedVault, namedVaults } from '../front/vault-words';
import { evaluateModule } from '../kept-code';
import { isFunction, messageOf, property } from '../obsidian/core/unknowns';
import { readManifest } from '../plugins/manifest';
import { stateFolderPath } from '../state-folder';
import { type CommandContext, type DeviceContext, type ExitCode, exitCodes, Misuse } from './command-context';
import { helpText } from './help';
import { type CommandOptions, parseCommand } from './options';
import { commandLine } from './own-command';
export { programOf } from './own-command';
import { listInThread } from '../obsidian/vault/listing/listing-thread';
import type { serve } from './serve';
import { servedFolder } from './served-folder';
import { processTerminal } from './terminal';

type DeviceCommand = (context: DeviceContext) => ExitCode | Promise<ExitCode>;

/** Imported on demand: a served vault needs none of them, and they need no host. */
const deviceCommands = ['install', 'connect', 'pair', 'doctor'] as const;

/** Ends the process for every command but a served vault, which runs until a signal. */
export async function runCommand(context: CommandContext): Promise<void> {
  const [first = '', ...words] = context.words;
  const found = deviceCommands.find(name => name === first);
  if (found === undefined) await runOptions(context);
  else if (words.some(word => word === '--help' || word === '-h'))
    process.stdout.write(helpText(context.program, first));
  else {
    const commands: Record<typeof found, DeviceCommand> = await import('./device-commands');
    process.exitCode = await runOnDevice(commands[found], { ...context, words }, first);
  }
}

/** @param name of the command, if it has one */
async function runOnDevice(
  command: DeviceCommand,
  context: CommandContext,
  name?: string,
): Promise<ExitCode> {
  const terminal = processTerminal;
  try {
    return await command({
      ...context,
      terminal,
      platform: process.platform,
      homeFolder: homedir(),
      nodeProgram: process.execPath,
    });
  } catch (error) {
    terminal.complain(messageOf(error));
    if (!(error instanceof Misuse)) return exitCodes.failed;
    terminal.complain(helpHint(context, name));
    return exitCodes.misused;
  }
}

function helpHint(context: CommandContext, name?: string): string {
  const words = name === undefined ? ['--help'] : [name, '--help'];
  return `${commandLine(context, words)} lists the options.`;
}

async function runOptions(context: CommandContext): Promise<void> {
  const command = parseCommand(context.words, context.program);
  switch (command.kind) {
    case 'help':
      process.stdout.write(helpText(context.program, command.command));
      return;
    case 'version':
      process.stdout.write(`${readManifest(dirname(context.mainFile)).version}\n`);
      return;
    case 'mistake':
      processTerminal.complain(`${command.message}\n${helpHint(context)}`);
      process.exitCode = exitCodes.misused;
      return;
    case 'setup':
      process.exitCode = await runOnDevice(() => {
        if (command.vaults.some(isNamedVault)) namedVaults(command.vaults);
        process.stdout.write(command.text);
        return exitCodes.done;
      }, context);
      return;
    case 'front': {
      const { front } = await import('../front/front');
      await front(command.words, command.options, context);
      return;
    }
    case 'serve':
      await runServe(command.options, context);
  }
}

/** Loads the served host from a bundle of its own, whose compiled code is kept: it is most of the command's code. */
async function runServe(options: CommandOptions, context: CommandContext): Promise<void> {
  const built = (name: string): string => join(dirname(context.mainFile), 'dist', name);
  const list = (): ReturnType<typeof listInThread> =>
    listInThread(built('listing-worker.cjs'), options.vault);
  const listing = list();
  const file = built('serve.cjs');
  const bundle = evaluateModule(file, codeFolder(options, context), createRequire(file), console);
  const run = property(bundle.exports, 'serve');
  if (!isServe(run)) throw new Error(`${file} does not serve.`);
  await run(options, context, { bundle, listing, listInThread: list });
}

/** In the state of the vault. Undefined if it has none; `serve` says why it cannot be served. */
function codeFolder({ vault }: CommandOptions, { environment }: CommandContext): string | undefined {
  try {
    // No plugin can have this name.
    return join(stateFolderPath(servedFolder(vault), environment), 'code', '.host');
  } catch {
    return undefined;
  }
}

function isServe(value: unknown): value is typeof serve {
  return isFunction(value);
}
