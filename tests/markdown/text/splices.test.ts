import { spansAfter, spliced, type Splice } from '../../../src/markdown/text/splices';

const spansOf = (text: string) =>
  [...text.matchAll(/#\w+/gu)].map(({ 0: tag, index }) => ({ start: index, end: index + tag.length }));

test.each<[string, Splice[]]>([
  ['#a one #b', []],
  ['#a one #b', [{ from: 3, to: 6, text: 'three' }]],
  ['#a one #b #c', [{ from: 7, to: 10, text: '' }]],
  ['#a#b#c', [{ from: 2, to: 4, text: '' }]],
  ['one #b', [{ from: 0, to: 0, text: 'x ' }]],
  [
    '#a #b #c',
    [
      { from: 0, to: 3, text: '' },
      { from: 5, to: 8, text: '!' },
    ],
  ],
])('spans of %j that no splice covers are where the new text has them', (text, splices) => {
  expect(spansAfter(spansOf(text), splices)).toEqual(spansOf(spliced(text, splices)));
});
