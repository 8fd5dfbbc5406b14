/** Loads a plugin from its file and calls `onload`, as the app does. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as Api from 'obsidian';
import type { LecternControl, Overlay } from '../../../src/control';
import { readManifest, refuseNewer } from './manifest';
import type { App } from '../obsidian/app';
import { Plugin } from '../obsidian/plugins/plugin';
import { isFunction, isRecord, messageOf, property } from '../obsidian/core/unknowns';
import { evaluateModule, type KeptModule } from '../kept-code';
import { type PluginRequire, pluginRequire } from './plugin-require';

/** A plugin class, or the path of a built `main.js`. */
export type PluginSource = string | (abstract new (...values: never[]) => object);

export interface LoadedPlugin {
  readonly instance: Plugin;
  /** What plugin and host share; only Lectern has it. */
  readonly control: LecternControl | undefined;
  /** To be called when idle. */
  keepCompiled(): void;
}

export interface LoadContext {
  readonly app: App;
  readonly codeFolder: string | undefined;
  readonly log: Console;
  /** Finds the host's own packages. */
  readonly packages: PluginRequire;
}

/** The overlaid settings are not valid settings of the plugin. */
export class SettingsRefused extends Error {}

export async function loadPlugin(
  context: LoadContext,
  source: PluginSource,
  given: Api.PluginManifest | undefined,
  overlay: Overlay,
): Promise<LoadedPlugin> {
  const manifest = manifestOf(context.app, source, given);
  refuseNewer(manifest);
  const code = typeof source === 'string' ? evaluate(context, source, manifest.id) : undefined;
  const instance = construct(code === undefined ? source : exportedClass(code), context.app, manifest);
  const found: unknown = Reflect.get(instance, 'control');
  const control = isControl(found) ? found : undefined;
  await applyOverlay(control, overlay);
  context.app.plugins.add(instance);
  try {
    instance.load();
    await instance.loading;
  } catch (error) {
    unloadPlugin(context.app, instance);
    throw error;
  }
  return { instance, control, keepCompiled: () => code?.keepCompiled() };
}

export function unloadPlugin(app: App, plugin: Plugin): void {
  app.plugins.remove(plugin.manifest.id);
  plugin.unload();
}

function manifestOf(
  app: App,
  source: PluginSource,
  given: Api.PluginManifest | undefined,
): Api.PluginManifest {
  const manifest = given ?? (typeof source === 'string' ? readManifest(dirname(source)) : undefined);
  if (manifest === undefined) throw new Error('A plugin class needs a manifest.');
  return { ...manifest, dir: `${app.vault.configDir}/plugins/${manifest.id}` };
}

function evaluate(context: LoadContext, file: string, id: string): KeptModule {
  const { codeFolder, log, packages } = context;
  const cache = codeFolder === undefined ? undefined : join(codeFolder, id);
  const real = realpathSync.native(file);
  return evaluateModule(real, cache, pluginRequire(real, packages), log);
}

function exportedClass({ exports }: KeptModule): unknown {
  return property(exports, 'default') ?? exports;
}

function construct(type: unknown, app: App, manifest: Api.PluginManifest): Plugin {
  if (!isFunction(type)) throw new Error(`${manifest.name} exports no plugin class.`);
  const instance: unknown = Reflect.construct(type, [app, manifest]);
  if (!(instance instanceof Plugin)) throw new Error(`${manifest.name} exports a class that is no plugin.`);
  return instance;
}

async function applyOverlay(control: LecternControl | undefined, overlay: Overlay): Promise<void> {
  try {
    await control?.applyOverlay(overlay);
  } catch (error) {
    throw new SettingsRefused(messageOf(error), { cause: error });
  }
}

function isControl(value: unknown): value is LecternControl {
  const members = ['applyOverlay', 'started', 'status', 'setupTexts', 'stop'];
  return isRecord(value) && members.every(name => isFunction(property(value, name)));
}
