import { textMatching } from '../../../support/matchers';
import { RunningLectern } from '../../../support/lectern';

let lectern: RunningLectern;
beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: { 'a.md': '---\naliases: [A, B]\ntags: [one]\n---\n' },
  });
});
afterEach(() => lectern.close());

test.each([
  [{ set: { aliases: 'x' } }, [textMatching(/`aliases` was a list; this single value/)]],
  [{ set: { Aliases: 'x' } }, [textMatching(/To add to the list, pass a list in `set`/)]],
  [{ set: { aliases: 'x' }, replace: true }, undefined],
  [{ set: { aliases: ['x'] } }, undefined],
  [{ set: { aliases: null } }, undefined],
  [{ set: { tags: 'two' } }, [textMatching(/`tags` was a list; this single value/)]],
  [{ set: { tags: 'one' } }, undefined],
])('update_frontmatter with %j reports when one value replaces others', async (change, hints) => {
  const client = await lectern.connect();
  const { structured, isError } = await client.call('update_frontmatter', { path: 'a', ...change });
  expect([isError, structured['hints']]).toEqual([false, hints]);
});
