/** The global objects that a plugin's code may see: this one, and under a test runner the one it is evaluated in. */
import { runInThisContext } from 'node:vm';

function realms(): object[] {
  const outer: unknown = runInThisContext('globalThis');
  const isOther = typeof outer === 'object' && outer !== null && outer !== globalThis;
  return isOther ? [globalThis, outer] : [globalThis];
}

/** Adds what is missing; never replaces anything of Node's. */
export function defineGlobal(name: string, value: unknown): void {
  for (const realm of realms()) {
    if (name in realm) continue;
    Object.defineProperty(realm, name, { value, writable: true, configurable: true });
  }
}

/** As `defineGlobal`, and replaces what an earlier host of this process added by this name. */
export function redefineGlobal(name: string, value: unknown): void {
  for (const realm of realms())
    Object.defineProperty(realm, name, { value, writable: true, configurable: true });
}

/** As `defineGlobal`, made on demand. */
export function defineLazyGlobal(name: string, make: () => unknown): void {
  for (const realm of realms()) {
    if (name in realm) continue;
    const settle = (value: unknown): unknown => {
      Object.defineProperty(realm, name, { value, writable: true, configurable: true });
      return value;
    };
    Object.defineProperty(realm, name, { configurable: true, get: () => settle(make()), set: settle });
  }
}
