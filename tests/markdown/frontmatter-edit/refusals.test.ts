import { append, failure, remove, set } from './support';

describe('an edit is refused with nothing changed', () => {
  it.each([
    ['---\na: "x\n---\n', /does not parse: see line 3/],
    ['---\na: 1\n b: 2\n---\n', /does not parse/],
    ['---\na:\n\t- x\n---\n', /does not parse/],
    ['---\nk: *\n---\n', /does not parse/],
    ['---\ntext\n---\n', /not a map/],
    ['---\n- a\n---\n', /not a map/],
    ['---\n{a: 1}\n---\n', /braces/],
    ['---\nb: *x\n---\n', /alias/],
    ['---\n~\n---\n', /no longer parse/],
    ['---\nb: 1\n...\n---\n', /no longer parse/],
  ])('in %j', (text, reason) => {
    const refused = failure(text, set('a', 1));
    expect(refused.code).toBe('invalid_frontmatter');
    expect(refused.message).toMatch(reason);
  });

  it.each([
    ['a: &x 1\nb: *x\n', set('a', 2), /anchor/],
    ['a: &x 1\nb: *x\n', remove('a'), /anchor/],
    ['z: &x 0\na: &x 1\nb: *x\n', set('a', 2), /another property/],
    ['a: &x [1, 2]\nb: *x\n', append('a', 3), /another property|anchor/],
    ['*k : 1\n', set('k', 2), /alias/],
  ])('where an anchor is used elsewhere: %j by %j', (yaml, edit, reason) => {
    const refused = failure(`---\n${yaml}---\n`, edit);
    expect(refused.code).toBe('invalid_frontmatter');
    expect(refused.message).toMatch(reason);
  });

  it('for values that are no JSON, too deep or too large', () => {
    for (const value of [undefined, NaN, () => 1, [Infinity]])
      expect(failure('', set('a', value)).code).toBe('invalid_argument');
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    expect(failure('', set('a', deep)).code).toBe('too_large');
    expect(failure('', set('a', 'x'.repeat(70_000))).code).toBe('too_large');
    expect(failure(`---\na: ${'x'.repeat(65_000)}\n---\n`, set('b', 'x'.repeat(600))).code).toBe('too_large');
    expect(failure(`---\na: ${'['.repeat(40_000)}\n---\n`, set('b', 1)).code).toBe('too_large');
  });

  it('without text of the note in the error', () => {
    expect(JSON.stringify(failure('---\na: "secret\n---\n', set('a', 1)))).not.toContain('secret');
  });
});
