import { settingsSchema } from '../../src/settings/schema';
import { SettingsStore } from '../../src/settings/store';
import { storedToken } from '../../src/settings/tokens';
import { TokenUses, writeInterval } from '../../src/settings/token-use';
import { callRecord } from '../support/call-records';
import { ManualTimers } from '../support/manual-timers';

const tokens = ['default', 'visitor'].map(name => storedToken(name, 'read', `lct_${name}`));

async function started(): Promise<{
  store: SettingsStore;
  uses: TokenUses;
  timers: ManualTimers;
  saved: unknown[];
}> {
  const saved: unknown[] = [];
  const store = new SettingsStore({
    load: () => Promise.resolve(settingsSchema.parse({ tokens })),
    save: settings => Promise.resolve(void saved.push(structuredClone(settings))),
    getSecret: () => null,
    setSecret: () => undefined,
    keepAside: () => Promise.resolve(),
  });
  await store.load();
  const timers = new ManualTimers();
  return { store, uses: new TokenUses({ store, after: timers.after }), timers, saved };
}

describe('the last use of tokens', () => {
  test('is known at once and written once a minute, however many calls there are', async () => {
    const { store, uses, timers, saved } = await started();
    const told: number[] = [];
    store.subscribe(() => told.push(1));
    for (let call = 0; call < 1000; call += 1) uses.add(callRecord({ time: 1_000_000 + call }));
    expect(uses.of('default')).toEqual({ time: 1_000_999, client: 'Claude Code' });
    timers.pass(writeInterval - 1);
    expect(saved).toEqual([]);
    timers.pass(1);
    await Promise.resolve();
    expect(saved).toHaveLength(1);
    expect(store.settings.tokens[0]).toMatchObject({
      lastUsed: new Date(1_000_999).toISOString(),
      lastClient: 'Claude Code',
    });
    expect(store.settings.tokens[1]).toEqual(tokens[1]);
    // Clients would otherwise be told of new tools each minute.
    expect(told).toEqual([]);
    expect(timers.count).toBe(0);
  });

  test('keeps the name of a client that says it only sometimes', async () => {
    const { uses } = await started();
    uses.add(callRecord());
    uses.add(callRecord({ client: undefined, time: 5 }));
    expect(uses.of('default')).toEqual({ time: 5, client: 'Claude Code' });
  });

  test('of a token of this run is not written to a stored one of the same name', async () => {
    const { store, uses, timers, saved } = await started();
    store.layOver({ tokens: [{ name: 'default', value: 'a-value-of-the-run', rights: 'read' }] });
    uses.add(callRecord());
    timers.pass(writeInterval);
    await Promise.resolve();
    expect(saved).toEqual([]);
  });

  test('of a token that the settings do not hold writes nothing', async () => {
    const { uses, timers, saved } = await started();
    uses.add(callRecord({ token: 'env' }));
    timers.pass(writeInterval);
    await Promise.resolve();
    expect(saved).toEqual([]);
  });

  test('is not that of an earlier token with the same name', async () => {
    const { store, uses, timers, saved } = await started();
    uses.add(callRecord({ time: 1_000_000 }));
    const [first] = store.settings.tokens;
    if (first === undefined) throw new Error('No token.');
    await store.removeToken(first);
    await store.addToken('default', 'read', new Date(2_000_000));
    saved.length = 0;
    timers.pass(writeInterval);
    await Promise.resolve();
    expect(saved).toEqual([]);
    expect(store.settings.tokens.at(-1)).not.toHaveProperty('lastUsed');
  });

  test('waits for nothing after the end', async () => {
    const { uses, timers } = await started();
    uses.add(callRecord());
    uses.end();
    expect(timers.count).toBe(0);
  });
});
