import type * as Api from 'obsidian';
import { detach } from './events';
import { isFunction } from './unknowns';

type DomTarget = Window | Document | HTMLElement;

export class Component implements Api.Component {
  /** Of the host: what `onload` returned, a promise for many plugins. */
  loading: unknown;
  private loaded = false;
  private readonly children: Api.Component[] = [];
  private readonly cleanups: (() => unknown)[] = [];

  load(): void {
    if (this.loaded) return;
    this.loaded = true;
    this.loading = this.onload();
    for (const child of [...this.children]) child.load();
  }

  onload(): unknown {
    return undefined;
  }

  /** Children first, then the registered clean-ups in reverse, then `onunload`. */
  unload(): void {
    if (!this.loaded) return;
    this.loaded = false;
    for (const child of this.children.splice(0).reverse()) child.unload();
    for (const cleanup of this.cleanups.splice(0).reverse()) attempt(cleanup);
    this.onunload();
  }

  onunload(): void {
    // For subclasses.
  }

  addChild<T extends Api.Component>(component: T): T {
    this.children.push(component);
    if (this.loaded) component.load();
    return component;
  }

  removeChild<T extends Api.Component>(component: T): T {
    const index = this.children.indexOf(component);
    if (index >= 0) {
      this.children.splice(index, 1);
      component.unload();
    }
    return component;
  }

  register(cb: () => unknown): void {
    this.cleanups.push(cb);
  }

  registerEvent(eventRef: Api.EventRef): void {
    this.register(() => detach(eventRef));
  }

  registerDomEvent(
    el: DomTarget,
    type: string,
    callback: (this: HTMLElement, event: never) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    // Under Node `window` is the global object, which has no events to listen to.
    if (!isFunction(Reflect.get(el, 'addEventListener'))) return;
    const listener = listenerOf(callback);
    el.addEventListener(type, listener, options);
    this.register(() => el.removeEventListener(type, listener, options));
  }

  registerInterval(id: number): number {
    this.register(() => clearInterval(id));
    return id;
  }
}

function attempt(cleanup: () => unknown): void {
  try {
    cleanup();
  } catch (error) {
    console.error(error);
  }
}

function listenerOf(callback: unknown): EventListener {
  return function (this: unknown, event) {
    if (isFunction(callback)) callback.call(this, event);
  };
}
