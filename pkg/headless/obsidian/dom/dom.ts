/** New elements, of the document of a browser or of jsdom. */
import { installDomHelpers } from './dom-helpers';
import { type ElementInfo, fill } from './element-info';

export function currentDocument(): Document | undefined {
  const found: unknown = Reflect.get(globalThis, 'document');
  return isDocument(found) ? found : undefined;
}

/** Of the window that the user works in: the app opens dialogs and menus there. */
export function openingDocument(): Document | undefined {
  const main = currentDocument();
  const active: unknown = main === undefined ? undefined : Reflect.get(globalThis, 'activeDocument');
  return isDocument(active) ? active : main;
}

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'createElement' in value;
}

/** @throws Error without a document: the host has one only for community plugins, if jsdom is installed */
export function newElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  info?: ElementInfo | string,
): HTMLElementTagNameMap[K] {
  const document = currentDocument();
  if (document === undefined)
    throw new Error('There is no document for elements. Community plugins get one if jsdom is installed.');
  installDomHelpers(document);
  const element = document.createElement(tag);
  fill(element, info);
  return element;
}

/** As `createEl` on the parent. */
export function addElement<K extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  tag: K,
  info?: ElementInfo | string,
): HTMLElementTagNameMap[K] {
  const element = newElement(tag, info);
  parent.appendChild(element);
  return element;
}

export function addDiv(parent: HTMLElement, info?: ElementInfo | string): HTMLDivElement {
  return addElement(parent, 'div', info);
}
