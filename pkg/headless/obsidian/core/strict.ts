/** What the host does not imitate must not fail silently: reading it throws an error with its name. */

import { isRecord } from './unknowns';

/** Names that engines, loggers and test runners read on any object. */
const askedOfEveryObject: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  '$$typeof',
  'asymmetricMatch',
  'nodeType',
  'tagName',
  '__esModule',
  'default',
  '_isMockFunction',
  '@@__IMMUTABLE_ITERABLE__@@',
  '@@__IMMUTABLE_RECORD__@@',
]);

class NotImitated extends Error {
  override readonly name = 'NotImitated';

  constructor(readonly member: string) {
    super(`The headless host does not imitate ${member}.`);
  }
}

export function notImitated(member: string): never {
  throw new NotImitated(member);
}

function guardOf(target: object, name: string): object {
  return new Proxy(target, {
    get(object, key, receiver): unknown {
      if (key in object || typeof key === 'symbol' || askedOfEveryObject.has(key)) {
        return Reflect.get(object, key, receiver);
      }
      return notImitated(`${name}.${key}`);
    },
  });
}

/**
 * Makes reading an unknown member of the class's instances throw `NotImitated`. The guard is at the end of
 * the prototype chain, so members that exist cost nothing.
 */
export function guardMembers(type: { readonly prototype: object; readonly name: string }): void {
  const parent: unknown = Object.getPrototypeOf(type.prototype);
  const link = {};
  if (isRecord(parent)) Object.setPrototypeOf(link, parent);
  Object.setPrototypeOf(type.prototype, guardOf(link, type.name));
}

/** The same object, on which reading an unknown member throws `NotImitated`. */
export function guardObject<T extends object>(object: T, name: string): T {
  Object.setPrototypeOf(object, guardOf({}, name));
  return object;
}

/**
 * A view of a module's exports on which reading an unknown export throws `NotImitated`. A bundle reads `TFile` from it
 * for each `instanceof`, so the guard is behind the exports, where they cost nothing.
 */
export function guardExports(name: string, exports: object): object {
  return guardObject({ ...exports }, name);
}

/** A class that can be extended and tested with `instanceof`; making one, or a static member, throws. */
export function missingClass(name: string): abstract new (...values: never[]) => object {
  abstract class Missing {
    readonly missing: never = notImitated(name);
  }
  Object.defineProperty(Missing, 'name', { value: name });
  // Behind the guard are the members of every function.
  Object.setPrototypeOf(
    Missing,
    guardOf(() => undefined, name),
  );
  return Missing;
}

/** A function that throws when it is called. */
export function missingFunction(name: string): () => never {
  return () => notImitated(name);
}
