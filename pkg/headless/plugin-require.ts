/** What `require` answers inside a plugin's `main.js`. */
import { createRequire, isBuiltin } from 'node:module';
import { guardExports } from './obsidian/strict';
import { codeOf } from './obsidian/unknowns';
import * as obsidian from './obsidian/index';

/** The app brings these along; here they are the installed ones, or nothing that can be used. */
const broughtByTheApp = /^@(codemirror|lezer)\//;

export type PluginRequire = (name: string) => unknown;

/** @param file the plugin's `main.js`; relative names are resolved from there */
export function pluginRequire(file: string): PluginRequire {
  const require = createRequire(file);
  return name => {
    if (name === 'obsidian') return guardExports('obsidian', obsidian);
    if (name === 'electron') return guardExports('electron', {});
    if (isBuiltin(name) || name.startsWith('.')) return load(require, name);
    if (!broughtByTheApp.test(name)) throw missing(name);
    try {
      return load(require, name);
    } catch (error) {
      if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
      return guardExports(name, {});
    }
  };
}

function load(require: (name: string) => unknown, name: string): unknown {
  return require(name);
}

/** As in the app: a bundle that forgot a package does not find it there either. */
function missing(name: string): Error {
  return Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
}
