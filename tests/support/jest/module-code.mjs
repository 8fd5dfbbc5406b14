/**
 * The code of modules, compiled once a worker: Jest compiles each module anew for each test file, which was most of
 * the time of loading it. Each test file still runs our modules anew, so nothing of one is seen by the next.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { constants, Script } from 'node:vm';
import { RunningContext } from './running-context.mjs';

const require = createRequire(import.meta.url);
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);
/** Jest's own keep the state of a test file; plugins for Obsidian need the module `obsidian` that Jest maps. */
const packages = new Set(
  Object.keys({ ...dependencies, ...devDependencies }).filter(name => !/^(?:@?jest|obsidian)/.test(name)),
);

export class ModuleCode {
  scripts = new Map();

  /** @returns the function that Jest calls with the values of `parameters` to run the module */
  functionOf(code, parameters, filename) {
    // Packages that we name run once a worker, by Node, as in the product.
    if (isOfNamedPackage(filename)) {
      return module => {
        module.exports = require(filename);
      };
    }
    const run = this.scriptOf(code, parameters, filename).runInThisContext();
    return isOfRunner(filename) ? withoutAsyncHooks(run, parameters.indexOf('require')) : run;
  }

  /** A new function at each run, so what the engine learned from one test file's objects does not slow the next one's. */
  scriptOf(code, parameters, filename) {
    const known = this.scripts.get(filename);
    if (known?.code === code) return known.script;
    const head = `(function (${parameters.join()}) {`;
    const script = new Script(`${head}${code}\n})`, {
      filename,
      columnOffset: -head.length,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    this.scripts.set(filename, { code, script });
    return script;
  }
}

const isOfRunner = filename => filename.includes(`${sep}node_modules${sep}jest-circus${sep}`);

/** Gives a module of Jest's runner a `RunningContext` in the place of Node's class. */
function withoutAsyncHooks(run, requireAt) {
  return function module(...values) {
    const load = values[requireAt];
    const replaced = name =>
      name === 'node:async_hooks' ? { AsyncLocalStorage: RunningContext } : load(name);
    return Reflect.apply(run, this, values.with(requireAt, Object.assign(replaced, load)));
  };
}

function isOfNamedPackage(filename) {
  const [, inside] = filename.split(`${sep}node_modules${sep}`);
  if (inside === undefined || filename.endsWith('.json')) return false;
  const [scope, name] = inside.split(sep);
  return packages.has(scope.startsWith('@') ? `${scope}/${name}` : scope);
}
