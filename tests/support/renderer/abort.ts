/** Chromium's abort classes, foreign to Node's. */
import { RendererEvent, RendererEventTarget } from './events';
import type { RendererTimers } from './timers';

const inside = Symbol('inside');

export class RendererAbortSignal extends RendererEventTarget {
  private isAborted = false;
  private why: unknown;
  onabort: unknown = null;

  constructor(key?: symbol) {
    super();
    if (key !== inside) throw new TypeError('Illegal constructor');
  }

  get aborted(): boolean {
    return this.isAborted;
  }

  get reason(): unknown {
    return this.why;
  }

  throwIfAborted(): void {
    if (this.isAborted) throw this.why;
  }

  static abort(reason?: unknown): RendererAbortSignal {
    const signal = new RendererAbortSignal(inside);
    abort(signal, reason);
    return signal;
  }

  static any(signals: Iterable<RendererAbortSignal>): RendererAbortSignal {
    const joined = new RendererAbortSignal(inside);
    for (const signal of signals) follow(joined, signal);
    return joined;
  }

  /** Of this file and `follow` only: ends the signal. */
  static end(signal: RendererAbortSignal, reason: unknown): void {
    if (signal.isAborted) return;
    signal.isAborted = true;
    signal.why = reason ?? new DOMException('signal is aborted without reason', 'AbortError');
    signal.dispatchEvent(new RendererEvent('abort'));
  }
}

/** Makes a signal end with another. */
export function follow(signal: RendererAbortSignal, leader: RendererAbortSignal): void {
  if (leader.aborted) abort(signal, leader.reason);
  else leader.addEventListener('abort', () => abort(signal, leader.reason), { once: true });
}

export function newSignal(): RendererAbortSignal {
  return new RendererAbortSignal(inside);
}

export class RendererAbortController {
  readonly signal = newSignal();

  abort(reason?: unknown): void {
    abort(this.signal, reason);
  }
}

/** `AbortSignal` with the static that needs timers. */
export function abortSignalClass(timers: RendererTimers): typeof RendererAbortSignal {
  const { setTimeout: start } = timers.functionsFor({});
  const timeout = (milliseconds: number): RendererAbortSignal => {
    const signal = newSignal();
    start(() => abort(signal, new DOMException('signal timed out', 'TimeoutError')), milliseconds);
    return signal;
  };
  return Object.defineProperty(RendererAbortSignal, 'timeout', { value: timeout, configurable: true });
}

function abort(signal: RendererAbortSignal, reason: unknown): void {
  RendererAbortSignal.end(signal, reason);
}
