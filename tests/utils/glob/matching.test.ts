import fc from 'fast-check';
import picomatch from 'picomatch';
import { GlobUtils, coversPath, folderGlob } from '../../../src/utils/glob-utils';
import { parseGlob } from '../../../src/utils/glob/parser';
import { matchesByDefinition } from './reference';
import { anyCharacter } from '../../support/text/any-character';

const seed = 20261121;
const anchored = (pattern: string, path: string) => GlobUtils.matches(path, `/${pattern}`);

/** Short texts over few letters, so that patterns match often. */
const segment = fc
  .string({ unit: fc.constantFrom('a', 'b', 'c', '.'), minLength: 1, maxLength: 5 })
  .filter(name => name !== '.' && name !== '..');
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map(segments => segments.join('/'));

/** A path that a pattern without groups is likely to match. */
const likelyPath = (pattern: string): string =>
  pattern
    .replace(/\*\*\//gu, '')
    .replace(/\{([^,]*),[^}]*\}/gu, (_braces, first: string) => first)
    .replace(/\[[!^]a\]|\[a-b\]/gu, 'b')
    .replace(/\[ab\]/gu, 'a')
    .replace(/\*|\?/gu, 'c');

const atom = fc.constantFrom('a', 'b', 'c', '.', '*', '?', '[ab]', '[!a]', '[a-b]', 'ab', '.a');

/** A part within one segment; `groups` are the signs of extended groups that may occur. */
function part(groups: readonly string[], depth: number): fc.Arbitrary<string> {
  if (depth === 0) return atom;
  const inner = part(groups, depth - 1);
  const alternatives = fc.array(inner, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 4, arbitrary: atom },
    { weight: 1, arbitrary: fc.tuple(inner, inner).map(parts => parts.join('')) },
    { weight: 1, arbitrary: fc.tuple(inner, inner).map(parts => `{${parts.join(',')}}`) },
    {
      weight: groups.length === 0 ? 0 : 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...groups, '@'), alternatives)
        .map(([sign, texts]) => `${sign}(${texts.join('|')})`),
    },
  );
}

function pathPattern(inSegment: fc.Arbitrary<string>, joints: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const segmentPattern = fc.array(inSegment, { minLength: 1, maxLength: 3 }).map(parts => parts.join(''));
  return fc
    .tuple(segmentPattern, fc.array(fc.tuple(joints, segmentPattern), { maxLength: 3 }))
    .map(([first, rest]) => first + rest.map(([joint, text]) => joint + text).join(''));
}

describe('matching', () => {
  it('agrees with picomatch where both mean the same', () => {
    const patterns = pathPattern(part([], 1), fc.constantFrom('/', '/**/'));
    let matched = 0;
    fc.assert(
      fc.property(fc.boolean(), patterns, path, (deep, text, asked) => {
        const pattern = (deep ? `**/${text}` : text).replaceAll('[!', '[^');
        // A star in braces matches an empty segment in picomatch: `a/**/{b,*}` takes `a`.
        fc.pre(!text.startsWith('./') && !/\{[^}]*\*|\*\{|\}\*/u.test(text));
        fc.pre(!text.split('/**/').some(between => between.includes('**')));
        for (const tried of [asked, likelyPath(pattern)]) {
          const expected = picomatch.isMatch(tried, pattern, {
            dot: true,
            nonegate: true,
            strictSlashes: true,
          });
          if (expected) matched += 1;
          expect([pattern, tried, anchored(pattern, tried)]).toEqual([pattern, tried, expected]);
        }
      }),
      { seed, numRuns: 1000 },
    );
    expect(matched).toBeGreaterThan(333);
  });

  it('agrees with the definition of every part, groups and their negation included', () => {
    const patterns = pathPattern(
      part(['?', '*', '+', '!'], 3),
      fc.constantFrom('/', '/**/', '**', '**/', '!(a/b)'),
    );
    let matched = 0;
    fc.assert(
      fc.property(patterns, path, (pattern, asked) => {
        const { sequence } = parseGlob(`/${pattern}`, false, 'pattern');
        const expected = matchesByDefinition(sequence, asked);
        if (expected) matched += 1;
        expect([pattern, asked, anchored(pattern, asked)]).toEqual([pattern, asked, expected]);
      }),
      { seed, numRuns: 3000 },
    );
    expect(matched).toBeGreaterThan(100);
  });

  it('takes any text for a pattern, and matches any text escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), path, (text, asked) => {
        fc.pre(text.split(',').length < 9);
        expect(typeof GlobUtils.matches(asked, text)).toBe('boolean');
        const escaped = Array.from(text, character => `\\${character}`).join('');
        const stripped = text.startsWith('./') || /^\/|\/$/u.test(text);
        if (!stripped) expect(GlobUtils.matches(text, escaped)).toBe(true);
      }),
      { seed, numRuns: 500 },
    );
    const syntax = fc.string({
      unit: fc.constantFrom(...Array.from('[]{}()!@*+?|,\\/-^:.a')),
      maxLength: 60,
    });
    fc.assert(
      fc.property(syntax, path, (pattern, asked) => {
        fc.pre(pattern.split(',').length < 9);
        expect(typeof GlobUtils.matches(asked, pattern)).toBe('boolean');
      }),
      { seed, numRuns: 1500 },
    );
  });

  it('finds the same with a compiled filter as one by one, in whatever order paths come', () => {
    const patterns = pathPattern(part(['!', '*'], 2), fc.constantFrom('/', '/**/'));
    fc.assert(
      fc.property(patterns, fc.array(path, { maxLength: 20 }), (pattern, paths) => {
        const filter = GlobUtils.compile([pattern], [`${pattern}x`]);
        const one = paths.map(asked => GlobUtils.shouldInclude(asked, [pattern], [`${pattern}x`]));
        expect(paths.map(filter.shouldInclude)).toEqual(one);
        expect(paths.reverse().map(filter.shouldInclude)).toEqual(one.reverse());
      }),
      { seed, numRuns: 300 },
    );
  });
});

