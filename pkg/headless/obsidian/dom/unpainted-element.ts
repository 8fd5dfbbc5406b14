/**
 * What stands for an HTML element where there is no document: enough of a tree for a status-bar item or a row of
 * settings to be built, at no cost. Anything else that an element can do throws an error naming the member.
 */
import { type ElementInfo, fill } from './element-info';
import { guardMembers } from '../core/strict';

type Listener = EventListenerOrEventListenerObject;

class ClassList {
  private readonly names = new Set<string>();

  add(...names: string[]): void {
    for (const name of names) this.names.add(name);
  }

  remove(...names: string[]): void {
    for (const name of names) this.names.delete(name);
  }

  contains(name: string): boolean {
    return this.names.has(name);
  }

  toggle(name: string, force = !this.contains(name)): boolean {
    if (force) this.names.add(name);
    else this.names.delete(name);
    return force;
  }

  get value(): string {
    return [...this.names].join(' ');
  }
}

export class UnpaintedElement {
  static {
    guardMembers(this);
  }

  readonly tagName: string;
  readonly children: UnpaintedElement[] = [];
  readonly classList = new ClassList();
  readonly style: Record<string, string> = {};
  readonly dataset: Record<string, string> = {};
  parentElement: UnpaintedElement | null = null;
  /** There is no document to be in. */
  readonly isConnected = false;
  value = '';
  checked = false;
  disabled = false;
  selected = false;
  type = '';
  placeholder = '';
  title = '';
  href = '';
  min = '';
  max = '';
  step = '';
  rows = 2;
  tabIndex = -1;
  spellcheck = true;
  private readonly attributes = new Map<string, string>();
  private readonly listeners = new Map<string, Set<Listener>>();
  private ownText = '';

  constructor(tag: string) {
    this.tagName = tag.toUpperCase();
  }

  get className(): string {
    return this.classList.value;
  }

  get textContent(): string {
    return this.ownText + this.children.map(child => child.textContent).join('');
  }

  set textContent(text: string) {
    this.setText(text);
  }

  get options(): readonly UnpaintedElement[] {
    return this.children.filter(child => child.tagName === 'OPTION');
  }

  get firstElementChild(): UnpaintedElement | null {
    return this.children[0] ?? null;
  }

  createEl(
    tag: string,
    info?: ElementInfo | string,
    callback?: (element: UnpaintedElement) => void,
  ): UnpaintedElement {
    const element = new UnpaintedElement(tag);
    fill(element, info);
    if (typeof info === 'object' && info.prepend === true) this.prepend(element);
    else this.append(element);
    callback?.(element);
    return element;
  }

  createDiv(info?: ElementInfo | string, callback?: (element: UnpaintedElement) => void): UnpaintedElement {
    return this.createEl('div', info, callback);
  }

  createSpan(info?: ElementInfo | string, callback?: (element: UnpaintedElement) => void): UnpaintedElement {
    return this.createEl('span', info, callback);
  }

  append(...items: (UnpaintedElement | string)[]): void {
    for (const item of items) {
      if (typeof item === 'string') this.ownText += item;
      else this.place(item, this.children.length);
    }
  }

  appendChild(element: UnpaintedElement): UnpaintedElement {
    this.append(element);
    return element;
  }

  appendText(text: string): void {
    this.ownText += text;
  }

  prepend(element: UnpaintedElement): void {
    this.place(element, 0);
  }

  remove(): void {
    const siblings = this.parentElement?.children;
    siblings?.splice(siblings.indexOf(this), 1);
    this.parentElement = null;
  }

  detach(): void {
    this.remove();
  }

  empty(): void {
    for (const child of [...this.children]) child.remove();
    this.ownText = '';
  }

  setText(text: unknown): void {
    this.empty();
    if (text instanceof UnpaintedElement) this.append(text);
    else this.ownText = String(text);
  }

  getText(): string {
    return this.textContent;
  }

  addClass(...names: string[]): void {
    this.classList.add(...names);
  }

  addClasses(names: string[]): void {
    this.classList.add(...names);
  }

  removeClass(...names: string[]): void {
    this.classList.remove(...names);
  }

  removeClasses(names: string[]): void {
    this.classList.remove(...names);
  }

  toggleClass(names: string | string[], value: boolean): void {
    for (const name of typeof names === 'string' ? [names] : names) this.classList.toggle(name, value);
  }

  hasClass(name: string): boolean {
    return this.classList.contains(name);
  }

  setAttr(name: string, value: string | number | boolean | null): void {
    if (value === null) this.attributes.delete(name);
    else this.attributes.set(name, String(value));
  }

  setAttrs(values: Record<string, string | number | boolean | null>): void {
    for (const [name, value] of Object.entries(values)) this.setAttr(name, value);
  }

  getAttr(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name: string, value: string): void {
    this.setAttr(name, value);
  }

  getAttribute(name: string): string | null {
    return this.getAttr(name);
  }

  removeAttribute(name: string): void {
    this.setAttr(name, null);
  }

  addEventListener(type: string, listener: Listener): void {
    const listeners = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, listeners.add(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.listeners.get(type)?.delete(listener);
  }

  onClickEvent(listener: Listener): void {
    this.addEventListener('click', listener);
  }

  dispatchEvent(event: Event): boolean {
    for (const listener of this.listeners.get(event.type) ?? []) {
      if (typeof listener === 'function') listener.call(this, event);
      else listener.handleEvent(event);
    }
    return !event.defaultPrevented;
  }

  trigger(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  click(): void {
    this.trigger('click');
  }

  show(): void {
    this.toggle(true);
  }

  hide(): void {
    this.toggle(false);
  }

  toggle(isShown: boolean): void {
    this.style['display'] = isShown ? '' : 'none';
  }

  isShown(): boolean {
    return this.style['display'] !== 'none';
  }

  focus(): void {
    // Nothing shows it.
  }

  private place(element: UnpaintedElement, index: number): void {
    if (element.parentElement !== null) element.remove();
    this.children.splice(index, 0, element);
    element.parentElement = this;
  }
}
