/** Evaluates code as Obsidian's renderer does, with its globals in the place of Node's. */
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { pluginRequire } from '../../../pkg/headless/plugins/plugin-require';
import type { PluginSource } from '../../../pkg/headless/plugins/plugin-loader';
import { isFunction, property } from '../../../pkg/headless/obsidian/core/unknowns';
import { NodeTimers } from './node-timers';
import { createWindow } from './window';
import type { WindowName } from './windows';

export class Renderer {
  private readonly window = createWindow();
  private readonly node = new NodeTimers();

  /** @param log the `console` of the code */
  constructor(private readonly log: Console) {}

  /** Chromium timers that have neither run out nor been cleared. */
  get pendingTimers(): number {
    return this.window.timers.pending;
  }

  /** Whether no window of the app can be seen: Chromium then lets the window's timers wait, here until it is shown. */
  set isHidden(isHidden: boolean) {
    this.window.timers.isHidden = isHidden;
  }

  /** Gives one of the app's two windows the focus. */
  focus(name: WindowName): void {
    this.window.windows.focused = name;
  }

  /** What was copied from either window, the latest last. */
  get copied(): readonly string[] {
    return this.window.windows.copied;
  }

  /** Decoded images that nobody closed. */
  get openImages(): number {
    return this.window.openImages();
  }

  /** How many controllers have aborted what they control; each request has one, for a client that leaves. */
  get aborted(): number {
    return this.window.signals.filter(({ aborted }) => aborted).length;
  }

  /** @returns what a plugin's `main.js` exports as its class */
  pluginClass(file: string): PluginSource {
    const { exports } = this.evaluate(readFileSync(file, 'utf8'), file);
    const found = property(exports, 'default') ?? exports;
    if (!isClass(found)) throw new Error(`${file} exports no class.`);
    return found;
  }

  /** @returns what an expression evaluates to; a promise is awaited */
  async valueOf(expression: string): Promise<unknown> {
    const { exports } = this.evaluate(`module.exports = async () => (${expression});`, __filename);
    return await (isFunction(exports) ? exports() : undefined);
  }

  private evaluate(source: string, file: string): { exports: unknown } {
    const module: { exports: unknown } = { exports: {} };
    const require = pluginRequire(file);
    const globals = new Map<string, unknown>([...this.window.globals, ['console', this.log]]);
    const own = new Map<string, unknown>([
      ['process', globals.get('process')],
      ['timers', this.node.timers],
      ['timers/promises', this.node.promises],
    ]);
    const answer = (name: string): unknown => own.get(name.replace(/^node:/, '')) ?? require(name);
    const run: unknown = compileFunction(source, ['exports', 'require', 'module', ...globals.keys()], {
      filename: file,
      contextExtensions: [this.window.active],
    });
    if (isFunction(run)) run(module.exports, answer, module, ...globals.values());
    return module;
  }
}

function isClass(value: unknown): value is Exclude<PluginSource, string> {
  return typeof value === 'function';
}
