import { changesOnlyLinks, redirected } from '../../../../src/markdown/edits/links/link-places';
import { respelledForms } from '../../../../src/markdown/links/link-spelling';
import type { Redirect } from '../../../../src/markdown/edits/links/redirection';

describe('a link to a name that could end code or a formula before it', () => {
  test.each([
    ['$5 [[Old]]', 'a$b', '$5 [a&#36;b](a%24b.md)'],
    ['$5 [[Old#H|x]]', 'a$b', '$5 [x](a%24b.md#H)'],
    ['- a ` ![[Old]]', 'a`b', '- a ` ![](a%60b.md)'],
    ['$5 [[Old]] [[Old]]', 'a$b', '$5 [a&#36;b](a%24b.md) [a&#36;b](a%24b.md)'],
    ['a ` [x](<Old.md>)', 'a`b', 'a ` [x](<a%60b>)'],
    ['$5\n\n[[Old]] costs $5', 'a$b', '$5\n\n[[a$b]] costs $5'],
    ['`code` [[Old]]', 'a$b', '`code` [[a$b]]'],
    // The other wikilink would be one in its place.
    ['`` [[Old]] `[[X]]`', 'a``b`', '`` [a&#96;&#96;b&#96;](a%60%60b%60.md) `[[X]]`'],
    ['`` ![[Old]] `[[X]]`', 'a``b`', '`` ![](a%60%60b%60.md) `[[X]]`'],
  ])('in %p to %p is one still: %p', (text, path, expected) => {
    const redirect: Redirect = link => (link.path === 'X' ? undefined : { path, markdownPath: `${path}.md` });
    expect(redirected(text, 'md', redirect).text).toBe(expected);
    const canvas = (card: string): string => JSON.stringify({ nodes: [{ type: 'text', text: card }] });
    expect(redirected(canvas(text), 'canvas', redirect).text).toBe(canvas(expected));
  });

  test.each([
    ['$5 [[N#Old]] [[N#Old|x]]', '$5 [N > a&#36;b](N.md#a%24b) [x](N.md#a%24b)'],
    ['$5 [[#Old]] ![[My N.md#Old]]', '$5 [a&#36;b](#a%24b) ![](My%20N.md#a%24b)'],
    ['$5 [[N.MD#Old]]', '$5 [N > a&#36;b](N.MD#a%24b)'],
    ['[[N#Old]]', '[[N#a$b]]'],
  ])('of a heading in %p is one still: %p', (text, expected) => {
    expect(redirected(text, 'md', () => ({ subpath: '#a$b' })).text).toBe(expected);
    expect(redirected(text, 'md', ({ path }) => ({ path, subpath: '#a$b' })).text).toBe(expected);
  });

  test('stays a wikilink where no Markdown link is given, and each link is asked about once', () => {
    const asked: number[] = [];
    const redirect: Redirect = ({ at }) => {
      asked.push(at);
      return { path: 'a$b' };
    };
    const { links, refused } = redirected('$5 [[Old]]\n\nsee [[Old]] and [[Old|o]]', 'md', redirect);
    expect({ links, refused, asked }).toEqual({ links: 3, refused: 0, asked: [3, 16, 28] });
  });

  test.each([
    ['$5 [[N#Old]] [m](N.md)', '$5 [N > a&#36;b](N.md#a%24b) [m](N.md)', true],
    ['$5 [[N#Old]]', '$5 [N > a&#36;c](N.md#a%24b)', false],
    ['$5 [[N#Old|x]]', '$5 [y](N.md#a%24b)', false],
    ['$5 [[N#Old]] x', '$5 [N > a&#36;b](N.md#a%24b) y', false],
    ['$5 [[N#Old]]', '$5 [[N#a$b]]', false],
    ['[[N]] [[M]]', '[[M]] [[N]]', true],
    ['[[N]] x', '[[N]] [[x]]', false],
  ])('from %p to %p, the targets of links are all that differs: %p', (before, after, expected) => {
    expect(changesOnlyLinks(before, after, 'md')).toBe(expected);
    expect(changesOnlyLinks(after, before, 'md')).toBe(expected);
  });

  test.each([
    ['Old.MD', 'Old.MD', 'F/a$b.MD', { path: 'F/a$b.MD', markdownPath: 'F/a$b.MD' }],
    ['Old', 'Old.MD', 'F/a$b.MD', { path: 'F/a$b', markdownPath: 'F/a$b.MD' }],
    ['Old', 'Old.md', 'F/a$b.md', { path: 'F/a$b', markdownPath: 'F/a$b.md' }],
    ['a.png', 'a.png', 'F/a$b.png', { path: 'F/a$b.png', markdownPath: 'F/a$b.png' }],
  ])(
    'to %p, which is at %p and then at %p, is spelled for both kinds of links',
    (path, old, target, expected) => {
      const link = { path, form: 'wiki' };
      const leads = (way: string): boolean => [way, `${way}.md`, `${way}.MD`].includes(target);
      const ends = { before: { source: 'S.md', target: old }, now: { source: 'S.md', target } };
      expect(respelledForms(link, { ...ends, mayBeBare: false, leads })).toEqual(expected);
    },
  );

  test('is spelled once if it stays', () => {
    const ways: string[] = [];
    const ends = { source: 'S.md', target: 'Old.md' };
    const leads = (way: string): boolean => ways.push(way) > 0;
    const link = { path: 'Old', form: 'wiki' };
    expect(respelledForms(link, { before: ends, now: ends, mayBeBare: true, leads })).toEqual({
      path: 'Old',
    });
    expect(ways).toEqual(['Old']);
  });
});
