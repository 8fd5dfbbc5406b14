/** `lectern install VAULT`: installs the plugin in a vault of the app, or updates it. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../../obsidian/core/unknowns';
import { compareVersions } from '../../obsidian/core/version';
import { readManifest } from '../../plugins/manifest';
import { type DeviceContext, type ExitCode, exitCodes, Misuse } from '../command-context';
import { commandLine } from '../own-command';
import { parsedWords } from '../parsed-words';
import { servedFolder } from '../served-folder';

/** The files that the app loads; `manifest.json` last, since it holds the plugin's version. */
const pluginFiles = ['main.js', 'styles.css', 'manifest.json'] as const;

export const installOptions = {
  'config-folder': { type: 'string' },
  force: { type: 'boolean' },
} as const;

interface Installation {
  /** The plugin's folder in the vault. */
  readonly folder: string;
  /** Of the installed plugin; undefined if there is none. */
  readonly version: string | undefined;
}

/** Copies the plugin's files; settings, journal and all other files of its folder stay. */
export function install(context: DeviceContext): ExitCode {
  const { words, mainFile, terminal } = context;
  const { values, positionals } = parsedWords(words, installOptions);
  const [vault, second] = positionals;
  if (vault === undefined)
    throw new Misuse(`Name the folder of the vault: ${commandLine(context, ['install', 'VAULT'])}`);
  if (second !== undefined) throw new Misuse(`One vault at a time: "${second}" is one too many.`);
  const root = servedFolder(vault);
  const { id, version } = readManifest(dirname(mainFile));
  const installed = installationIn(root, values['config-folder'] ?? '.obsidian', id);
  if (
    installed.version !== undefined &&
    compareVersions(installed.version, version) > 0 &&
    values.force !== true
  )
    throw new Error(
      `Version ${installed.version} is installed there, which is newer than ${version}. Pass --force to downgrade.`,
    );
  for (const name of pluginFiles) copy(join(dirname(mainFile), name), join(installed.folder, name));
  terminal.say(report(installed, version));
  return exitCodes.done;
}

/** @throws Error with a sentence for the user if the plugin cannot be installed there */
function installationIn(root: string, configFolder: string, id: string): Installation {
  const config = join(root, configFolder);
  if (dirname(config) !== root) throw new Misuse(`"${configFolder}" is not a folder name in the vault.`);
  if (!existsSync(config))
    throw new Error(
      `${root} has no folder ${configFolder}, so Obsidian has not opened it yet. Open it in Obsidian first, or pass --config-folder.`,
    );
  const folder = join(config, 'plugins', id);
  for (const part of [config, dirname(folder), folder]) refuseDetour(part);
  mkdirSync(folder, { recursive: true });
  for (const name of pluginFiles) refuseLink(join(folder, name));
  return { folder, version: installedVersion(folder) };
}

/** Checked before anything is created: folders would be created where a link leads. */
function refuseDetour(folder: string): void {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isSymbolicLink() || realpathSync.native(folder) !== folder)
    throw new Error(
      `${folder} is a link to another place, perhaps a copy of the source. Nothing was written.`,
    );
  if (!stat.isDirectory()) throw new Error(`${folder} is not a folder. Nothing was written.`);
}

/** The version of the plugin in a folder; undefined if there is none, or its manifest is damaged. */
export function installedVersion(folder: string): string | undefined {
  try {
    // Reading a pipe would wait for whoever writes into it.
    if (!statSync(join(folder, 'manifest.json')).isFile()) return undefined;
    return readManifest(folder).version;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: the app may load the file at any moment. */
function copy(from: string, to: string): void {
  const bytes = readFileSync(from);
  refuseLink(to);
  const temporary = `${to}.new`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, bytes, { flag: 'wx' });
  renameSync(temporary, to);
}

function refuseLink(file: string): void {
  try {
    if (lstatSync(file).isFile()) return;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  throw new Error(`${file} is not a regular file. Nothing was written.`);
}

function report({ folder, version: before }: Installation, version: string): string {
  if (before === undefined)
    return [
      `Installed Lectern MCP ${version} in ${folder}`,
      '',
      'In Obsidian, open Settings → Community plugins, reload the list, and enable Lectern MCP.',
      'Then choose Connect a client in its settings.',
    ].join('\n');
  const verb = compareVersions(before, version) > 0 ? 'Downgraded' : 'Updated';
  const change = before === version ? `Reinstalled version ${version}` : `${verb} ${before} to ${version}`;
  return `${change} in ${folder}\n\nIf Obsidian is open, disable and enable Lectern MCP, or restart Obsidian.`;
}
