/** For tests of what the plugin does after a pause. How long a pause is, is tested where it is made. */
import timers from 'node:timers';

/** Longer ones are limits, which nothing should reach sooner. */
const longestPause = 500;
const factor = 1 / 100;

/** In the tests of this file, timers of the plugin of up to half a second take a hundredth of their time. */
export function withShortPauses(): void {
  const { setTimeout: start } = timers;
  beforeAll(() => {
    const shortened = (run: () => void, milliseconds = 0): NodeJS.Timeout =>
      start(run, milliseconds > longestPause ? milliseconds : milliseconds * factor);
    Reflect.set(timers, 'setTimeout', Object.assign(shortened, start));
  });
  afterAll(() => {
    Reflect.set(timers, 'setTimeout', start);
  });
}
