/**
 * A document for plugins that need one, of jsdom. Loading it takes most of a second, so it is loaded with the
 * first element. If jsdom is not installed there is none, and making an element throws.
 */
import { installDomHelpers } from '../obsidian/dom/dom-helpers';
import { isFunction, property } from '../obsidian/core/unknowns';
import { defineLazyGlobal } from './realm';
import { isDocument } from '../obsidian/dom/dom';

/** Of a browser's window, beside what Node has (https://developer.mozilla.org/docs/Web/API/Window). */
const names = [
  'document',
  'Document',
  'DocumentFragment',
  'Node',
  'Element',
  'Text',
  'NodeList',
  'NodeFilter',
  'Range',
  'HTMLElement',
  'HTMLAnchorElement',
  'HTMLButtonElement',
  'HTMLDivElement',
  'HTMLImageElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'HTMLSpanElement',
  'HTMLTextAreaElement',
  'SVGElement',
  'MouseEvent',
  'KeyboardEvent',
  'UIEvent',
  'FocusEvent',
  'InputEvent',
  'DOMParser',
  'XMLSerializer',
  'MutationObserver',
  'Selection',
  'getComputedStyle',
  'getSelection',
  'localStorage',
  'sessionStorage',
  'location',
  'navigator',
  'FileReader',
  'Image',
];

/** @param require finds the host's own packages */
export function definePageGlobals(require: (name: string) => unknown): void {
  let window: unknown;
  const open = (): unknown => (window ??= openWindow(require));
  for (const name of names) {
    defineLazyGlobal(name, () => {
      const value = property(open(), name);
      return isFunction(value) && name.startsWith('get') ? value.bind(window) : value;
    });
  }
}

function openWindow(require: (name: string) => unknown): object {
  let jsdom: unknown;
  try {
    jsdom = property(require('jsdom'), 'JSDOM');
  } catch {
    return {};
  }
  if (!isFunction(jsdom)) return {};
  const page: unknown = Reflect.construct(jsdom, [
    '<!doctype html><body></body>',
    { url: 'http://localhost/' },
  ]);
  const window = property(page, 'window');
  const document = property(window, 'document');
  if (typeof window !== 'object' || window === null || !isDocument(document)) return {};
  installDomHelpers(document);
  return window;
}
