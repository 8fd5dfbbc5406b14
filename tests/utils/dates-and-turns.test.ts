import { ToolFailure } from '../../src/errors';
import { parseDate, parseDateBound, parseDay, toIso, parseIsoDate } from '../../src/utils/dates';
import { finish, type Steps, createTimeSlicer, drive } from '../../src/utils/slicing/time-slicer';
import { LoopStarts, LoopTurns } from '../../src/utils/slicing/loop-turns';
import { settled, SteppedLoop } from './slicing/stepped-loop';

describe('dates', () => {
  /** A Saturday, in the zone of the tests: Europe/Berlin. */
  const saturday = { now: () => new Date('2026-11-21T09:30:15.500+01:00') };

  const since = (text: string, clock = saturday) => toIso(parseDateBound(text, 'since', clock, 'since'));
  const until = (text: string, clock = saturday) => toIso(parseDateBound(text, 'until', clock, 'until'));

  /** [text, first moment, last moment], in UTC. */
  const wholeDays: [string, string, string][] = [
    ['2026-11-20', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
    ['yesterday', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
    ['today', '2026-11-20T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['2 weeks ago', '2026-11-06T23:00:00.000Z', '2026-11-07T22:59:59.999Z'],
    ['last monday', '2026-11-15T23:00:00.000Z', '2026-11-16T22:59:59.999Z'],
    ['Since Monday', '2026-11-15T23:00:00.000Z', '2026-11-16T22:59:59.999Z'],
    ['saturday', '2026-11-20T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['next friday', '2026-11-26T23:00:00.000Z', '2026-11-27T22:59:59.999Z'],
    ['3 November 2025', '2025-11-02T23:00:00.000Z', '2025-11-03T22:59:59.999Z'],
    ['Dec 24', '2025-12-23T23:00:00.000Z', '2025-12-24T22:59:59.999Z'],
    ['20.11.2026', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
    ['05.12.2025', '2025-12-04T23:00:00.000Z', '2025-12-05T22:59:59.999Z'],
    ['since 5.12.2025', '2025-12-04T23:00:00.000Z', '2025-12-05T22:59:59.999Z'],
    ['5.12.25', '2025-12-04T23:00:00.000Z', '2025-12-05T22:59:59.999Z'],
    ['5.12.', '2025-12-04T23:00:00.000Z', '2025-12-05T22:59:59.999Z'],
    ['27/11/2025', '2025-11-26T23:00:00.000Z', '2025-11-27T22:59:59.999Z'],
    ['11/27/2025', '2025-11-26T23:00:00.000Z', '2025-11-27T22:59:59.999Z'],
    ['27-11-2025', '2025-11-26T23:00:00.000Z', '2025-11-27T22:59:59.999Z'],
    ['11/27/25', '2025-11-26T23:00:00.000Z', '2025-11-27T22:59:59.999Z'],
    ['11/11/2025', '2025-11-10T23:00:00.000Z', '2025-11-11T22:59:59.999Z'],
    ['2 months ago', '2026-09-20T22:00:00.000Z', '2026-09-21T21:59:59.999Z'],
    ['a year ago', '2025-11-20T23:00:00.000Z', '2025-11-21T22:59:59.999Z'],
    ['the day before yesterday', '2026-11-18T23:00:00.000Z', '2026-11-19T22:59:59.999Z'],
    ['yesterday evening', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
    [' 2026-11-20 ', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
  ];

  const wholePeriods: [string, string, string][] = [
    ['2026', '2025-12-31T23:00:00.000Z', '2026-12-31T22:59:59.999Z'],
    ['2026-02', '2026-01-31T23:00:00.000Z', '2026-02-28T22:59:59.999Z'],
    ['November 2025', '2025-10-31T23:00:00.000Z', '2025-11-30T22:59:59.999Z'],
    ['in November 2025', '2025-10-31T23:00:00.000Z', '2025-11-30T22:59:59.999Z'],
    ['2026-W47', '2026-11-15T23:00:00.000Z', '2026-11-22T22:59:59.999Z'],
    ['2026-w01', '2025-12-28T23:00:00.000Z', '2026-01-04T22:59:59.999Z'],
    ['2026-W53', '2026-12-27T23:00:00.000Z', '2027-01-03T22:59:59.999Z'],
    ['may', '2026-04-30T22:00:00.000Z', '2026-05-31T21:59:59.999Z'],
    ['this week', '2026-11-15T23:00:00.000Z', '2026-11-22T22:59:59.999Z'],
    ['last week', '2026-11-08T23:00:00.000Z', '2026-11-15T22:59:59.999Z'],
    ['Next week', '2026-11-22T23:00:00.000Z', '2026-11-29T22:59:59.999Z'],
    ['monday next week', '2026-11-22T23:00:00.000Z', '2026-11-23T22:59:59.999Z'],
    ['the last week', '2026-11-13T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['past month', '2026-10-20T22:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['past 7 days', '2026-11-13T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['the last two months', '2026-09-20T22:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['next 3 days', '2026-11-20T23:00:00.000Z', '2026-11-24T22:59:59.999Z'],
    ['last weekend', '2026-11-13T23:00:00.000Z', '2026-11-15T22:59:59.999Z'],
    ['this weekend', '2026-11-20T23:00:00.000Z', '2026-11-22T22:59:59.999Z'],
    ['last month', '2026-09-30T22:00:00.000Z', '2026-10-31T22:59:59.999Z'],
    ['last quarter', '2026-06-30T22:00:00.000Z', '2026-09-30T21:59:59.999Z'],
    ['end of week', '2026-11-21T23:00:00.000Z', '2026-11-22T22:59:59.999Z'],
    ['by the end of the Month', '2026-11-29T23:00:00.000Z', '2026-11-30T22:59:59.999Z'],
    ['start of last month', '2026-09-30T22:00:00.000Z', '2026-10-01T21:59:59.999Z'],
    ['end of this quarter', '2026-12-30T23:00:00.000Z', '2026-12-31T22:59:59.999Z'],
    ['end of today', '2026-11-20T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['end of 2025', '2025-12-30T23:00:00.000Z', '2025-12-31T22:59:59.999Z'],
    ['beginning of next week', '2026-11-22T23:00:00.000Z', '2026-11-23T22:59:59.999Z'],
    ['last year', '2024-12-31T23:00:00.000Z', '2025-12-31T22:59:59.999Z'],
  ];

  describe('a date argument', () => {
    it.each([...wholeDays, ...wholePeriods])(
      '%j is a whole stretch, from its start to its end',
      (text, from, to) => {
        expect([since(text), until(text)]).toEqual([from, to]);
      },
    );

    it.each([
      ['2026-11-20T10:00', '2026-11-20T09:00:00.000Z'],
      ['2026-11-20 10:00:30', '2026-11-20T09:00:30.000Z'],
      ['2026-11-20T10:00:00.1239Z', '2026-11-20T10:00:00.123Z'],
      ['2026-11-20T10:00+05:30', '2026-11-20T04:30:00.000Z'],
      ['2026-11-20T10:00:00-0800', '2026-11-20T18:00:00.000Z'],
      ['2026-07-20T10:00', '2026-07-20T08:00:00.000Z'],
      ['now', '2026-11-21T08:30:15.500Z'],
      ['just now', '2026-11-21T08:30:15.500Z'],
      ['3 hours ago', '2026-11-21T05:30:15.500Z'],
      ['05.12.2026 10:00', '2026-12-05T09:00:00.000Z'],
      ['5.12.2026 at 5pm', '2026-12-05T16:00:00.000Z'],
      ['yesterday at 5pm', '2026-11-20T16:00:00.000Z'],
      ['Sat, 21 Nov 2026 09:00:00 GMT', '2026-11-21T09:00:00.000Z'],
    ])('%j is a moment', (text, moment) => {
      expect([since(text), until(text)]).toEqual([moment, moment]);
      expect(parseDate(text, saturday).hasTime).toBe(true);
    });

    it('has days of 23 and 25 hours where the clocks change', () => {
      expect([since('2026-03-29'), until('2026-03-29')]).toEqual([
        '2026-03-28T23:00:00.000Z',
        '2026-03-29T21:59:59.999Z',
      ]);
      expect([since('2026-10-25'), until('2026-10-25')]).toEqual([
        '2026-10-24T22:00:00.000Z',
        '2026-10-25T22:59:59.999Z',
      ]);
      const monday = { now: () => new Date('2026-10-26T00:30:00+01:00') };
      expect([since('yesterday', monday), until('yesterday', monday)]).toEqual([
        since('2026-10-25'),
        until('2026-10-25'),
      ]);
      expect(since('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
      expect(until('a week ago', { now: () => new Date('2026-04-01T12:00:00+02:00') })).toBe(
        '2026-03-25T22:59:59.999Z',
      );
    });

    /** At both ends of days at the ends of months, two of which have a change of clocks. */
    const turns = [28, 29, 30, 31, 32].flatMap(day =>
      Array.from({ length: 14 }, (_item, month) =>
        [0.5, 12, 23.75].map(hour => [month, day, hour] as const),
      ).flat(),
    );
    const days: [string, (year: number, month: number, day: number) => Date][] = [
      ['yesterday', (year, month, day) => new Date(year, month, day - 1)],
      ['in 2 weeks', (year, month, day) => new Date(year, month, day + 14)],
      ['10 days ago', (year, month, day) => new Date(year, month, day - 10)],
      ['in 1 month', (year, month, day) => withinMonth(year, month + 1, day)],
      ['5 months ago', (year, month, day) => withinMonth(year, month - 5, day)],
      ['a year from now', (year, month, day) => withinMonth(year + 1, month, day)],
      ['2 quarters ago', (year, month, day) => withinMonth(year, month - 6, day)],
      ['last week', (year, month, day) => mondayOf(year, month, day - 7)],
      ['next week', (year, month, day) => mondayOf(year, month, day + 7)],
      ['last month', (year, month) => new Date(year, month - 1)],
      ['next month', (year, month) => new Date(year, month + 1)],
      ['this quarter', (year, month) => new Date(year, month - (month % 3))],
      ['last quarter', (year, month) => new Date(year, month - (month % 3) - 3)],
      ['last year', year => new Date(year - 1, 0)],
    ];
    const withinMonth = (year: number, month: number, day: number): Date =>
      new Date(year, month, Math.min(day, new Date(year, month + 1, 0).getDate()));
    const mondayOf = (year: number, month: number, day: number): Date =>
      new Date(year, month, day - ((new Date(year, month, day).getDay() + 6) % 7));

    it.each(days)('%j is right on the last days of every month, at any hour', (text, wanted) => {
      for (const [month, day, hour] of turns) {
        const now = new Date(2027, month, day, Math.floor(hour), (hour % 1) * 60);
        const first = wanted(now.getFullYear(), now.getMonth(), now.getDate());
        for (const direction of ['past', 'ahead', undefined] as const) {
          const { from } = parseDate(text, { now: () => now }, 'date', direction);
          expect([now, direction, new Date(from)]).toEqual([now, direction, first]);
        }
      }
    });

    it('has begun where the words say so, wherever others are searched', () => {
      const sunday = { now: () => new Date('2026-11-29T12:00:00+01:00') };
      for (const [text, day] of [
        ['last weekend', '2026-11-21'],
        ['this weekend', '2026-11-28'],
        ['last week', '2026-11-16'],
      ] as const)
        expect(parseDay(text, 'first', 'ahead', sunday, 'dueAfter')).toBe(day);
    });

    it('may lie ahead where it is not a bound', () => {
      expect(toIso(parseDate('sunday', saturday).from)).toBe('2026-11-21T23:00:00.000Z');
      expect(toIso(parseDate('in 2 months', saturday).from)).toBe('2027-01-20T23:00:00.000Z');
      expect(toIso(parseDate('tomorrow', saturday).from)).toBe('2026-11-21T23:00:00.000Z');
    });

    it.each([
      '',
      ' ',
      'soon',
      '5.13.2026',
      '31.02.2026',
      '0.12.2026',
      '13/13/2026',
      '2025-W53',
      '2026-W00',
      'yesteday',
      '2026-13-01',
      '2026-02-30',
      '2025-02-29',
      '2026-1-1',
      '2026-11-20T25:00',
      '2026-11-20T10',
      '2026-11-20T10:00+99:00',
      '2026-11-20x',
      '99999-01-01',
      '1763000000000',
      'meeting on friday',
      'yesterday and today',
      'from monday to friday',
      '$&',
      '__proto__',
      'constructor',
      'yesterday '.repeat(20),
      '1 '.repeat(50_000),
    ])('%j is refused', text => {
      for (const read of [
        () => parseDateBound(text, 'since', saturday, 'modifiedSince'),
        () => parseDate(text, saturday, 'modifiedSince'),
      ]) {
        expect(read).toThrow(ToolFailure);
        expect(read).toThrow('`modifiedSince` could not be read as a date.');
      }
    });
  });

  it.each(['05/12/2026', '5/12', '05-12-2026', '5.12/2026', '12/05/26', '26/11/05', '05/12/2026 10:00'])(
    '%j may be two dates, and is refused',
    text => {
      const read = () => parseDate(text, saturday, 'due');
      expect(read).toThrow(ToolFailure);
      expect(read).not.toThrow('could not be read');
    },
  );

  describe('dates in ISO', () => {
    it('go out in UTC, whatever the time stamp', () => {
      expect(toIso(0)).toBe('1970-01-01T00:00:00.000Z');
      expect(toIso(1_763_000_000_123.7)).toBe('2025-11-13T02:13:20.123Z');
      expect(toIso(Number.NaN)).toBe('1970-01-01T00:00:00.000Z');
      expect(toIso(Infinity)).toBe('+275760-09-13T00:00:00.000Z');
    });

    it('are read back as what went out', () => {
      for (const ms of [0, 1, 951_782_400_000, 1_774_747_800_000, 1_763_000_000_123]) {
        expect(parseIsoDate(toIso(ms))).toEqual({ from: ms, to: ms, hasTime: true });
      }
      expect(parseIsoDate('0050-01-01')?.from).toBe(new Date('0050-01-01T00:00').getTime());
    });
  });

  test('a time stamp of the file system may have a fraction or be out of range', () => {
    expect(toIso(1_700_000_000_000.75)).toBe('2023-11-14T22:13:20.000Z');
    expect(toIso(Number.NaN)).toBe('1970-01-01T00:00:00.000Z');
    expect(toIso(Infinity)).toBe('+275760-09-13T00:00:00.000Z');
  });

  test('a time stamp of any year is the text that the platform makes', () => {
    for (let ms = Date.UTC(-1, 0); ms < Date.UTC(10_001, 0); ms += 7_919 * 13_331_017)
      expect(toIso(ms)).toBe(new Date(ms).toISOString());
  });
});

describe('turns', () => {
  describe('work in steps', () => {
    /** Takes a millisecond of the test's clock for each step. */
    function* counting(to: number, clock: { now: number }): Steps<number> {
      for (let count = 0; count < to; count += 1) {
        clock.now += 1;
        yield;
      }
      return to;
    }

    function slicerOn(clock: { now: number }, onTurn: () => void): ReturnType<typeof createTimeSlicer> {
      return createTimeSlicer({
        now: () => clock.now,
        yieldToLoop: () => {
          onTurn();
          return Promise.resolve();
        },
        othersWaiting: () => false,
      });
    }

    test('work in steps has the same result at once and in slices', async () => {
      const clock = { now: 0 };
      let turns = 0;
      const slicer = slicerOn(clock, () => (turns += 1));
      expect(finish(counting(80, clock))).toBe(80);
      expect(await drive(counting(80, clock), slicer.slice())).toBe(80);
      expect(turns).toBeGreaterThanOrEqual(8);
    });

    test('work in steps ends at its next pause when its call was aborted', async () => {
      const clock = { now: 0 };
      const controller = new AbortController();
      const slicer = slicerOn(clock, () =>
        controller.abort(new ToolFailure('budget_exceeded', 'The client went away.')),
      );
      const work = drive(counting(1_000_000, clock), slicer.slice({ signal: controller.signal }));
      await expect(work).rejects.toThrow('The client went away.');
      expect(clock.now).toBeLessThan(100);
    });

    test('of several calls at once, one works in each turn of the event loop, in order', async () => {
      const clock = { now: 0 };
      const loop = { waiting: new Array<() => void>(), ended: 0 };
      const slicer = createTimeSlicer({
        now: () => clock.now,
        yieldToLoop: () => new Promise(resolve => loop.waiting.push(resolve)),
        othersWaiting: () => true,
      });
      const names = ['a', 'b', 'c', 'd'];
      let worked: string[] = [];
      function* work(name: string): Steps<void> {
        for (let step = 0; step < 5; step += 1) {
          clock.now += 1;
          worked.push(name);
          yield;
        }
        loop.ended += 1;
      }
      for (const name of names) void drive(work(name), slicer.slice());
      const turns: string[] = [];
      for (let turn = 0; loop.ended < names.length && turn < 100; turn += 1) {
        worked = [];
        for (const resume of loop.waiting.splice(0)) resume();
        // Everything that goes on in this turn of the loop has gone on by then.
        await new Promise(resolve => setImmediate(resolve));
        turns.push(worked.join(''));
      }
      expect(turns.filter(turn => turn !== '').slice(0, 8)).toEqual([...names, ...names]);
    });
  });

  describe('work that begins in turns of the event loop', () => {
    let loop: SteppedLoop;
    let starts: LoopStarts;
    let begun: string[];
    beforeEach(() => {
      loop = new SteppedLoop();
      starts = new LoopStarts(loop);
      begun = [];
    });

    /** Work that takes some milliseconds, a few promises after it begins. */
    async function begin(name: string, milliseconds: number, client = 'client'): Promise<void> {
      void starts.begin(client).then(async () => {
        begun.push(name);
        for (let step = 0; step < 3; step += 1) await Promise.resolve();
        loop.time += milliseconds;
      });
      await settled();
    }

    it('begins at once until it has taken long, and then one by one in later turns', async () => {
      for (const name of ['a', 'b', 'c']) await begin(name, 1);
      expect(begun).toEqual(['a', 'b']);
      await begin('late', 1);
      await loop.turn();
      expect(begun).toEqual(['a', 'b', 'c']);
      await loop.turn();
      expect(begun).toEqual(['a', 'b', 'c', 'late']);
    });

    it('begins one by one where each takes long', async () => {
      for (let call = 0; call < 60; call += 1) await begin(`${call}`, 10);
      for (let turn = 1; turn < 60; turn += 1) {
        expect(begun).toHaveLength(turn);
        await loop.turn();
      }
      expect(begun).toHaveLength(60);
      expect(starts.isWaiting).toBe(false);
    });

    it('asks for few turns, however many wait', async () => {
      for (let call = 0; call < 500; call += 1) await begin(`${call}`, 10);
      for (let turn = 1; turn < 500; turn += 1) {
        expect(loop.asking).toBeLessThan(20);
        await loop.turn();
      }
      await loop.turn();
      expect(begun).toHaveLength(500);
      expect(loop.asking).toBe(0);
    });

    it('begins at once if it is the first of a turn, however long the last one took', async () => {
      for (const name of ['a', 'b', 'c']) {
        await begin(name, 100);
        await loop.turn();
      }
      expect(begun).toEqual(['a', 'b', 'c']);
    });

    it('alternates between clients that wait', async () => {
      for (const name of ['a1', 'a2', 'a3', 'a4']) await begin(name, 10, 'a');
      for (const name of ['b1', 'b2']) await begin(name, 10, 'b');
      for (let turn = 0; turn < 6; turn += 1) await loop.turn();
      expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
    });

    it('waits little for sixty short calls beside long work, which works in short slices meanwhile', async () => {
      const slicer = createTimeSlicer({
        now: () => loop.now(),
        yieldToLoop: () => loop.yieldToLoop(),
        othersWaiting: () => starts.isWaiting,
      });
      const search = async (): Promise<void> => {
        const slice = slicer.slice();
        while (begun.length < 60) {
          loop.time += 0.25;
          if (slice.due()) await slice.pause();
        }
      };
      for (let call = 0; call < 60; call += 1) await begin(`${call}`, 0.3);
      const searched = search();
      while (begun.length < 60) await loop.turn();
      await searched;
      expect(loop.time).toBeLessThan(100);
    });
  });

  it('turns of the event loop have one of those that wait in each, in order', async () => {
    const loop = new SteppedLoop();
    const turns = new LoopTurns(loop);
    const begun: string[] = [];
    for (const name of ['a', 'b', 'c']) void turns.next().then(() => begun.push(name));
    for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      await loop.turn();
      expect(begun).toEqual(expected);
    }
  });
});
