import { ChangeHub, gatherTime } from '../../../src/server/sessions/change-hub';
import { maxWatched, type WatchServices, Watch } from '../../../src/server/sessions/watch';
import type { SliceTurn } from '../../../src/utils/slicing/time-slicer';
import type { VaultChange } from '../../../src/vault/app/change-feed';
import { Timers } from '../../support/time/timers';

const uriOf = (path: string): string => `vault:///${path}`;

/** A vault in which folder `Private` is not there, with a count of what it is asked. */
class SeenVault implements WatchServices {
  asked = 0;
  readonly gone = new Set<string>();
  readonly denied = new Set<string>();
  readonly resources = {
    pathOf: (uri: string) => (uri.startsWith('vault:///') ? uri.slice('vault:///'.length) : undefined),
    sees: (path: string) => this.ask(this.allows(path) && !this.gone.has(path)),
    mayHaveSeen: (path: string) => this.ask(this.allows(path)),
  };
  readonly vaultOverview = { isGuide: (path: string) => path === 'AGENTS.md' };
  readonly promptNotes = { holds: (path: string) => path.startsWith('Prompts/') };

  private allows(path: string): boolean {
    return !path.startsWith('Private/') && !this.denied.has(path);
  }

  private ask(answer: boolean): boolean {
    this.asked += 1;
    return answer;
  }
}

function hubOf(): {
  hub: ChangeHub;
  timers: Timers;
  steps: () => number;
  pauses: () => number;
  feeds: () => number;
  happen: (path: string, kind?: VaultChange['kind']) => void;
} {
  const timers = new Timers();
  const feeds = new Set<(change: VaultChange) => void>();
  let steps = 0;
  let pauses = 0;
  const turn: SliceTurn = {
    due: () => (steps += 1) % 16 === 0,
    worked: () => 0,
    pause: () => Promise.resolve(void (pauses += 1)),
    share: work => work(),
  };
  const hub = new ChangeHub({
    after: timers.after,
    slicer: { slice: () => turn, deadlineIn: () => 0 },
    changes: listener => {
      feeds.add(listener);
      return () => feeds.delete(listener);
    },
    reportBug: (_where, error) => {
      throw error;
    },
  });
  const happen = (path: string, kind: VaultChange['kind'] = 'contents'): void => {
    for (const feed of feeds) feed({ path, kind, isNote: true });
  };
  return { hub, timers, steps: () => steps, pauses: () => pauses, feeds: () => feeds.size, happen };
}

function listener(): { watch: Watch; told: string[]; lists: string[] } {
  const told: string[] = [];
  const lists: string[] = [];
  const watch = new Watch({
    updated: uri => void told.push(uri),
    listChanged: kind => void lists.push(kind),
  });
  return { watch, told, lists };
}

const nothing = (): void => undefined;

describe('a burst of ten thousand changes', () => {
  it('is reported to a client with a thousand resources once for each, in slices', async () => {
    const { hub, timers, steps, pauses, happen } = hubOf();
    const vault = new SeenVault();
    const { watch, told } = listener();
    for (let index = 0; index < 1000; index += 1) watch.add(uriOf(`n${index}.md`), vault);
    hub.add({ watch, services: () => vault, end: nothing });
    vault.asked = 0;
    for (let count = 0; count < 10_000; count += 1) happen(`n${count % 2000}.md`);
    // One to tell, and one to look for tokens that are no longer good.
    expect(timers.count).toBe(2);
    expect(vault.asked).toBe(0);
    timers.pass(gatherTime);
    await hub.settled();
    expect(told).toHaveLength(1000);
    expect(new Set(told).size).toBe(1000);
    // Once for each resource that it watches, and not for each change.
    expect(vault.asked).toBe(1000);
    expect(steps()).toBeGreaterThanOrEqual(1000);
    expect(pauses()).toBeGreaterThan(50);
    expect(timers.count).toBe(1);
  });

  it('in a folder that the client may not see causes no notification', async () => {
    const { hub, timers, happen } = hubOf();
    const vault = new SeenVault();
    const { watch, told, lists } = listener();
    for (let index = 0; index < 10; index += 1) watch.add(uriOf(`Private/${index}.md`), vault);
    watch.add('vault-info://tags', vault);
    hub.add({ watch, services: () => vault, end: nothing });
    for (let count = 0; count < 10_000; count += 1) happen(`Private/${count}.md`, 'listing');
    timers.pass(gatherTime);
    await hub.settled();
    expect([told, lists]).toEqual([[], []]);
  });
});

