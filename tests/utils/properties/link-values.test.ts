import { foldFileName, mayName, nameSameFile } from '../../../src/utils/properties/link-values';

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
