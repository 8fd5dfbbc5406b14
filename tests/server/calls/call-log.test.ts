import { CallLog } from '../../../src/server/calls/call-log';
import type { CallRecord } from '../../../src/vault/activity/call-record';

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
