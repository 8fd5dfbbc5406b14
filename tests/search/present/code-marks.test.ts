import { stretchLength } from '../../../src/search/match/matcher';
import { mayHaveCode } from '../../../src/search/show/note-describer';

describe('whether a note may have code', () => {
  it.each(['`a`', '~~~\na\n~~~', 'a\n    b', 'a\n\tb', 'a\r    b', 'a\r\tb'])('is seen by %j', text => {
    expect(mayHaveCode(text)).toBe(true);
  });

  it.each(['    a', '\ta'])('is seen by a first line that is indented: %j', text => {
    expect(mayHaveCode(text)).toBe(true);
  });

  it.each(['', 'a', 'a\n  b', '~~', 'a    b', '\n\n'])('is denied for %j', text => {
    expect(mayHaveCode(text)).toBe(false);
  });

  it('is seen wherever a long text has a mark', () => {
    for (let before = stretchLength - 8; before <= stretchLength + 8; before += 1)
      for (const mark of ['`', '~~~', '\n    ', '\r\t'])
        expect(mayHaveCode(`${'a'.repeat(before)}${mark}b`)).toBe(true);
  });
});
