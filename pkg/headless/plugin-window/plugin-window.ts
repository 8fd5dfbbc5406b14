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
import { offerPage } from './page';
import { offer, offerAnew } from './realm';
import { WebWorker } from './web-worker';

/** @param require finds the host's own packages, such as jsdom */
export async function openPluginWindow(app: object, require: (name: string) => unknown): Promise<void> {
  offerPage(require);
  offerAnew('app', app);
  offer('moment', moment);
  offer('CodeMirror', legacyCodeMirror());
  offer('Worker', WebWorker);
  await offerDatabase();
  offerEvents();
  offerFrames();
  offerElements();
}

/** In memory: what plugins keep there is a cache, and ends with the process. */
async function offerDatabase(): Promise<void> {
  const database: Record<string, unknown> = { ...(await import('fake-indexeddb')) };
  for (const [name, value] of Object.entries(database))
    if (name.startsWith('IDB') || name === 'indexedDB') offer(name, value);
}

/** The window has events, such as `resize`, that never occur here. */
function offerEvents(): void {
  const target = new EventTarget();
  offer('addEventListener', target.addEventListener.bind(target));
  offer('removeEventListener', target.removeEventListener.bind(target));
  offer('dispatchEvent', target.dispatchEvent.bind(target));
}

function offerFrames(): void {
  const frame = 16;
  offer('requestAnimationFrame', (run: (time: number) => unknown) =>
    setTimeout(() => run(performance.now()), frame),
  );
  offer('cancelAnimationFrame', clearTimeout);
  offer('requestIdleCallback', (run: (deadline: object) => unknown) =>
    setTimeout(() => run({ didTimeout: false, timeRemaining: () => frame }), 1),
  );
  offer('cancelIdleCallback', clearTimeout);
}

/** Of the typings, `declare global`: elements that are in no document yet. */
function offerElements(): void {
  offer('createEl', make);
  offer('createDiv', (info: unknown, callback: unknown) => make('div', info, callback));
  offer('createSpan', (info: unknown, callback: unknown) => make('span', info, callback));
  offer('createFragment', (callback?: (fragment: DocumentFragment) => unknown) => {
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
