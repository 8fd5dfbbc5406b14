import { windowLength } from '../../../src/search/query/finders/needle';
import { mayHaveCode } from '../../../src/search/present/part-spans';
import { finish } from '../../../src/utils/slicing/steps';

describe('whether a note may have code', () => {
  it.each(['`a`', '~~~\na\n~~~', 'a\n    b', 'a\n\tb', 'a\r    b', 'a\r\tb'])('is seen by %j', text => {
    expect(finish(mayHaveCode(text))).toBe(true);
  });

  it.each(['    a', '\ta'])('is seen by a first line that is indented: %j', text => {
    expect(finish(mayHaveCode(text))).toBe(true);
  });

  it.each(['', 'a', 'a\n  b', '~~', 'a    b', '\n\n'])('is denied for %j', text => {
    expect(finish(mayHaveCode(text))).toBe(false);
  });

  it('is seen wherever a long text has a mark', () => {
    for (let before = windowLength - 8; before <= windowLength + 8; before += 1)
      for (const mark of ['`', '~~~', '\n    ', '\r\t'])
        expect(finish(mayHaveCode(`${'a'.repeat(before)}${mark}b`))).toBe(true);
  });

  it('is found in short steps in a text of line feeds, each of which may begin a mark', () => {
    const steps = mayHaveCode('\n'.repeat(1_000_000));
    let count = 1;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThanOrEqual(60);
  });
});
