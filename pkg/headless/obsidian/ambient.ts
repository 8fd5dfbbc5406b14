/**
 * The app has one window, and some of its API (notices, icons) uses that window without a reference to the
 * app. The host keeps such state under one symbol of the global object, as the app keeps it on `window`.
 */
import { isRecord } from './core/unknowns';

export interface Ambient {
  /** Where a notice's text goes. */
  notices: ((message: string) => void) | undefined;
  readonly icons: Map<string, string>;
  /** The built `pdf-worker.mjs`; PDFs cannot be read without it. */
  pdfWorker: string | undefined;
}

const key = Symbol.for('lectern.headless.ambient');

function isAmbient(value: unknown): value is Ambient {
  return isRecord(value) && value['icons'] instanceof Map;
}

export function ambient(): Ambient {
  const found: unknown = Reflect.get(globalThis, key);
  if (isAmbient(found)) return found;
  const made: Ambient = { notices: undefined, icons: new Map(), pdfWorker: undefined };
  Reflect.set(globalThis, key, made);
  return made;
}
