/** Chromium's events, which are not Node's: neither side takes the other's. */

type Listener = ((event: RendererEvent) => unknown) | { handleEvent(event: RendererEvent): unknown };

interface ListenerOptions {
  readonly once?: boolean;
  readonly signal?: RendererEventTarget;
}

export class RendererEvent {
  readonly timeStamp = 0;
  readonly bubbles = false;
  readonly cancelable = false;
  readonly defaultPrevented = false;
  target: RendererEventTarget | null = null;

  constructor(readonly type: string) {}

  preventDefault(): void {
    // None of the events made here can be cancelled.
  }

  stopPropagation(): void {
    // There is no tree to go up.
  }
}

export class RendererEventTarget {
  private readonly registered = new Map<string, Map<Listener, ListenerOptions>>();

  addEventListener(type: string, listener: Listener | null, options: ListenerOptions | boolean = {}): void {
    if (listener === null) return;
    const ofType = this.registered.get(type) ?? new Map<Listener, ListenerOptions>();
    this.registered.set(type, ofType);
    if (ofType.has(listener)) return;
    const chosen = typeof options === 'boolean' ? {} : options;
    ofType.set(listener, chosen);
    chosen.signal?.addEventListener('abort', () => this.removeEventListener(type, listener));
  }

  removeEventListener(type: string, listener: Listener | null): void {
    if (listener !== null) this.registered.get(type)?.delete(listener);
  }

  /** @throws TypeError for an event of another world, as Chromium does */
  dispatchEvent(event: RendererEvent): boolean {
    if (!(event instanceof RendererEvent)) {
      throw new TypeError("Failed to execute 'dispatchEvent': parameter 1 is not of type 'Event'.");
    }
    event.target = this;
    for (const [listener, { once }] of [...(this.registered.get(event.type) ?? [])]) {
      if (once === true) this.removeEventListener(event.type, listener);
      if (typeof listener === 'function') listener.call(this, event);
      else listener.handleEvent(event);
    }
    const property: unknown = Reflect.get(this, `on${event.type}`);
    if (typeof property === 'function') Reflect.apply(property, this, [event]);
    return true;
  }
}
