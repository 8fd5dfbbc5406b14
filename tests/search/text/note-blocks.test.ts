import { FoldMap } from '../../../src/search/text/folded-text';
import { findingBlocks } from '../../../src/search/text/note-outline';

const code = '`a` ';

test('the code blocks of a note are found', () => {
  expect(findingBlocks(code.repeat(1000), new FoldMap()).code.count).toBe(1000);
});

test('a note with more parts than a scan allows has no blocks', () => {
  const { blocks, sections, code: found } = findingBlocks(code.repeat(1_000_000), new FoldMap());
  expect([blocks.count, sections.count, found.count]).toEqual([0, 0, 0]);
});