/**
 * Where bash 5.2 (`globstar`, `extglob`, `dotglob`), picomatch 4 (`dot`) and we differ. Bash expands a
 * pattern over files; what it does was looked up by hand, what picomatch does is asked here.
 */
describe('where bash, picomatch and we differ', () => {
  it.each<[string, string, boolean, boolean, boolean, string]>([
    // pattern, path, bash, picomatch, ours, reason
    ['*.md', 'x/a.md', false, false, true, 'without a slash the name counts, at any depth'],
    ['a/**', 'a', false, true, false, '`a/**` is everything under a'],
    ['a**b', 'axb', true, true, true, 'within a segment `**` ...'],
    ['/a**b', 'a/b', false, false, true, '... crosses slashes for us'],
    ['{1..3}', '2', true, true, false, 'no ranges in braces'],
    ['{a}', '{a}', true, true, true, 'braces without a comma are literal'],
    ['[{a,b}]', '{', false, true, true, 'bash expands braces inside a set'],
    ['(a|b)', 'a', false, true, false, 'a group needs a sign before it'],
    ['(a|b)', '(a|b)', true, true, true, 'and is literal without'],
    ['[!a]', 'b', true, false, true, 'picomatch negates a set with `^` only'],
    ['/!(a)*', 'a', true, false, true, '`!(a)` may be empty, `*` takes the rest'],
    ['/!(*.md)', 'a.md', false, false, false, 'the same for all'],
    ['/!(a/b)', 'a/c', false, true, true, 'a negated group with a slash crosses slashes'],
    ['{x,**/y', '{x,**/y', true, true, true, 'an unclosed brace is literal'],
    ['!a', 'b', false, true, true, 'a leading `!` negates'],
    ['/a/', 'a', false, false, true, 'a slash at the end says nothing'],
    ['?', '😀', true, false, true, '`?` is a character, not half of one'],
  ])('%j with %j: bash %s, picomatch %s, we %s: %s', (pattern, asked, _bash, theirs, ours) => {
    expect(picomatch.isMatch(asked, pattern.replace(/^\/(?=.*[^/]$)/u, ''), { dot: true })).toBe(theirs);
    expect(GlobUtils.matches(asked, pattern)).toBe(ours);
  });
});

