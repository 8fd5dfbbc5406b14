/** Whether a folder can be served, and which files of Lectern it has. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Confinement } from '../../obsidian/disk/confinement';
import { root as top } from '../../obsidian/vault/paths';
import { scan } from '../../obsidian/vault/tree-scan';
import { idleRules } from '../idle-rules';
import { folderRules } from '../settings-option';
import { isRecord, type Json, messageOf } from '../../obsidian/core/unknowns';
import { compareVersions } from '../../obsidian/core/version';
import { readManifest } from '../../plugins/manifest';
import type { DeviceContext } from '../command-context';
import { textOf } from '../connect/settings-file';
import { commandLine } from '../own-command';
import { installedVersion } from '../install/install';
import { isVault, isWritable, servedFolder } from '../served-folder';
import { type Finding, good, note, problem } from './finding';

export interface VaultReport {
  readonly findings: readonly Finding[];
  /** The vault's real path; undefined if it cannot be served. */
  readonly root: string | undefined;
  /** The port of the vault's own settings. */
  readonly port: number | undefined;
}

export function checkVault(
  vault: string,
  context: Pick<DeviceContext, 'mainFile' | 'platform' | 'program'>,
): VaultReport {
  let root: string;
  try {
    root = servedFolder(vault);
  } catch (error) {
    const finding = problem(messageOf(error), 'Name the folder that holds your notes.');
    return { findings: [finding], root: undefined, port: undefined };
  }
  const manifest = readManifest(dirname(context.mainFile));
  const folder = join(root, '.obsidian', 'plugins', manifest.id);
  const { findings, port } = lookAtSettings(join(folder, 'data.json'), root);
  const isEnabled = enabledPlugins(root).includes(manifest.id);
  return {
    findings: [
      isVault(root)
        ? good(`The vault is ${root}`)
        : note(
            `${root} was never opened by Obsidian`,
            'If it is not the folder of your notes, name another.',
          ),
      isWritable(root)
        ? good('This account may write to the vault')
        : note('This account may not write to the vault', 'Lectern serves it read-only.'),
      pluginFinding(
        { installed: installedVersion(folder), own: manifest.version, isEnabled },
        commandLine(context, ['install', vault]),
      ),
      ...findings,
    ],
    root,
    port,
  };
}

interface PluginState {
  readonly installed: string | undefined;
  /** The version that `lectern install` would install. */
  readonly own: string;
  readonly isEnabled: boolean;
}

/** @param installing the command that installs or updates the plugin */
function pluginFinding({ installed, own, isEnabled }: PluginState, installing: string): Finding {
  if (installed === undefined)
    return note('The plugin is not in this vault', `To use Lectern inside Obsidian: ${installing}`);
  if (compareVersions(installed, own) < 0)
    return note(`The plugin in the vault is ${installed}, and ${own} is here`, `Update it: ${installing}`);
  if (isEnabled) return good(`The plugin ${installed} is in the vault and switched on`);
  return note(
    `The plugin ${installed} is in the vault, and not switched on`,
    'In Obsidian: Settings → Community plugins, and switch on Lectern MCP.',
  );
}

function enabledPlugins(root: string): readonly unknown[] {
  const file = join(root, '.obsidian', 'community-plugins.json');
  const names = existsSync(file) ? jsonOf(file) : [];
  return Array.isArray(names) ? names : [];
}

/** The plugin's settings; a vault without them is fine. */
function lookAtSettings(file: string, root: string): { findings: Finding[]; port: number | undefined } {
  if (!existsSync(file)) return { findings: [], port: undefined };
  const settings = jsonOf(file);
  if (!isRecord(settings))
    return {
      findings: [
        problem(
          `The settings in ${file} cannot be read, so nobody is let in`,
          'Restore the file from a backup, or remove it and start once with --accept-settings: tokens have to be made again.',
        ),
      ],
      port: undefined,
    };
  const { port, tokens } = settings;
  const count = Array.isArray(tokens) ? tokens.length : 0;
  return {
    findings: [
      good(`The settings can be read: ${count} ${count === 1 ? 'token' : 'tokens'}`),
      ...ruleFindings(settings, root),
    ],
    port: typeof port === 'number' ? port : undefined,
  };
}

function ruleFindings(settings: Json, root: string): Finding[] {
  if (folderRules(settings).length === 0) return [];
  const paths = Array.from(scan(new Confinement(root), top), ({ path }) => path);
  return idleRules(settings, paths).map(sentence => note(sentence));
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(textOf(file) ?? '');
  } catch {
    return undefined;
  }
}
