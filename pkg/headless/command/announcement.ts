/** What the command prints when its server listens, or fails to. */
import { resolve } from 'node:path';
import type { LecternControl, Overlay, ServerStatus } from '../../../src/control';
import { profileFor } from '../../../src/settings/clients/setup-texts';
import type { Host } from '../host';
import { isRecord } from '../obsidian/core/unknowns';
import type { CommandOptions } from './options';
import { claudeCodeWords, programFor } from './connect/server-target';
import type { CommandContext } from './command-context';
import { countOfNotes, readyJson, readyOf, readyText } from './ready-line';
import { idleRules } from './idle-rules';
import { folderRules } from './settings-option';
import { terminalText } from '../terminal-text';
import { remoteWarning } from './remote-access';
import { shellLine } from './shell-line';
import { addressOptions } from './setups';

interface Announcement extends CommandContext {
  readonly options: CommandOptions;
  readonly overlay: Overlay;
  readonly host: Host;
  /** The plugin's settings in the vault, unchecked. */
  readonly own: { readonly stored?: unknown };
  /** Why the vault is served read-only, if no place can be written. */
  readonly problem: string | undefined;
  /** Whether the app has opened the folder. */
  readonly isVault: boolean;
  /** The address for other computers, if there is one. */
  readonly remote: string | undefined;
}

/** @returns the address at which the vault is served @throws Error with a sentence for the user */
export async function announce(control: LecternControl, announcement: Announcement): Promise<URL> {
  const { options, host } = announcement;
  const { vault } = host.internals;
  const status = await control.started();
  const ready = readyOf(status, vault.adapter.getBasePath());
  if (ready === undefined) throw new Error(problemOf(status, announcement.program));
  const notes = vault.getMarkdownFiles().length;
  const warnings = [
    ...warningsOf(announcement, ready.url, notes),
    ...grantWarnings(announcement, status),
    ...ruleWarnings(announcement),
  ];
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const print = { isShown: options.showToken || process.stdout.isTTY, place: tokenPlace(announcement) };
  const setups = control.setupTexts();
  const own = `${announcement.program}${addressOptions(ready.url)}`;
  // With `--stdio` the standard output belongs to the client; a front announces its vaults itself.
  if (options.front !== undefined) return new URL(ready.url);
  if (options.json) process.stdout.write(readyJson(ready, process.pid));
  else if (!options.stdio)
    process.stdout.write(
      readyText(ready, { notes, program: programLine(announcement), setups, command: own, ...print }),
    );
  return new URL(ready.url);
}

/** `claude mcp add …`, with those options of this run that another run needs too. */
function programLine({ options, host, mainFile }: Announcement): string {
  const { rights, tools = profileFor('Claude Code'), readOnly, settingsFile, plugins } = options;
  const words = [
    host.internals.vault.adapter.getBasePath(),
    ...(rights === undefined ? [] : ['--rights', rights]),
    ...(tools === 'core' ? [] : ['--tools', tools]),
    ...(readOnly ? ['--read-only'] : []),
    ...(settingsFile === undefined ? [] : ['--settings', resolve(settingsFile)]),
    ...(plugins.length === 0 ? [] : ['--plugins', plugins.join(',')]),
  ];
  const { execPath: nodeProgram, platform } = process;
  return shellLine(
    claudeCodeWords('lectern', programFor({ mainFile, nodeProgram, platform }, words)),
    platform,
  );
}

function problemOf({ problem, takenPort }: ServerStatus, program: string): string {
  if (takenPort === undefined) return problem ?? 'The server is not listening.';
  const next = takenPort < 65_535 ? takenPort + 1 : takenPort - 1;
  // npm takes options for itself unless they follow `--`.
  const option = `${program.startsWith('npm ') ? `${program} ` : ''}--port ${next}`;
  return `Port ${takenPort} is in use (another Lectern or Obsidian?). Start with ${option}.`;
}

function warningsOf({ problem, isVault, remote }: Announcement, url: string, notes: number): string[] {
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(isVault
      ? []
      : [`Warning: Obsidian has not opened this folder (${countOfNotes(notes)}). Is this the right folder?`]),
    ...(remote === undefined ? [] : [remoteWarning(remote, url)]),
  ];
}

/** Describes the rules that apply in this run. */
function ruleWarnings({ overlay, own: { stored }, host }: Announcement): string[] {
  const settings = {
    ...(isRecord(stored) ? stored : {}),
    ...(isRecord(overlay.settings) ? overlay.settings : {}),
  };
  if (folderRules(settings).length === 0) return [];
  const paths = host.internals.vault.getAllLoadedFiles().map(({ path }) => path);
  return idleRules(settings, paths).map(sentence => `Warning: ${terminalText(sentence)}`);
}

/** The token of an earlier start keeps its rights: whoever asks for less must not believe that it has less. */
function grantWarnings({ options, overlay }: Announcement, { granted }: ServerStatus): string[] {
  if (granted === undefined || (overlay.tokens ?? []).length > 0) return [];
  const { rights = granted.rights, tools = granted.profile } = options;
  const ignored = [
    ...(rights === granted.rights ? [] : [`--rights ${rights} (it has ${granted.rights})`]),
    ...(tools === granted.profile ? [] : [`--tools ${tools} (it has ${granted.profile ?? 'core'})`]),
  ];
  if (ignored.length === 0) return [];
  const way = 'Set LECTERN_TOKEN, or change the token in the settings. --read-only refuses every change.';
  return [`Warning: the existing token is not changed by ${ignored.join(' and ')}. ${way}`];
}

/** Says where to find the value of the first token. */
function tokenPlace({ overlay, options, host, problem }: Announcement): string {
  const { settings, tokens = [] } = overlay;
  if (tokens.length > 0) return 'LECTERN_TOKEN';
  const given = isRecord(settings) ? settings['tokens'] : undefined;
  if (Array.isArray(given) && given.length === 0) return 'the memory of this run';
  if (options.settingsFile !== undefined && given !== undefined) return options.settingsFile;
  return problem === undefined ? host.secretsFile : 'the memory of this run';
}
