import type * as Api from 'obsidian';
import { type AnyFunction, isFunction } from './unknowns';

/** Any function; sender and listener agree on the arguments. */
export type EventCallback = (...data: never[]) => unknown;

class Listener implements Api.EventRef {
  constructor(
    readonly source: Events,
    readonly name: string,
    readonly callback: unknown,
    readonly context: unknown,
  ) {}
}

export class Events implements Api.Events {
  /** Made with the first listener: plugins that extend Events do not always call our constructor early. */
  private listenersByName: Map<string, Listener[]> | undefined;

  on(name: string, callback: EventCallback, ctx?: unknown): Api.EventRef {
    const listener = new Listener(this, name, callback, ctx);
    this.listenersByName ??= new Map();
    const listeners = this.listenersByName.get(name);
    if (listeners === undefined) this.listenersByName.set(name, [listener]);
    else listeners.push(listener);
    return listener;
  }

  off(name: string, callback: EventCallback): void {
    this.keep(name, listener => listener.callback !== callback);
  }

  offref(ref: Api.EventRef): void {
    if (ref instanceof Listener) this.keep(ref.name, listener => listener !== ref);
  }

  /** Of the host: whether anybody listens. */
  hasListeners(name: string): boolean {
    return (this.listenersByName?.get(name) ?? []).length > 0;
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const listener of this.listenersByName?.get(name) ?? []) this.tryTrigger(listener, data);
  }

  /** An error in one listener does not stop the others; the app reports it later, we log it. */
  tryTrigger(evt: Api.EventRef, args: unknown[]): void {
    if (!(evt instanceof Listener)) return;
    try {
      const callback: AnyFunction | undefined = isFunction(evt.callback) ? evt.callback : undefined;
      const result = callback?.apply(evt.context, args);
      if (result instanceof Promise) result.catch((error: unknown) => console.error(error));
    } catch (error) {
      console.error(error);
    }
  }

  private keep(name: string, wanted: (listener: Listener) => boolean): void {
    const listeners = this.listenersByName?.get(name);
    // A new array: an event that is being triggered goes on over the old one.
    if (listeners !== undefined) this.listenersByName?.set(name, listeners.filter(wanted));
  }
}

/** Detaches a listener from whatever it was attached to. */
export function detach(ref: Api.EventRef): void {
  if (ref instanceof Listener) ref.source.offref(ref);
}
