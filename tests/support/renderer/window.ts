/**
 * The window of Obsidian's renderer, as far as a plugin's code can tell it from Node: Chromium's own timers, events,
 * streams and fetch classes, beside Node's `process`, `Buffer`, `setImmediate` and `require`.
 */
import { runInThisContext } from 'node:vm';
import { abortSignalClass, RendererAbortController, type RendererAbortSignal } from './abort';
import { RendererEvent, RendererEventTarget } from './events';
import { RendererRequest, RendererResponse } from './fetch-classes';
import { RendererHeaders } from './headers';
import { createImages } from './images';
import { ReadableStream, TransformStream, WritableStream } from './streams';
import { RendererTimers } from './timers';
import { RendererWindows } from './windows';

/** Of Chromium's too, but not simulated: nothing of ours has a use for them, and Node's would deceive. */
const absent = [
  'fetch',
  'FormData',
  'File',
  'WebSocket',
  'EventSource',
  'MessageChannel',
  'MessagePort',
  'BroadcastChannel',
  'CompressionStream',
  'DecompressionStream',
  'TextDecoderStream',
  'TextEncoderStream',
  'ByteLengthQueuingStrategy',
  'CountQueuingStrategy',
] as const;

export interface RendererWindow {
  /** Names that the code sees in the place of Node's, with their values. */
  readonly globals: ReadonlyMap<string, unknown>;
  /** Names whose values change while the code runs. */
  readonly active: object;
  readonly windows: RendererWindows;
  readonly timers: RendererTimers;
  /** The signals of all controllers made so far, in their order: each request has one. */
  readonly signals: readonly RendererAbortSignal[];
  /** How many decoded images have not been closed. */
  readonly openImages: () => number;
}

export function createWindow(): RendererWindow {
  const timers = new RendererTimers();
  const signals: RendererAbortSignal[] = [];
  const images = createImages();
  const windows = new RendererWindows();
  class AbortController extends RendererAbortController {
    constructor() {
      super();
      signals.push(this.signal);
    }
  }
  const window: object = objectOver(runInThisContext('globalThis'));
  const own = {
    ...Object.fromEntries(absent.map(name => [name, undefined])),
    ...timers.functionsFor(window),
    ...images.globals,
    ...Object.fromEntries(['window', 'self', 'globalThis', 'global'].map(name => [name, window])),
    Event: RendererEvent,
    EventTarget: RendererEventTarget,
    AbortController,
    AbortSignal: abortSignalClass(timers),
    ReadableStream,
    WritableStream,
    TransformStream,
    Headers: RendererHeaders,
    Request: RendererRequest,
    Response: RendererResponse,
    process: rendererProcess(),
    navigator: windows.navigatorOf('main'),
    document: windows.documentOf('main'),
    localStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  };
  for (const [name, value] of Object.entries(own)) {
    Object.defineProperty(window, name, { value, writable: true, configurable: true, enumerable: true });
  }
  return {
    globals: new Map(Object.entries(own)),
    active: windows.activeOf(window),
    ...{ windows, timers, signals, openImages: images.open },
  };
}

/** Everything else, such as `URL`, `crypto` and `performance`, is the process's own. */
function objectOver(prototype: unknown): object {
  if (typeof prototype !== 'object') throw new Error('There is no global object.');
  const made: unknown = Object.create(prototype);
  if (typeof made !== 'object' || made === null) throw new Error('There is no global object.');
  return made;
}

/** As on Windows, where an app with windows has no standard streams. */
function rendererProcess(): object {
  return Object.defineProperties(objectOver(process), {
    type: { value: 'renderer' },
    stdin: { value: undefined },
    stdout: { value: undefined },
    stderr: { value: undefined },
  });
}
