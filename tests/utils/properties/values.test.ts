import { ValuesByKey } from '../../../src/utils/collections';
import { foldFileName, mayName, nameSameFile } from '../../../src/utils/properties/link-values';

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

describe('links in properties', () => {
  test.each([
    ['[[Anna]]', 'anna', true],
    ['[[People/Anna.md|A]]', 'anna', true],
    ['[[ANNA#Work]]', 'people/Anna', true],
    ['[[Anna\\|A]]', 'Anna', true],
    ['[[Ann]]', 'Anna', false],
    ['[[Bob|Anna]]', 'Anna', false],
    ['[[Bob#Anna]]', 'Anna', false],
    ['[[A\u030angstro\u0308m]]', '\u00c5ngstr\u00f6m', true],
    ['[[\u212belvin]]', '\u00e5elvin', true],
    ['[[Kelvin]]', '\u212aelvin', true],
  ])('the link %j may lead to a file named %j: %j', (link, name, expected) => {
    expect(mayName(link, foldFileName(name))).toBe(expected);
  });

  test('a link that cannot lead to a file of the name is not followed', () => {
    const followed: string[] = [];
    const follow = (link: string): string[] => {
      followed.push(link);
      return ['People/Anna'];
    };
    expect(nameSameFile('[[Bob]]', 'Anna', follow)).toBe(false);
    expect(nameSameFile('[[Anna]]', 'People/Anna', follow)).toBe(true);
    expect(followed).toEqual(['[[Anna]]']);
  });
});
