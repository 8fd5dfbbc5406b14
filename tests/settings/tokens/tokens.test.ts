import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { storedToken } from '../../../src/settings/tokens/tokens';
import { type TokenUse, TokenUses, writeInterval } from '../../../src/settings/tokens/token-use';
import { callRecord } from '../../support/call-records';
import { Timers } from '../../support/time/timers';
import LecternPlugin from '../../../src/main';
import { TokenValues } from '../../../src/settings/tokens/token-values';
import { AppLectern } from '../../browser/support/app-lectern';
import { temporaryVault } from '../../headless/temporary-vault';
import { withFreePort } from '../../support/free-port';
import { manifest } from '../../support/lectern';

describe('the last use of tokens', () => {
  const tokenOf = (name: string, value = `lct_${name}`, created?: Date) =>
    storedToken(name, 'read', value, created);
  const [first, visitor] = [tokenOf('default'), tokenOf('visitor')];

  /** Local storage, which keeps JSON. */
  class Storage {
    private readonly texts = new Map<string, string>();
    writes = 0;

    readonly getLocal = (key: string): unknown => {
      const text = this.texts.get(key);
      const value: unknown = text === undefined ? null : JSON.parse(text);
      return value;
    };

    readonly setLocal = (key: string, value: unknown): void => {
      this.writes += 1;
      this.texts.set(key, JSON.stringify(value));
    };
  }

  let tokens = [first, visitor];
  let storage: Storage;
  let timers: Timers;
  let uses: TokenUses;

  const opened = (): TokenUses => new TokenUses({ tokens: () => tokens, storage, after: timers.after });

  beforeEach(() => {
    tokens = [first, visitor];
    storage = new Storage();
    timers = new Timers();
    uses = opened();
  });

  test('is known at once and written once a minute, however many calls there are', () => {
    const last: TokenUse = { time: 1_000_999, client: 'Claude Code' };
    for (let call = 0; call < 1000; call += 1) uses.add(callRecord({ time: 1_000_000 + call }));
    expect(uses.of(first)).toEqual(last);
    timers.pass(writeInterval - 1);
    expect(storage.writes).toBe(0);
    timers.pass(1);
    expect(storage.writes).toBe(1);
    expect(opened().of(first)).toEqual(last);
    expect(opened().of(visitor)).toBeUndefined();
    expect(timers.count).toBe(0);
  });

  test('is written at the end, and only where something came since', () => {
    uses.end();
    expect(storage.writes).toBe(0);
    uses.add(callRecord({ time: 7 }));
    uses.end();
    expect(timers.count).toBe(0);
    expect(opened().of(first)).toMatchObject({ time: 7 });
  });

  test('keeps the name of a client that says it only sometimes', () => {
    uses.add(callRecord());
    uses.add(callRecord({ client: undefined, time: 5 }));
    expect(uses.of(first)).toEqual({ time: 5, client: 'Claude Code' });
  });

  test('of a token that is not in the settings is not stored', () => {
    uses.add(callRecord({ token: 'env' }));
    expect(timers.count).toBe(0);
  });

  test('is not that of an earlier token with the same name', () => {
    uses.add(callRecord({ time: 1_000_000 }));
    const next = tokenOf('default', 'lct_next', new Date(2_000_000));
    tokens = [next, visitor];
    uses.add(callRecord({ time: 1_000_001 }));
    expect(uses.of(next)).toBeUndefined();
    timers.pass(writeInterval);
    tokens = [first, visitor];
    expect(opened().of(first)).toBeUndefined();
  });

  test('can be read after another program wrote into the storage', () => {
    storage.setLocal('lectern-token-uses', { [first.valueHash]: 'yesterday' });
    expect(uses.of(first)).toBeUndefined();
  });
});

describe('where values are kept', () => {
  withFreePort();

  const token = storedToken('default', 'write', 'lct_a');

  function noKeyring(): never {
    throw new Error('encryptString is not available.');
  }

  describe('the values of tokens', () => {
    test('are kept for the session where secret storage throws', () => {
      const values = new TokenValues({ getSecret: noKeyring, setSecret: noKeyring });
      expect(values.of(token)).toBeUndefined();
      expect(values.keep(token, 'lct_a')).toBe(false);
      expect(values.of(token)).toBe('lct_a');
      values.forget(token);
      expect(values.of(token)).toBeUndefined();
    });

    test('are kept for the session where secret storage accepts them but does not return them', () => {
      const values = new TokenValues({ getSecret: () => null, setSecret: () => undefined });
      expect(values.keep(token, 'lct_a')).toBe(false);
      expect(values.of(token)).toBe('lct_a');
    });
  });

  test('on a machine without a keyring the server starts, and says that the token is valid until the app ends', async () => {
    const vault = await temporaryVault();
    mkdirSync(join(vault.state, 'secrets.json'), { recursive: true });
    const { control, instance } = await vault.host.loadPlugin(AppLectern, manifest);
    expect(await control?.started()).toMatchObject({ state: 'listening' });
    if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
    const { tab } = instance.lectern.appInterface;
    await tab.store.addToken('Cursor', 'write', new Date(0));
    expect(vault.host.notices.join('\n')).toContain('until the app is closed');
    expect(await tab.testConnection(tab.store.firstKnownToken()?.value ?? '')).toMatchObject({
      kind: 'answered',
    });
    await vault.close();
  });
});
