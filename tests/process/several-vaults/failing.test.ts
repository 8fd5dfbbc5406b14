import { setTimeout as sleep } from 'node:timers/promises';
import { clients, codeOf } from '../../support/clients';
import { NamedFolders, SeveralVaults } from '../../support/process/several-vaults';
import { eventually } from '../../support/time/waiting';

let folders: NamedFolders;
let front: SeveralVaults;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const read = { method: 'tools/call', params: { name: 'read_note', arguments: { path: 'A.md' } } };

function post(vault: string): Promise<Response> {
  return fetch(front.url(vault), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${front.token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...read }),
  });
}

describe('of four vaults at one front', () => {
  beforeAll(async () => {
    folders = new NamedFolders({
      ...{ work: { 'A.md': 'work' }, home: { 'A.md': 'home' } },
      ...{ third: {}, fourth: { 'A.md': 'fourth' } },
    });
    front = await SeveralVaults.start(folders);
  }, 60_000);
  afterAll(async () => {
    await front.stop();
    folders.remove();
  });

  test('a vault that is killed ends its calls at once, leaves the others, and is back soon', async () => {
    const other = await front.connect('2026', 'home');
    const pid = front.pidOf('work');
    process.kill(pid, 'SIGSTOP');
    const call = post('work');
    await sleep(200);
    process.kill(pid, 'SIGKILL');
    const killed = performance.now();
    const answer = await call;
    expect(performance.now() - killed).toBeLessThan(4000);
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
    expect(await answer.json()).toMatchObject({
      error: { data: { code: 'vault_unavailable', vault: 'work' } },
    });
    expect((await other.call('read_note', { path: 'A.md' })).text).toContain('home');
    const away = await post('work');
    expect([away.status, away.headers.has('retry-after')]).toEqual([503, true]);
    // The first pause is one second, and a start takes less than another on a machine that has nothing else to do.
    await eventually(() => front.pidOf('work') !== pid, 12_000);
    expect((await post('work')).status).toBe(200);
    expect(front.events.filter(({ event }) => event === 'ended')).toEqual([
      { event: 'ended', vault: 'work', code: null, signal: 'SIGKILL', retryMs: 1000 },
    ]);
    expect((await other.call('read_note', { path: 'A.md' })).text).toContain('home');
    await other.close();
  }, 40_000);

  test('a client of the one entry is told of a vault that is killed in its call, and goes on', async () => {
    const client = await clients['2026']({ url: `${front.origin}/mcp`, token: front.token });
    const pid = front.pidOf('home');
    process.kill(pid, 'SIGSTOP');
    const call = client.call('read_note', { path: 'A.md', vault: 'home' });
    await sleep(200);
    process.kill(pid, 'SIGKILL');
    const killed = performance.now();
    expect(codeOf(await call)).toBe('vault_unavailable');
    expect(performance.now() - killed).toBeLessThan(4000);
    expect((await client.call('read_note', { path: 'A.md', vault: 'work' })).text).toContain('work');
    await eventually(() => front.pidOf('home') !== pid, 12_000);
    expect((await client.call('read_note', { path: 'A.md', vault: 'home' })).text).toContain('home');
    await client.close();
  }, 40_000);

  test('a vault that ends again and again is started after longer and longer pauses', async () => {
    const pauses = (): number[] =>
      front.events.flatMap(event =>
        event.event === 'ended' && event.vault === 'third' ? [event.retryMs] : [],
      );
    for (const end of [1, 2, 3]) {
      const pid = front.pidOf('third');
      process.kill(pid, 'SIGKILL');
      await eventually(() => pauses().length === end);
      await eventually(() => front.pidOf('third') !== pid, 15_000);
    }
    expect(pauses()).toEqual([1000, 2000, 4000]);
  }, 60_000);

  test('a vault that hangs is killed and started again', async () => {
    const pid = front.pidOf('fourth');
    process.kill(pid, 'SIGSTOP');
    const call = post('fourth');
    expect((await post('home')).status).toBe(200);
    await eventually(() => front.pidOf('fourth') !== pid, 20_000);
    expect((await call).status).toBe(503);
    expect((await post('fourth')).status).toBe(200);
  }, 60_000);

  test('when the front is killed, the processes of the vaults end', async () => {
    const pids = ['work', 'home', 'third', 'fourth'].map(vault => front.pidOf(vault));
    await front.stop('SIGKILL');
    await eventually(() => !pids.some(isAlive), 5000);
  }, 40_000);
});

describe('the end of two vaults', () => {
  beforeEach(async () => {
    folders = new NamedFolders({ work: { 'A.md': 'work' }, home: { 'A.md': 'home' } });
    front = await SeveralVaults.start(folders);
  }, 60_000);
  afterEach(async () => {
    await front.stop();
    folders.remove();
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('by %s is clean and comes within two seconds', async signal => {
    const pids = ['work', 'home'].map(vault => front.pidOf(vault));
    const asked = performance.now();
    expect(await front.stop(signal)).toBe(0);
    // Two seconds, and what a loaded machine takes to run the process that ends.
    expect(performance.now() - asked).toBeLessThan(4000);
    expect(pids.some(isAlive)).toBe(false);
    expect(front.events.some(({ event }) => event === 'ended')).toBe(false);
  });

  test('is held up by no vault that hangs', async () => {
    process.kill(front.pidOf('work'), 'SIGSTOP');
    const asked = performance.now();
    await front.stop();
    expect(performance.now() - asked).toBeLessThan(4000);
    expect(isAlive(front.pidOf('work'))).toBe(false);
  });

  test('comes after the answers to what is under way', async () => {
    const client = await front.connect('2026', 'work');
    const calls = Array.from({ length: 20 }, (_, at) =>
      client.call('create_note', { path: `Made/${at}.md`, content: 'x' }).then(({ isError }) => !isError),
    );
    await calls[0];
    const stopped = front.stop();
    const made = await Promise.allSettled(calls);
    await stopped;
    expect(made.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    await client.close().catch(() => undefined);
  });
});
