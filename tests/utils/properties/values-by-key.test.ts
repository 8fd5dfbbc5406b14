import { ValuesByKey } from '../../../src/utils/collections';

describe('values by key', () => {
  test('a key has what was added under it, each value once, in order', () => {
    const values = new ValuesByKey<string, string>();
    for (const value of ['b', 'b', 'a', 'b', 'c']) values.add('key', value);
    values.add('other', 'z');
    expect([...values.of('key')]).toEqual(['b', 'a', 'c']);
    expect([...values.of('other')]).toEqual(['z']);
    expect([...values.of('absent')]).toEqual([]);
  });

  test('a key is gone with its last value, whether or not it had several', () => {
    const values = new ValuesByKey<string, string>();
    values.add('one', 'a');
    values.delete('one', 'b');
    expect([...values.of('one')]).toEqual(['a']);
    values.delete('one', 'a');
    expect([...values.of('one')]).toEqual([]);
    for (const value of ['a', 'b']) values.add('two', value);
    for (const value of ['a', 'b']) values.delete('two', value);
    expect([...values.of('two')]).toEqual([]);
    values.delete('absent', 'a');
  });

  test('an empty text is a value like any other', () => {
    const values = new ValuesByKey<string, string>();
    values.add('key', '');
    expect([...values.of('key')]).toEqual(['']);
    values.add('key', 'a');
    expect([...values.of('key')]).toEqual(['', 'a']);
  });
});
