import { isFunction, property } from '../../../pkg/headless/obsidian/core/unknowns';

/** Loaded by Node, as for the environment; Jest's own `require` takes no ES modules. */
const loaded: unknown = process.getBuiltinModule('module').createRequire(__filename)('./realm-state.mjs');
const realmState = property(loaded, 'realmState');

function afterRestoring(change: () => void): void {
  const restore = isFunction(realmState) ? realmState() : undefined;
  if (!isFunction(restore)) throw new Error('realm-state.mjs exports no such function.');
  change();
  restore();
}

const member = (object: object, name: string): unknown => Reflect.get(object, name);

test('new globals are deleted and changed ones are put back', () => {
  const before = member(globalThis, 'setTimeout');
  afterRestoring(() => {
    Reflect.set(globalThis, 'left', 1);
    Reflect.set(globalThis, 'setTimeout', () => undefined);
    Reflect.deleteProperty(globalThis, 'queueMicrotask');
  });
  expect('left' in globalThis).toBe(false);
  expect(member(globalThis, 'setTimeout')).toBe(before);
  expect(typeof globalThis.queueMicrotask).toBe('function');
});

test('members of built-in classes are restored', () => {
  const before = member(String.prototype, 'lastIndexOf');
  afterRestoring(() => {
    Reflect.set(String.prototype, 'lastIndexOf', () => 0);
    Reflect.set(Array.prototype, 'left', 1);
    Reflect.set(Math, 'left', 1);
  });
  expect(member(String.prototype, 'lastIndexOf')).toBe(before);
  expect('left' in []).toBe(false);
  expect('left' in Math).toBe(false);
});

test('the environment, the exit code and the listeners of the process are restored', () => {
  const { PATH } = process.env;
  const listeners = process.listenerCount('SIGUSR2');
  afterRestoring(() => {
    process.env['PATH'] = 'changed';
    process.env['LECTERN_LEFT'] = '1';
    process.exitCode = 3;
    process.on('SIGUSR2', () => undefined);
  });
  expect(process.env['PATH']).toBe(PATH);
  expect(process.env['LECTERN_LEFT']).toBeUndefined();
  expect(process.exitCode).toBeUndefined();
  expect(process.listenerCount('SIGUSR2')).toBe(listeners);
});