describe('matching is bounded', () => {
  const tens = (count: number, text: string) => text.repeat(count);
  const texts = [tens(200, 'a'), `${tens(30, 'a/')}z`, tens(120, 'ab'), tens(60, 'abcd'), tens(80, 'aab')];
  const hostile: [string, string][] = [
    ['stars in groups in groups', '*(*(*(a|b)))'],
    ['overlapping alternatives', '+(a|aa)'],
    ['repetition of repetition', '+(+(+(a)))'],
    ['many depths', `${tens(10, '**/a/')}**/b`],
    ['many stars', `${tens(10, '*a')}*b`],
    ['as many stars as fit', tens(255, '*a')],
    ['a range in braces', '{1..1000000}.md'],
    ['negation of negation', '!(!(!(!(a*b*c*d*))))'],
    ['many alternatives', `@(${Array.from({ length: 120 }, (_, index) => `x${index}`).join('|')})`],
    ['an unknown named class', '[[:constructor:]]'],
    ['unclosed brackets', tens(512, '[')],
    ['unclosed braces', tens(512, '{')],
    ['unclosed groups', tens(256, '@(')],
    ['closed groups as deep as fit', `${tens(170, '@(')}a${tens(170, ')')}`],
    ['negated groups as deep as fit', `${tens(125, '!(')}*a*b*${tens(125, ')')}`],
    ['negated groups in a row', tens(125, '!(a)')],
    ['negated groups among stars', `${tens(60, '*!(*a*)')}z`],
    ['negated groups over counted characters', `*!(*a${tens(9, '?')})*!(*b${tens(7, '?')})b`],
    ['repetitions of overlapping groups', tens(15, '+(+(a|b)+(aa|ab)|*(a|+(b)))')],
    ['a repeated empty group', '*(*(|)|)+(|)'],
  ];

  it.each(hostile)('for %s', (_name, pattern) => {
    const filter = GlobUtils.compile([`/${pattern}`.slice(0, 512)], [pattern], { caseInsensitive: true });
    for (const text of texts) filter.shouldInclude(text);
    const characters = texts.join('').length;
    expect(filter.steps).toBeLessThan(characters * 250);
  });

  it('takes look-ups only for what it has learned', () => {
    for (const [, pattern] of hostile.filter(([name]) => name !== 'as many stars as fit')) {
      const filter = GlobUtils.compile([pattern], []);
      for (const text of texts) filter.shouldInclude(text);
      const learned = filter.steps;
      for (const text of texts) filter.shouldInclude(text);
      expect(filter.steps).toBe(learned);
    }
  });

  it('by a count of steps where nothing else bounds it', () => {
    // As many sets of places as characters, each as long as the pattern.
    const filter = GlobUtils.compile([`*a${'?'.repeat(500)}`], []);
    const pseudoRandom = (count: number) =>
      Array.from({ length: count }, (_, i) => 'ab'[(i * i * 7 + (i >> 3)) % 2]).join('');
    expect(filter.shouldInclude(pseudoRandom(250))).toBe(false);
    const hard = Array.from({ length: 4000 }, (_, i) =>
      ((i * 2654435761) >>> 13) % 2 === 0 ? 'a' : 'b',
    ).join('');
    expect(() => filter.shouldInclude(hard)).toThrow('is too complex');
  });

  it('forgets what it learned before it grows too much, and matches on as before', () => {
    const pattern = `*a${'?'.repeat(12)}`;
    const filter = GlobUtils.compile([pattern], []);
    const name = (index: number) =>
      Array.from({ length: 40 }, (_, bit) => (((index * 40503 * (bit + 3)) >> 7) % 2 === 0 ? 'a' : 'b')).join(
        '',
      );
    for (let index = 0; index < 2000; index += 1) {
      const text = name(index);
      expect(filter.shouldInclude(text)).toBe(text.at(-13) === 'a');
    }
    filter.shouldInclude(name(1999));
    const steps = filter.steps;
    filter.shouldInclude(name(5));
    expect(filter.steps).toBeGreaterThan(steps);
  });
});

describe('the pattern of a folder', () => {
  test.each([
    ['Projects', 'Projects/**'],
    ['Projects/2026', 'Projects/2026/**'],
    ['[Old] {a,b} (c)', '\\[Old\\] \\{a,b\\} \\(c\\)/**'],
    ['!Inbox', '\\!Inbox/**'],
    [' Space', '\\ Space/**'],
  ])('the rule of the folder %s', (folder, rule) => {
    expect(folderGlob(folder)).toBe(rule);
  });

  test('covers the folder and everything in it, and nothing beside it, whatever its name', () => {
    const letter = fc.constantFrom(...'aB ä*?[]{}()!@+|\\,-^~.'.split(''));
    const name = fc.string({ unit: letter, minLength: 1, maxLength: 8 }).filter(text => !/^[.]+$/.test(text));
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map(parts => parts.join('/'));
    fc.assert(
      fc.property(path, name, (folder, note) => {
        const rule = folderGlob(folder);
        expect(rule).toBe(rule.trim());
        expect(coversPath([rule], `${folder}/${note}`)).toBe(true);
        expect(coversPath([rule], folder)).toBe(true);
        expect(coversPath([rule], `${folder}x/${note}`)).toBe(false);
        expect(coversPath([rule], `x/${folder}/${note}`)).toBe(folder.startsWith('x/'));
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});
