/**
 * Runs test files in the worker's own realm, as the app and the headless host run the plugin. Jest's environment for
 * Node makes a realm for each file, where reading a global goes through a proxy, classes differ from Node's, and
 * packages are loaded anew.
 */
import vm from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { ModuleCode } from './module-code.mjs';
import { restoreMoment } from './moment-state.mjs';
import { realmState } from './realm-state.mjs';

const modules = new ModuleCode();
const { compileFunction } = vm;
const { getBuiltinModule } = process;

/** What Jest compiles for this environment. */
vm.compileFunction = (code, parameters, options) =>
  options?.parsingContext instanceof Environment
    ? modules.functionOf(code, parameters, options.filename)
    : compileFunction(code, parameters, options);

export default class Environment {
  global = globalThis;
  restore = realmState();
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;

  constructor({ projectConfig: config }) {
    Object.assign(globalThis, config.globals);
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  /** The runtime, made before, has replaced it by one that hands out Jest's own `module`. */
  async setup() {
    process.getBuiltinModule = getBuiltinModule;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.restore();
    restoreMoment();
    this.global = null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest hands it to `compileFunction`, and loads nothing more when it is null. */
  getVmContext() {
    return this.global === null ? null : this;
  }
}
