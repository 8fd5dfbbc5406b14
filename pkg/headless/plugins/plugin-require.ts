/** The `require` of a plugin's `main.js`. */
import { createRequire, isBuiltin } from 'node:module';
import { guardExports } from '../obsidian/core/strict';
import { codeOf } from '../obsidian/core/unknowns';
import * as obsidian from '../obsidian/index';

/**
 * The app provides these (the externals of Obsidian's sample plugin); here they are the installed ones, the
 * plugin's or the host's, or an object that cannot be used.
 */
const providedByTheApp: ReadonlySet<string> = new Set([
  ...['autocomplete', 'collab', 'commands', 'language', 'lint', 'search', 'state', 'view'].map(
    name => `@codemirror/${name}`,
  ),
  ...['common', 'highlight', 'lr'].map(name => `@lezer/${name}`),
]);

export type PluginRequire = (name: string) => unknown;

/**
 * @param file the plugin's `main.js`; relative names are resolved from there
 * @param own finds the host's own packages
 */
export function pluginRequire(file: string, own: PluginRequire = absent): PluginRequire {
  const require = createRequire(file);
  // A bundle requires it once in each of its modules.
  const api = guardExports('obsidian', obsidian);
  return name => {
    if (name === 'obsidian') return api;
    if (name === 'electron') return guardExports('electron', {});
    if (isBuiltin(name) || name.startsWith('.')) return load(require, name);
    if (!providedByTheApp.has(name)) throw missing(name);
    return guardExports(name, firstOf(name, [require, own]));
  };
}

/** Finds the packages beside a file; none without one. */
export function requireBeside(file: string | undefined): PluginRequire {
  if (file === undefined) return absent;
  const require = createRequire(file);
  return name => load(require, name);
}

function firstOf(name: string, places: readonly PluginRequire[]): object {
  for (const place of places) {
    try {
      const exports = place(name);
      if (typeof exports === 'object' && exports !== null) return exports;
    } catch (error) {
      if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  return {};
}

const absent: PluginRequire = name => {
  throw missing(name);
};

function load(require: (name: string) => unknown, name: string): unknown {
  return require(name);
}

/** As in the app, which has no packages that a bundle left out. */
function missing(name: string): Error {
  return Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
}
