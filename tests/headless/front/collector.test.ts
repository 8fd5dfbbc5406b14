import { runInNewContext } from 'node:vm';
import { Collector } from '../../../pkg/headless/front/collector';

test('leaves the flags of the engine as they were', () => {
  new Collector();
  expect(runsWithCollection()).toBe(false);
});

/** A new realm has `gc` only while the flag is set. */
function runsWithCollection(): boolean {
  return runInNewContext("typeof gc === 'function'") === true;
}
