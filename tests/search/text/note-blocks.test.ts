import { findingBlocks } from '../../../src/search/text/note-blocks';
import { finish } from '../../../src/utils/slicing/steps';

const code = '`a` ';

test('the code blocks of a note are found', () => {
  expect(finish(findingBlocks(code.repeat(1000), undefined)).code.count).toBe(1000);
});

test('a note with more parts than a scan allows has no blocks, and its scan ends early', () => {
  const steps = findingBlocks(code.repeat(1_000_000), undefined);
  let pauses = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) pauses += 1;
  const { blocks, sections, code: found } = step.value;
  expect([blocks.count, sections.count, found.count]).toEqual([0, 0, 0]);
  expect(pauses).toBeLessThan(600);
});
