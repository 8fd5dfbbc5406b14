import { result, TestVault } from './support/vault';

describe('many links among many', () => {
  const count = 900;
  const links = (name: string): string[] =>
    Array.from({ length: count }, (_, index) => `[[${name} ${index}]]`);
  const files = Array.from({ length: count }, (_, index) => ({ path: `Folder/Held ${index}.md` }));
  const many = new TestVault(
    [
      {
        path: 'row.md',
        properties: {
          held: links('Held'),
          others: links('Other'),
          alike: [...links('Other'), '[[Folder/Held 899|shown]]'],
          paths: links('Folder/Held'),
          mixed: ['[[Held 1]]', 'text', '[[Other 1]]'],
        },
      },
      ...files,
    ],
    {
      resolve: linkpath =>
        /^(?:Folder\/)?Held \d+$/u.test(linkpath)
          ? `Folder/${linkpath.slice(linkpath.indexOf('Held'))}.md`
          : undefined,
    },
  );

  test.each([
    ['held.containsAny(others)', false],
    ['held.containsAny(alike)', true],
    ['held.containsAll(paths)', true],
    ['paths.containsAll(alike)', false],
    ['others.containsAny(others)', true],
    ['held.map(value.asFile()).containsAll(held)', true],
    ['held.containsAny(file("Held 3"))', true],
    ['mixed.containsAny("[[Held 1]]")', true],
    ['mixed.containsAll(link("Folder/Held 1"), "text")', true],
    ['mixed.containsAny(link("Held 2"))', false],
    ['held.containsAll()', { error: 'Function "containsAll" needs an argument' }],
    ['held.containsAll([])', true],
    ['[].containsAny(held)', false],
  ])('%s is %j', (expression, expected) => {
    expect(result(expression, { vault: many })).toEqual(expected);
  });
});
