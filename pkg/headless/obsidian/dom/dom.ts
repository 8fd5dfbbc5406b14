/** New elements: of the document where there is one (a browser, jsdom), unpainted ones otherwise. */
import { installDomHelpers } from './dom-helpers';
import { type ElementInfo, fill } from './element-info';
import { UnpaintedElement } from './unpainted-element';

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

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'createElement' in value;
}

/** An unpainted element takes the place of a real one wherever the API promises one. */
function standsForElement(value: unknown): value is HTMLElement {
  return value instanceof UnpaintedElement;
}

export function newElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  info?: ElementInfo | string,
): HTMLElementTagNameMap[K];
export function newElement(tag: string, info?: ElementInfo | string): unknown {
  const document = currentDocument();
  if (document === undefined) {
    const element = new UnpaintedElement(tag);
    fill(element, info);
    return element;
  }
  installDomHelpers(document);
  const element = document.createElement(tag);
  fill(element, info);
  return element;
}

/** As `createEl` on the parent, whichever kind of element it is. */
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

export function isElement(value: unknown): value is HTMLElement {
  return standsForElement(value) || (typeof HTMLElement !== 'undefined' && value instanceof HTMLElement);
}
