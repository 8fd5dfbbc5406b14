/**
 * Adds what plugins expect on the app's `window` to the global object, and replaces nothing of Node's but a storage
 * that is none. `window` is the global object itself, so timers and streams stay Node's.
 */
import { runInThisContext } from 'node:vm';
import { notImitated } from './obsidian/core/strict';
import { isFunction } from './obsidian/core/unknowns';

type Members = Readonly<Record<string, unknown>>;

const arrayMembers = {
  first<T>(this: T[]): T | undefined {
    return this[0];
  },
  last<T>(this: T[]): T | undefined {
    return this[this.length - 1];
  },
  contains<T>(this: T[], target: T): boolean {
    return this.includes(target);
  },
  remove<T>(this: T[], target: T): void {
    for (let index = this.indexOf(target); index >= 0; index = this.indexOf(target)) this.splice(index, 1);
  },
  unique<T>(this: T[]): T[] {
    return [...new Set(this)];
  },
};

const stringMembers = {
  contains(this: string, target: string): boolean {
    return this.includes(target);
  },
  format(this: string, ...values: string[]): string {
    return this.replace(/\{(\d+)\}/g, (found, number: string) => values[Number(number)] ?? found);
  },
};

const mathMembers = {
  clamp: (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max),
  square: (value: number): number => value * value,
};

const objectMembers = {
  isEmpty: (object: object): boolean => Object.keys(object).length === 0,
  each<T>(object: Record<string, T>, callback: (value: T, key: string) => unknown): boolean {
    return Object.entries(object).every(([key, value]) => callback(value, key) !== false);
  },
};

/** In this realm and the one that plugins are evaluated in, which differ under a test runner. */
export function installGlobals(): void {
  installInto(globalThis);
  const outer: unknown = runInThisContext('globalThis');
  if (typeof outer === 'object' && outer !== null && outer !== globalThis) installInto(outer);
}

function installInto(realm: object): void {
  // From 25 on, Node's is undefined without a file for it, and warns of that.
  if (!('window' in realm)) Reflect.deleteProperty(realm, 'localStorage');
  define(realm, {
    window: realm,
    activeWindow: realm,
    isBoolean: (value: unknown) => typeof value === 'boolean',
  });
  define(realm, { sleep: (milliseconds: number) => new Promise(done => setTimeout(done, milliseconds)) });
  define(realm, { nextFrame: () => new Promise(done => setTimeout(done, 16)) });
  define(realm, { activeDocument: documentOf(realm) });
  define(prototypeOf(realm, 'Array'), arrayMembers);
  define(prototypeOf(realm, 'String'), stringMembers);
  define(member(realm, 'Math'), mathMembers);
  define(member(realm, 'Object'), objectMembers);
  define(member(realm, 'String'), { isString: (value: unknown) => typeof value === 'string' });
  define(member(realm, 'Number'), { isNumber: (value: unknown) => typeof value === 'number' });
  define(member(realm, 'Array'), { combine: (arrays: unknown[][]) => arrays.flat() });
}

/** The realm's present document; if there is none, every member throws with its name. */
function documentOf(realm: object): object {
  const get = (_target: object, key: string | symbol): unknown => {
    const document: unknown = Reflect.get(realm, 'document');
    if (typeof document !== 'object' || document === null) {
      if (key === 'hasFocus') return () => false;
      return typeof key === 'symbol' ? undefined : notImitated(`activeDocument.${key}`);
    }
    const value: unknown = Reflect.get(document, key);
    return isFunction(value) ? value.bind(document) : value;
  };
  return new Proxy({}, { get });
}

function define(target: unknown, members: Members): void {
  if ((typeof target !== 'object' && typeof target !== 'function') || target === null) return;
  for (const [name, value] of Object.entries(members)) {
    if (name in target) continue;
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

function member(realm: object, name: string): unknown {
  return Reflect.get(realm, name);
}

function prototypeOf(realm: object, name: string): unknown {
  const type = member(realm, name);
  return typeof type === 'function' ? Reflect.get(type, 'prototype') : undefined;
}
