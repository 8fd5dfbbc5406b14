import { propertyLinkPlaces } from '../../../src/markdown/frontmatter/property-links';

const listed = (count: number): string[] =>
  Array.from(
    { length: count },
    (_item, index) => `  - "[[Note ${index}${index % 2 === 0 ? '' : '|shown'}]]"`,
  );

test.each([10, 800, 5000])('each of %i links in properties is on its own line', count => {
  const lines = ['---', 'up:', ...listed(count), '---', '[[Note 1]]'];
  const text = lines.join('\n');
  const places = propertyLinkPlaces(text);
  expect(places).toHaveLength(count);
  const right = places.every(
    ({ link, at }, index) => link === `Note ${index}` && text.slice(0, at).split('\n').length === index + 3,
  );
  expect(right).toBe(true);
});

test.each(['[', '[[', '[[a|', '[[a', '|', ']]', '[[a]'])('%j without end takes no long time', piece => {
  expect(propertyLinkPlaces(`---\nx: ${piece.repeat(60_000 / piece.length)}\n---\n`)).toEqual([]);
});
