/**
 * A browser's `Worker` over one of Node's, for plugins that bring a worker's code along as a `blob:` or `data:`
 * address (https://developer.mozilla.org/docs/Web/API/Worker). It keeps no process alive.
 */
import { resolveObjectURL } from 'node:buffer';
import { Worker } from 'node:worker_threads';
import { notImitated } from '../obsidian/core/strict';
import { isFunction } from '../obsidian/core/unknowns';

/** What a worker's code finds on its global object. */
const preamble = `
  const { parentPort } = require('node:worker_threads');
  globalThis.self = globalThis;
  // Strict code sets it without declaring it (Dataview 0.5.68).
  globalThis.onmessage = null;
  const target = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) globalThis[name] = target[name].bind(target);
  globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, Array.isArray(transfer) ? transfer : transfer?.transfer);
  globalThis.close = () => process.exit();
  parentPort.on('message', data => {
    const event = new MessageEvent('message', { data });
    globalThis.onmessage?.(event);
    target.dispatchEvent(event);
  });
`;

type Listener = ((event: Event) => unknown) | null;

export class WebWorker extends EventTarget {
  onmessage: Listener = null;
  onerror: Listener = null;
  onmessageerror: Listener = null;
  private thread: Worker | undefined;
  private isEnded = false;
  private readonly starting: Promise<void>;

  constructor(address: string | URL) {
    super();
    this.starting = this.start(String(address)).catch((error: unknown) => this.fail(error));
  }

  postMessage(message: unknown): void {
    const { thread } = this;
    if (thread !== undefined) {
      thread.postMessage(message);
      return;
    }
    // A message is copied when it is posted, as in a browser.
    const copy: unknown = structuredClone(message);
    void this.starting.then(() => this.thread?.postMessage(copy));
  }

  terminate(): void {
    this.isEnded = true;
    void this.thread?.terminate();
  }

  private async start(address: string): Promise<void> {
    const source = await sourceAt(address);
    if (this.isEnded) return;
    const thread = new Worker(`${preamble}\n${source}`, { eval: true });
    thread.unref();
    thread.on('message', (data: unknown) => this.tell(new MessageEvent('message', { data }), this.onmessage));
    thread.on('error', error => this.fail(error));
    this.thread = thread;
  }

  private fail(error: unknown): void {
    const event = Object.assign(new Event('error'), { error, message: String(error) });
    this.tell(event, this.onerror);
  }

  private tell(event: Event, listener: Listener): void {
    if (isFunction(listener)) listener.call(this, event);
    this.dispatchEvent(event);
  }
}

async function sourceAt(address: string): Promise<string> {
  const blob = address.startsWith('blob:') ? resolveObjectURL(address) : undefined;
  if (blob !== undefined) return blob.text();
  if (!address.startsWith('data:')) return notImitated('Worker for an address outside the plugin');
  return (await fetch(address)).text();
}
