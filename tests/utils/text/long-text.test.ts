import { jsonWeight } from '../../../src/utils/json/json-pieces';
import { jsonSize } from '../../../src/utils/json/json-size';
import { LongText, WrittenText } from '../../../src/utils/text/long-text';
import { shorten } from '../../../src/utils/text/shortening';
import { sentJson } from '../../support/json-text';

const line = 'A line with "quotes", é and 😀.\n';
const text = LongText.of(['head ', line.repeat(10_000), LongText.of(['tail'])]);
const whole = `head ${line.repeat(10_000)}tail`;

test('a long text is its portions, as often as somebody asks', () => {
  expect(text.toString()).toBe(whole);
  expect(text.toString()).toBe(whole);
  expect(text).toHaveLength(whole.length);
  expect(Math.max(...[...text.portions()].map(({ length }) => length))).toBeLessThan(20_000);
});

test('its JSON is that of the whole text', () => {
  expect(sentJson({ text, other: 1 })).toBe(JSON.stringify({ text: whole, other: 1 }));
  expect(jsonWeight({ text })).toBe(jsonWeight({ text: whole }));
});

test('its size is that of the whole text where it matters, and no more than it can be where it does not', () => {
  const exact = Buffer.byteLength(JSON.stringify(whole));
  expect(jsonSize(text, exact)).toBe(exact);
  expect(jsonSize(text, 100)).toBeGreaterThan(100);
  expect(jsonSize(text, 10 * exact)).toBeGreaterThanOrEqual(exact);
});

test('where it is too large for an answer, its beginning is left', () => {
  const { value, omissions } = shorten({ text }, 1000);
  expect(JSON.stringify(value).length).toBeLessThan(1100);
  expect(String(value.text).startsWith('head A line')).toBe(true);
  expect(omissions).toMatchObject([{ place: 'text', of: whole.length }]);
});

test('parts that have their JSON are sent with it, and read as the texts that they were', () => {
  const odd = 'Größe "1"\n\t漢字 😀 \ud83d \\';
  const mixed = LongText.of(['before ', WrittenText.of(odd), LongText.of([WrittenText.of(line)]), 'after']);
  const all = `before ${odd}${line}after`;
  expect([mixed.toString(), mixed.length]).toEqual([all, all.length]);
  expect(sentJson([mixed, 'x'.repeat(40_000)])).toBe(JSON.stringify([all, 'x'.repeat(40_000)]));
});