describe('the hub', () => {
  it('stores nothing and subscribes to nothing without listeners', () => {
    const { hub, timers, feeds, happen } = hubOf();
    const vault = new SeenVault();
    const leave = [1, 2].map(() => hub.add({ watch: listener().watch, services: () => vault, end: nothing }));
    happen('a.md');
    expect([feeds(), timers.count]).toEqual([1, 2]);
    for (const each of leave) each();
    expect([feeds(), timers.count, hub.size]).toEqual([0, 0, 0]);
  });

  it('reports changes during its notifications afterwards', async () => {
    const { hub, timers, happen } = hubOf();
    const vault = new SeenVault();
    const { watch, told } = listener();
    for (const path of ['a.md', 'b.md']) watch.add(uriOf(path), vault);
    hub.add({ watch, services: () => vault, end: nothing });
    happen('a.md');
    timers.pass(gatherTime);
    happen('b.md');
    await hub.settled();
    expect(told).toEqual([uriOf('a.md')]);
    await Promise.resolve();
    timers.pass(gatherTime);
    await hub.settled();
    expect(told).toEqual([uriOf('a.md'), uriOf('b.md')]);
  });

  it('notifies of a deletion once, and never of a note that was not there', async () => {
    const { hub, timers, happen } = hubOf();
    const vault = new SeenVault();
    const { watch, told } = listener();
    watch.add(uriOf('a.md'), vault);
    hub.add({ watch, services: () => vault, end: nothing });
    vault.gone.add('a.md');
    for (let round = 0; round < 3; round += 1) {
      happen('a.md', 'listing');
      timers.pass(gatherTime);
      await hub.settled();
      await Promise.resolve();
    }
    expect(told).toEqual([uriOf('a.md')]);
  });

  it('ends a stream whose token is no longer valid, without a notification', async () => {
    const { hub, timers, happen } = hubOf();
    const vault = new SeenVault();
    const { watch, told } = listener();
    watch.add(uriOf('a.md'), vault);
    let ended = 0;
    hub.add({ watch, services: () => undefined, end: () => void (ended += 1) });
    happen('a.md');
    timers.pass(gatherTime);
    await hub.settled();
    expect([told, ended]).toEqual([[], 1]);
  });
});

test('the number of resources that a client can watch is limited', () => {
  const vault = new SeenVault();
  const { watch } = listener();
  for (let index = 0; index < maxWatched; index += 1)
    expect(watch.add(uriOf(`${index}.md`), vault)).toBe(true);
  expect(watch.add(uriOf('more.md'), vault)).toBe(false);
  watch.remove(uriOf('0.md'));
  expect(watch.add(uriOf('more.md'), vault)).toBe(true);
});

test('a note that is denied after it was subscribed to causes no further notification', async () => {
  const { hub, timers, happen } = hubOf();
  const vault = new SeenVault();
  const { watch, told } = listener();
  for (const path of ['a.md', 'b.md']) watch.add(uriOf(path), vault);
  hub.add({ watch, services: () => vault, end: nothing });
  vault.denied.add('a.md');
  for (const path of ['a.md', 'b.md']) happen(path);
  timers.pass(gatherTime);
  await hub.settled();
  expect(told).toEqual([uriOf('b.md')]);
});
