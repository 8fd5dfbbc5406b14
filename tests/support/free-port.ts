import { Server } from 'node:net';
import { isFunction } from '../../pkg/headless/obsidian/core/unknowns';
import { defaultPort } from '../../src/settings/schema';

/** In the tests of this file, whoever asks for Lectern's default port gets a free one: a Lectern may run beside them. */
export function withFreePort(): void {
  const own: unknown = Reflect.get(Server.prototype, 'listen');
  function listen(this: Server, port: unknown, ...rest: readonly unknown[]): unknown {
    if (!isFunction(own)) throw new Error('Servers do not listen as they did.');
    return Reflect.apply(own, this, [port === defaultPort ? 0 : port, ...rest]);
  }
  beforeAll(() => void Reflect.set(Server.prototype, 'listen', listen));
  afterAll(() => void Reflect.set(Server.prototype, 'listen', own));
}
