import { join } from 'node:path';
import { type TurnStart, waitedFor } from '../../pkg/bench/measure/turn-meter';
import { settled } from '../../pkg/bench/measure/settling';
import { limitNames, overLimit } from '../../pkg/bench/limits';
import { operations } from '../../pkg/bench/operations';
import { readRecorded } from '../../pkg/bench/report/recorded';
import { limitReport, limitTable } from '../../pkg/bench/report/tables';
import { textOf } from '../docs/pages';
import { compare, peersTable } from '../../pkg/bench/peers/compare';
import { parsePeers, peerOf } from '../../pkg/bench/peers/peer-file';

describe('the meter of turns', () => {
  const none = { ran: 0, waited: 0 };
  const start: TurnStart = { at: 0, thread: none, others: [none, none] };

  /** A turn of 100 ms. */
  function waitedInTurn(thread: TurnStart['thread'], others: TurnStart['others']): number {
    return waitedFor(start, { at: 100, thread, others }, 100);
  }

  test('the time for which the thread had no processor is no time of its own', () => {
    expect(waitedInTurn({ ran: 30, waited: 70 }, [none, none])).toBe(70);
  });

  test('nor is the time that it slept while another thread of the engine had no processor', () => {
    const others = [
      { ran: 1, waited: 45 },
      { ran: 5, waited: 60 },
    ];
    expect(waitedInTurn({ ran: 10, waited: 20 }, others)).toBe(80);
  });

  test('while the thread works, it waits for no other', () => {
    expect(waitedInTurn({ ran: 90, waited: 0 }, [{ ran: 0, waited: 200 }, none])).toBe(10);
    expect(waitedInTurn({ ran: 100, waited: 0 }, [{ ran: 0, waited: 200 }, none])).toBe(0);
  });

  test('a system that tells no times of threads leaves the whole turn', () => {
    expect(waitedFor({ ...start, others: [] }, { at: 100, thread: none, others: [] }, 100)).toBe(0);
  });
});

describe('settling', () => {
  /** A process that works for so long after its start. */
  function processThatWorksFor(milliseconds: number) {
    let [time, asked] = [0, 0];
    const busyUntil = (at: number): number => Math.min(at, milliseconds);
    return {
      now: () => time,
      sleep: (pause: number) => Promise.resolve((time += pause)),
      used: () => {
        const since = busyUntil(time) - busyUntil(asked);
        asked = time;
        return Promise.resolve(since);
      },
    };
  }

  describe('the wait for a server that has settled', () => {
    it('ends when the process does nothing more', async () => {
      const busy = processThatWorksFor(3_000);
      expect(await settled(busy, 60_000)).toBe(true);
      expect(busy.now()).toBeGreaterThan(3_000);
      expect(busy.now()).toBeLessThan(6_000);
    });

    it('gives up waiting for a process that never becomes idle', async () => {
      const busy = processThatWorksFor(Infinity);
      expect(await settled(busy, 5_000)).toBe(false);
      expect(busy.now()).toBeLessThan(6_000);
    });
  });
});

describe('limits', () => {
  const root = join(__dirname, '..', '..');

  describe('the limits of the benchmark', () => {
    it('stand on the page about performance with their recorded figures', () => {
      expect(textOf('docs/performance.md')).toContain(limitTable(readRecorded(root)));
    });

    it('are kept by the recorded figures', () => {
      expect(overLimit(readRecorded(root), 1)).toEqual([]);
    });

    it('hold for a figure at the limit, and not for one above it or that was never reached', () => {
      expect(overLimit({ note: { value: 8 } }, 1)).toEqual([]);
      expect(overLimit({ note: { value: 8.1 } }, 1)).toEqual(['note']);
      expect(overLimit({ note: { value: 24 }, search: { value: Infinity } }, 3)).toEqual(['search']);
      expect(overLimit({ start: { value: Number.NaN } }, 3)).toEqual(['start']);
    });

    it('are told with the row that took longest', () => {
      const report = limitReport({ note: { value: 30, row: 'edit_note' }, links: { value: 5 } }, 3);
      expect(report).toMatch(/24 ms +30 ms +OVER +edit_note/);
      expect(report).toMatch(/900 ms +5 ms +ok/);
    });

    it('each have a row or a measurement of their own', () => {
      const ofRows = new Set(operations.map(({ limit }) => limit));
      const others = ['start', 'warmSearch', 'coldSearch', 'block', 'largeBlock', 'memory', 'largeMemory'];
      expect(limitNames.filter(name => !ofRows.has(name))).toEqual([
        ...others,
        'longSearch',
        'longSearchTail',
      ]);
    });
  });
});

describe('peers', () => {
  const command = [process.execPath, 'tests/fixtures/peer-server.mjs', '{vault}'];

  describe('the benchmark of other servers', () => {
    it('replaces the placeholder for the folder of the copy in every string', () => {
      const json = JSON.stringify({
        peers: [{ name: 'a', command, calls: { read: { tool: 'read', arguments: { at: '{vault}/x' } } } }],
      });
      const [peer] = parsePeers(json);
      expect(peer && peerOf(peer, '/copy $& 1')).toMatchObject({
        command: [process.execPath, 'tests/fixtures/peer-server.mjs', '/copy $& 1'],
        calls: { read: { arguments: { at: '/copy $& 1/x' } } },
      });
    });

    it('refuses a server that does not answer, and unknown keys', () => {
      expect(() => parsePeers('{"peers":[{"name":"a"}]}')).toThrow('needs a command or a url');
      expect(() => parsePeers('{"peers":[{"name":"a","command":["x"],"vualt":1}]}')).toThrow('vualt');
    });

    it('starts servers, calls their tools in turns, and says which calls failed', async () => {
      const calls = { echo: { tool: 'echo' }, broken: { tool: 'fails' } };
      const peers = parsePeers(
        JSON.stringify({
          peers: [
            { name: 'one', command, calls },
            { name: 'two', command, calls: { echo: { tool: 'echo' } } },
          ],
        }),
      );
      const figures = await compare(peers, { starts: 1, rounds: 2, calls: 2, rest: 0 });
      const [one, two] = figures;
      const echo = one?.jobs.get('echo');
      expect(typeof echo === 'object' && echo.first > 0 && echo.later > 0).toBe(true);
      expect(one?.jobs.get('broken')).toBe('fails answered an error.');
      expect([...(two?.jobs.keys() ?? [])]).toEqual(['echo']);
      expect(one?.listed).toBeGreaterThan(0);
      const table = peersTable(figures);
      expect(table).toContain('| broken, first | failed: fails answered an error. | – |');
    }, 60_000);
  });
});
