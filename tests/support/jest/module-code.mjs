/**
 * The code of modules, compiled once a worker: Jest compiles each module anew for each test file, which was most of
 * the time of loading it. Modules of the product run once a worker, too: they keep no state of their own (a test looks
 * for variables), so nothing of one test file is seen by the next. Those of the tests run anew for each file.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';
import { RunningContext } from './running-context.mjs';

const require = createRequire(import.meta.url);
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);
/** Jest's own keep the state of a test file; plugins for Obsidian need the module `obsidian` that Jest maps. */
const packages = new Set(
  ['moment', ...Object.keys({ ...dependencies, ...devDependencies })].filter(
    name => !/^(?:@?jest|obsidian)/.test(name),
  ),
);

const root = fileURLToPath(new URL('../../../', import.meta.url));
const product = ['src', join('pkg', 'headless'), join('pkg', 'bridge')].map(
  folder => join(root, folder) + sep,
);

export class ModuleCode {
  scripts = new Map();
  /** What modules of the product export, by file. */
  shared = new Map();
  /** The `require` of the test file that runs. */
  load = undefined;

  /** @returns the function that Jest calls with the values of `parameters` to run the module */
  functionOf(code, parameters, filename) {
    // Packages that we name run once a worker, by Node, as in the product.
    if (isOfNamedPackage(filename)) {
      return module => {
        module.exports = require(filename);
      };
    }
    const run = (...values) => this.scriptOf(code, parameters, filename).runInThisContext()(...values);
    const requireAt = parameters.indexOf('require');
    if (isOfRunner(filename)) return withoutAsyncHooks(run, requireAt);
    if (!isOfProduct(filename)) {
      return (...values) => {
        this.load = values[requireAt];
        return run(...values);
      };
    }
    const moduleAt = parameters.indexOf('module');
    return (...values) => {
      const module = values[moduleAt];
      if (!this.shared.has(filename)) {
        run(...values.with(requireAt, this.lastingRequire(filename, values[requireAt])));
        this.shared.set(filename, module.exports);
      }
      module.exports = this.shared.get(filename);
    };
  }

  /** Loads by the test file that runs: a module may load another one long after the file that loaded it first. */
  lastingRequire(filename, own) {
    const current = () => this.load ?? own;
    const createRequire = path => {
      const load = name => current()('node:module').createRequire(path)(name);
      return Object.assign(load, current()('node:module').createRequire(path));
    };
    const load = name => {
      if (name === 'node:module') return { ...own(name), createRequire };
      if (name.startsWith('.')) return current()(join(dirname(filename), name));
      return name === 'obsidian' ? current()(name) : require(name);
    };
    return Object.assign(load, own);
  }

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

/** Without the modules of threads, which have variables. */
const isOfProduct = filename =>
  product.some(folder => filename.startsWith(folder)) && !filename.endsWith('-worker.ts');

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
