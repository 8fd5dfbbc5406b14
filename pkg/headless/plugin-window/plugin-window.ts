/**
 * What community plugins expect on the app's `window` beside what `globals.ts` adds: made when such plugins
 * are loaded, not before. Documented are the names in the app's typings (`declare global`) and of browsers;
 * that plugins use the others at load was observed in Dataview 0.5.68, Omnisearch 1.29.2 and Periodic Notes
 * 0.0.17 (`app` and `moment`, which the typings do not have).
 */
import type { ElementInfo } from '../obsidian/dom/element-info';
import { currentDocument, newElement } from '../obsidian/dom/dom';
import { moment } from '../obsidian/core/moment';
import { notImitated } from '../obsidian/core/strict';
import { isFunction, isRecord } from '../obsidian/core/unknowns';
import { legacyCodeMirror } from './legacy-code-mirror';
import { definePageGlobals } from './page';
import { defineGlobal, redefineGlobal } from './realm';
import { WebWorker } from './web-worker';

/** @param require finds the host's own packages, such as jsdom */
export async function openPluginWindow(app: object, require: (name: string) => unknown): Promise<void> {
  definePageGlobals(require);
  redefineGlobal('app', app);
  defineGlobal('moment', moment);
  defineGlobal('CodeMirror', legacyCodeMirror());
  defineGlobal('Worker', WebWorker);
  await defineDatabase();
  defineEvents();
  defineFrames();
  defineElements();
}

/** In memory: what plugins keep there is a cache, and ends with the process. */
async function defineDatabase(): Promise<void> {
  const database: Record<string, unknown> = { ...(await import('fake-indexeddb')) };
  for (const [name, value] of Object.entries(database))
    if (name.startsWith('IDB') || name === 'indexedDB') defineGlobal(name, value);
}

/** The window has events, such as `resize`, that never occur here. */
function defineEvents(): void {
  const target = new EventTarget();
  defineGlobal('addEventListener', target.addEventListener.bind(target));
  defineGlobal('removeEventListener', target.removeEventListener.bind(target));
  defineGlobal('dispatchEvent', target.dispatchEvent.bind(target));
}

function defineFrames(): void {
  const frame = 16;
  defineGlobal('requestAnimationFrame', (run: (time: number) => unknown) =>
    setTimeout(() => run(performance.now()), frame),
  );
  defineGlobal('cancelAnimationFrame', clearTimeout);
  defineGlobal('requestIdleCallback', (run: (deadline: object) => unknown) =>
    setTimeout(() => run({ didTimeout: false, timeRemaining: () => frame }), 1),
  );
  defineGlobal('cancelIdleCallback', clearTimeout);
}

/** Of the typings, `declare global`: elements that are in no document yet. */
function defineElements(): void {
  defineGlobal('createEl', make);
  defineGlobal('createDiv', (info: unknown, callback: unknown) => make('div', info, callback));
  defineGlobal('createSpan', (info: unknown, callback: unknown) => make('span', info, callback));
  defineGlobal('createFragment', (callback?: (fragment: DocumentFragment) => unknown) => {
    const document = currentDocument() ?? notImitated('createFragment without a document');
    const fragment = document.createDocumentFragment();
    callback?.(fragment);
    return fragment;
  });
}

function make(tag: unknown, info: unknown, callback: unknown): HTMLElement {
  const element = newElement(isTag(tag) ? tag : 'div', isInfo(info) ? info : undefined);
  if (isFunction(callback)) callback(element);
  return element;
}

function isTag(value: unknown): value is keyof HTMLElementTagNameMap {
  return typeof value === 'string';
}

function isInfo(value: unknown): value is ElementInfo | string {
  return typeof value === 'string' || isRecord(value);
}
