/** Whether a folder can be served, and which files of Lectern it has. */
import { existsSync } from 'node:fs';
import { defaultPort, settingsSchema } from '../../../../src/settings/schema';
import { doubledKey } from '../../../../src/utils/json';
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
import { type Listener, local } from './server-findings';

export const usualListener: Listener = { host: local, port: defaultPort };

/** How many settings that are wrong are named. */
const maxNamed = 5;

export interface VaultReport {
  readonly findings: readonly Finding[];
  /** The vault's real path; undefined if it cannot be served. */
  readonly root: string | undefined;
  /** Where its own settings let the server listen; port 0 is any free one. */
  readonly listener: Listener;
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
    return { findings: [finding], root: undefined, listener: usualListener };
  }
  const manifest = readManifest(dirname(context.mainFile));
  const folder = join(root, '.obsidian', 'plugins', manifest.id);
  const { findings, listener } = lookAtSettings(join(folder, 'data.json'), root);
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
    listener,
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
function lookAtSettings(file: string, root: string): { findings: Finding[]; listener: Listener } {
  if (!existsSync(file)) return { findings: [], listener: usualListener };
  const settings = jsonOf(file);
  if (!isRecord(settings))
    return {
      findings: [
        problem(
          `The settings in ${file} cannot be read, so nobody is let in`,
          'Restore the file from a backup, or remove it and start once with --accept-settings: tokens have to be made again.',
        ),
      ],
      listener: usualListener,
    };
  const { host, port } = settingsSchema.shape;
  return {
    findings: [settingsFinding(file, settings), ...ruleFindings(settings, root)],
    listener: {
      host: nearHost(host.safeParse(settings['host']).data),
      port: port.safeParse(settings['port']).data ?? usualListener.port,
    },
  };
}

/** The address for programs of this computer. */
function nearHost(host: string = local): string {
  return host === '0.0.0.0' || host === '::' ? local : host;
}

function settingsFinding(file: string, settings: Json): Finding {
  const { success, data, error } = settingsSchema.safeParse(settings);
  if (success) {
    const count = data.tokens.length;
    return good(`The settings can be read: ${count} ${count === 1 ? 'token' : 'tokens'}`);
  }
  const wrong = error.issues.flatMap(({ path, ...issue }) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...path, key]) : [path],
  );
  const names = wrong.slice(0, maxNamed).map(path => `"${path.join('.')}"`);
  return problem(
    `The settings in ${file} have what Lectern does not accept: ${names.join(', ')}`,
    'Correct the file. Until then Lectern uses other values for these, or lets nobody in.',
  );
}

function ruleFindings(settings: Json, root: string): Finding[] {
  if (folderRules(settings).length === 0) return [];
  const paths = Array.from(scan(new Confinement(root), top), ({ path }) => path);
  return idleRules(settings, paths).map(sentence => note(sentence));
}

/** Undefined for what Lectern does not read: no JSON, or an object with a key twice. */
function jsonOf(file: string): unknown {
  try {
    const json = (textOf(file) ?? '').replace(/^\ufeff/u, () => '');
    return doubledKey(json) === undefined ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
}
