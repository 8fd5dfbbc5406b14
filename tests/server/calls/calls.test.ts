import { ToolFailure } from '../../../src/errors';
import { CallSlots, type CallKind, type Slot } from '../../../src/server/calls/call-slots';
import { yieldToLoop } from '../../../src/platform';
import { Timers } from '../../support/time/timers';
import { CallLog } from '../../../src/server/calls/call-log';
import type { CallRecord } from '../../../src/vault/activity/call-record';

const never = new AbortController().signal;

function slots(): { readonly slots: CallSlots; readonly timers: Timers } {
  const timers = new Timers();
  return { slots: new CallSlots(timers.after), timers };
}

/** Asks for slots in turn; `held` grows as they are given. */
function askFor(from: CallSlots, count: number, kind: CallKind, token = 'one'): { readonly held: Slot[] } {
  const held: Slot[] = [];
  for (let number = 0; number < count; number += 1)
    // Node warns of more than ten listeners on one signal.
    void from.take(token, kind, new AbortController().signal).then(
      slot => held.push(slot),
      () => undefined,
    );
  return { held };
}

function codeOf(error: unknown): string {
  return error instanceof ToolFailure ? error.code : String(error);
}

test('background work also pauses for a moment after a call', async () => {
  let time = 1000;
  const all = new CallSlots(new Timers().after, () => time);
  expect(all.isExpecting).toBe(false);
  const slot = await all.take('one', 'reads', never);
  expect([all.isBusy, all.isExpecting]).toEqual([true, true]);
  slot.leave();
  time += 200;
  expect([all.isBusy, all.isExpecting]).toEqual([false, true]);
  time += 100;
  expect(all.isExpecting).toBe(false);
});

test('a long call leaves others their turns for a moment after one has ended beside it', async () => {
  let time = 1000;
  const all = new CallSlots(new Timers().after, () => time);
  const long = await all.take('one', 'reads', never);
  expect(all.othersWaiting).toBe(false);
  const short = await all.take('two', 'reads', never);
  expect(all.othersWaiting).toBe(true);
  short.leave();
  time += 200;
  expect(all.othersWaiting).toBe(true);
  time += 100;
  expect(all.othersWaiting).toBe(false);
  long.leave();
  expect(all.othersWaiting).toBe(false);
});

test('a call that begins after another has ended does not wait for a next one', async () => {
  const { slots: all } = slots();
  (await all.take('one', 'reads', never)).leave();
  await all.take('one', 'reads', never);
  expect(all.othersWaiting).toBe(false);
});

test('16 reads of a token run at once, and the next one starts when one of them ends', async () => {
  const { slots: all } = slots();
  const { held } = askFor(all, 17, 'reads');
  await yieldToLoop();
  expect(held).toHaveLength(16);
  held[0]?.leave();
  await yieldToLoop();
  expect(held).toHaveLength(17);
});

test('waiting calls start in the order of their arrival', async () => {
  const { slots: all } = slots();
  const { held } = askFor(all, 16, 'reads');
  const order: number[] = [];
  for (const number of [1, 2, 3]) void all.take('one', 'reads', never).then(() => order.push(number));
  await yieldToLoop();
  for (const slot of held.slice(0, 3)) slot.leave();
  await yieldToLoop();
  expect(order).toEqual([1, 2, 3]);
});

test('a read never waits for writes', async () => {
  const { slots: all } = slots();
  askFor(all, 50, 'writes');
  const { held } = askFor(all, 1, 'reads');
  await yieldToLoop();
  expect(held).toHaveLength(1);
});

test('the writes of four tokens leave slots for the reads of a fifth', async () => {
  const { slots: all } = slots();
  for (const token of ['a', 'b', 'c', 'd', 'e', 'f']) askFor(all, 20, 'writes', token);
  const { held } = askFor(all, 1, 'reads', 'g');
  await yieldToLoop();
  expect(held).toHaveLength(1);
});

test('the 201st waiting call of a token is busy', async () => {
  const { slots: all } = slots();
  askFor(all, 216, 'reads');
  await expect(all.take('one', 'reads', never).catch(codeOf)).resolves.toBe('busy');
});

test('a call that has waited 20 seconds is busy and leaves the queue', async () => {
  const { slots: all, timers } = slots();
  const { held } = askFor(all, 16, 'reads');
  const late = all.take('one', 'reads', never).catch(codeOf);
  timers.pass(20_000);
  await expect(late).resolves.toBe('busy');
  held[0]?.leave();
  expect(askFor(all, 1, 'reads').held).toEqual([]);
  await yieldToLoop();
  expect(timers.count).toBe(0);
});

test('a cancelled call leaves the queue and frees its slot', async () => {
  const { slots: all, timers } = slots();
  const { held } = askFor(all, 16, 'reads');
  const client = new AbortController();
  const cancelled = all.take('one', 'reads', client.signal).catch(codeOf);
  const next = askFor(all, 1, 'reads');
  client.abort(new ToolFailure('budget_exceeded', 'The client went away.'));
  await expect(cancelled).resolves.toBe('budget_exceeded');
  held[0]?.leave();
  await yieldToLoop();
  expect(next.held).toHaveLength(1);
  expect(timers.count).toBe(0);
});

const record = (time: number): CallRecord => ({
  ...{ time, token: 'test', tool: 'list', effect: 'reads', outcome: 'ok', milliseconds: 1 },
});
const times = (log: CallLog): number[] => log.all.map(({ time }) => time);

describe('the log of calls', () => {
  test('keeps the newest, and puts those of earlier runs before them', () => {
    const log = new CallLog(3);
    log.add(record(10));
    log.restore([record(1), record(2), record(3)]);
    expect(times(log)).toEqual([2, 3, 10]);
    log.add(record(11));
    expect(times(log)).toEqual([3, 10, 11]);
  });

  test('notifies subscribers of calls as they end, not of earlier runs, and not after they unsubscribe', () => {
    const log = new CallLog();
    const told: number[] = [];
    const end = log.subscribe(({ time }) => told.push(time));
    log.restore([record(1)]);
    log.add(record(2));
    end();
    log.add(record(3));
    expect(told).toEqual([2]);
  });

  test('counts what is under way, and says when it or the list changed', () => {
    const log = new CallLog();
    const seen: string[] = [];
    log.watch(() => seen.push(`${log.running.reads}/${log.running.writes}/${log.all.length}`));
    const ended = log.begin('writes');
    ended();
    log.restore([record(1)]);
    log.clear();
    expect(seen).toEqual(['0/1/0', '0/0/0', '0/0/1', '0/0/0']);
  });
});
