/** What a test file can leave behind in a realm: its globals, members of its built-in objects, the environment, listeners. */

/** @returns a function that puts everything back as it is now */
export function realmState() {
  const restore = [...objectsOf(globalThis)].map(restoringMembers);
  const { exit, exitCode } = process;
  const environment = { ...process.env };
  const listeners = new Map(process.eventNames().map(name => [name, process.rawListeners(name)]));
  return () => {
    for (const object of restore) object();
    Object.assign(process, { exit, exitCode });
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    for (const name of process.eventNames()) removeAdded(name, listeners.get(name) ?? []);
  };
}

/** The realm itself, and each of its built-in objects and classes with their prototypes. */
function objectsOf(realm) {
  const found = new Set([realm]);
  for (const { value } of Object.values(Object.getOwnPropertyDescriptors(realm))) {
    // Values of getters stay unread: Node loads much of its library when one is.
    if (typeof value === 'object' && value !== null) found.add(value);
    if (typeof value !== 'function') continue;
    found.add(value);
    if (typeof value.prototype === 'object' && value.prototype !== null) found.add(value.prototype);
  }
  return found;
}

function restoringMembers(object) {
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const key of Reflect.ownKeys(object)) {
      // Jest's own register of matchers cannot be deleted.
      if (!Object.hasOwn(before, key)) Reflect.deleteProperty(object, key);
    }
    for (const key of Reflect.ownKeys(before)) {
      const was = before[key];
      const is = Reflect.getOwnPropertyDescriptor(object, key);
      if (is === undefined || is.value !== was.value || is.get !== was.get || is.set !== was.set) {
        Object.defineProperty(object, key, was);
      }
    }
  };
}

function removeAdded(name, before) {
  for (const listener of process.rawListeners(name)) {
    if (!before.includes(listener)) process.removeListener(name, listener);
  }
}
