/** The members that the app adds to the prototypes of nodes (typings, `declare global`). */
import { type ElementInfo, fill } from './element-info';

type Members = Record<string, (this: never, ...values: never[]) => unknown>;
type Info = ElementInfo | string | undefined;

const nodeMembers = {
  createEl(this: Node, tag: string, info?: Info, callback?: (element: HTMLElement) => void): HTMLElement {
    return attach(this, ownerOf(this).createElement(tag), info, callback);
  },
  createDiv(this: Node, info?: Info, callback?: (element: HTMLElement) => void): HTMLElement {
    return attach(this, ownerOf(this).createElement('div'), info, callback);
  },
  createSpan(this: Node, info?: Info, callback?: (element: HTMLElement) => void): HTMLElement {
    return attach(this, ownerOf(this).createElement('span'), info, callback);
  },
  createSvg(this: Node, tag: string, info?: Info, callback?: (element: SVGElement) => void): SVGElement {
    const element = ownerOf(this).createElementNS('http://www.w3.org/2000/svg', tag);
    return attach(this, isSvg(element) ? element : unreachable(), info, callback);
  },
  appendText(this: Node, text: string): void {
    this.appendChild(ownerOf(this).createTextNode(text));
  },
  empty(this: Node): void {
    while (this.firstChild !== null) this.removeChild(this.firstChild);
  },
  detach(this: Node): void {
    this.parentNode?.removeChild(this);
  },
} satisfies Members;

const elementMembers = {
  getText(this: Element): string {
    return this.textContent;
  },
  setText(this: Element, text: string | DocumentFragment): void {
    if (typeof text === 'string') this.textContent = text;
    else this.replaceChildren(text);
  },
  addClass(this: Element, ...names: string[]): void {
    this.classList.add(...names);
  },
  addClasses(this: Element, names: string[]): void {
    this.classList.add(...names);
  },
  removeClass(this: Element, ...names: string[]): void {
    this.classList.remove(...names);
  },
  removeClasses(this: Element, names: string[]): void {
    this.classList.remove(...names);
  },
  toggleClass(this: Element, names: string | string[], value: boolean): void {
    for (const name of typeof names === 'string' ? [names] : names) this.classList.toggle(name, value);
  },
  hasClass(this: Element, name: string): boolean {
    return this.classList.contains(name);
  },
  setAttr(this: Element, name: string, value: string | number | boolean | null): void {
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  },
  setAttrs(this: Element, values: Record<string, string | number | boolean | null>): void {
    for (const [name, value] of Object.entries(values)) this.setAttr(name, value);
  },
  getAttr(this: Element, name: string): string | null {
    return this.getAttribute(name);
  },
  find(this: Element, selector: string): Element | null {
    return this.querySelector(selector);
  },
  findAll(this: Element, selector: string): Element[] {
    return [...this.querySelectorAll(selector)];
  },
} satisfies Members;

const htmlMembers = {
  show(this: HTMLElement): void {
    this.style.display = '';
  },
  hide(this: HTMLElement): void {
    this.style.display = 'none';
  },
  toggle(this: HTMLElement, isShown: boolean): void {
    this.style.display = isShown ? '' : 'none';
  },
  isShown(this: HTMLElement): boolean {
    return this.style.display !== 'none';
  },
  setCssStyles(this: HTMLElement, styles: Record<string, string>): void {
    Object.assign(this.style, styles);
  },
  setCssProps(this: HTMLElement, values: Record<string, string>): void {
    for (const [name, value] of Object.entries(values)) this.style.setProperty(name, value);
  },
  onClickEvent(this: HTMLElement, listener: EventListener): void {
    this.addEventListener('click', listener);
  },
  trigger(this: HTMLElement, type: string): void {
    const { Event: OwnEvent = Event } = this.ownerDocument.defaultView ?? {};
    this.dispatchEvent(new OwnEvent(type, { bubbles: true }));
  },
} satisfies Members;

/** Adds the app's members to the prototypes behind a document, once. */
export function installDomHelpers(document: Document): void {
  const html = document.documentElement;
  if ('createEl' in html && 'setCssProps' in html) return;
  const htmlPrototype = prototypeWith(html, 'click');
  add(prototypeWith(html, 'appendChild'), nodeMembers);
  add(prototypeWith(html, 'setAttribute'), elementMembers);
  add(htmlPrototype, htmlMembers);
}

/** The prototype of an object that owns a member: documents of other windows have their own classes. */
function prototypeWith(object: object, member: string): object {
  let found: unknown = object;
  while (typeof found === 'object' && found !== null) {
    if (Object.hasOwn(found, member)) return found;
    found = Object.getPrototypeOf(found);
  }
  return unreachable();
}

function add(prototype: object, members: Members): void {
  for (const [name, value] of Object.entries(members)) {
    if (name in prototype) continue;
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

function attach<T extends Element>(
  parent: Node,
  element: T,
  info: Info,
  callback: ((element: T) => void) | undefined,
): T {
  fill(element, info);
  const isFirst = typeof info === 'object' && info.prepend === true;
  if (isFirst) parent.insertBefore(element, parent.firstChild);
  else parent.appendChild(element);
  callback?.(element);
  return element;
}

function isSvg(element: Element): element is SVGElement {
  return element.namespaceURI === 'http://www.w3.org/2000/svg';
}

function ownerOf(node: Node): Document {
  return node.ownerDocument ?? (isDocumentNode(node) ? node : unreachable());
}

function isDocumentNode(node: Node): node is Document {
  return node.nodeType === 9;
}

function unreachable(): never {
  throw new Error('A document without its own classes.');
}
