import { type TurnStart, waitedFor } from '../../pkg/bench/measure/turn-meter';

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
