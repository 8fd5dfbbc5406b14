/** Everything that fake timers would replace. */
const all = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...([
    'setImmediate',
    'clearImmediate',
    'setInterval',
    'clearInterval',
    'setTimeout',
    'clearTimeout',
  ] as const),
];
type Faked = (typeof all)[number];

/** For `jest.useFakeTimers`: only these are replaced. Files are still read and written in real time. */
export function doNotFakeBut(...names: readonly Faked[]): Faked[] {
  return all.filter(name => !names.includes(name));
}
