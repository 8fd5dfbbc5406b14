import { judged, judgingTable } from '../../pkg/bench/quick/judging';

const limited = (...times: readonly number[]) => {
  const left = [...times];
  const measure = () => {
    const next = left.shift();
    if (next === undefined) throw new Error('Measured more often than needed.');
    return Promise.resolve({ own: 1, floor: 1, times: next });
  };
  return { name: 'a call', floor: 'a plain server', maxTimes: 3, measure };
};

describe('the quick benchmark', () => {
  it('accepts a value within its limit the first time', async () => {
    expect(await judged(limited(3))).toMatchObject({ times: 3, isOver: false });
  });

  it('accepts a value that a busy machine made slow once', async () => {
    expect(await judged(limited(9, 2.5))).toMatchObject({ times: 2.5, isOver: false });
  });

  it('refuses a value that is slow each time, and lists the best of three', async () => {
    const row = await judged(limited(9, 4, 5));
    expect(row).toMatchObject({ times: 4, isOver: true });
    expect(judgingTable([row])).toMatch(/a call +1\.00 +1\.00 +4\.00 +≤ 3 +OVER +a plain server/);
  });

  it('refuses a value that could not be measured', async () => {
    expect(await judged(limited(NaN, NaN, NaN))).toMatchObject({ isOver: true });
  });
});
