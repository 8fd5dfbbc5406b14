import { ToolFailure } from '../../src/errors';
import { compileCover, coversPath, GlobUtils } from '../../src/utils/glob-utils';

/** [pattern, paths that match, paths that do not] */
const cases: [string, string[], string[]][] = [
  ['*.md', ['a.md', 'x/a.md', 'x/y/.md'], ['a.txt', 'a.md/x', 'md']],
  ['README', ['README', 'docs/README'], ['README.md', 'readme', 'README/a.md']],
  ['*/a.md', ['x/a.md'], ['a.md', 'x/y/a.md']],
  ['docs/*.md', ['docs/a.md'], ['docs/x/a.md', 'x/docs/a.md', 'a.md']],
  ['**/*.md', ['a.md', 'x/a.md', 'x/y/a.md'], ['a.txt', 'a.md/x']],
  ['**/x', ['x', 'a/x', 'a/b/x'], ['ax', 'a/ax', 'x/a']],
  ['a/**', ['a/b', 'a/b/c.md'], ['a', 'b/a/c', 'ab/c']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb', 'a/bx/c', 'x/a/b']],
  ['a/**b', ['a/b', 'a/xb', 'a/x/b'], ['ab', 'a/bc']],
  ['a**/b', ['a/b', 'ax/b', 'ax/y/b'], ['b', 'x/b', 'ab']],
  ['**', ['a', 'a/b.md'], []],
  ['**/**/x', ['x', 'a/x', 'a/b/x'], ['ax']],
  ['file?.md', ['file1.md', 'x/fileé.md', 'file😀.md'], ['file.md', 'file12.md', 'file/.md']],
  ['a?b', ['axb'], ['a/b', 'ab']],
  ['[abc].md', ['a.md', 'x/c.md'], ['d.md', 'ab.md']],
  ['[a-c0-9]', ['b', '7'], ['d', '-']],
  ['[!a-c]', ['d', 'é', '!'], ['a', 'c', 'dd']],
  ['[^a]', ['b', '^'], ['a']],
  ['[]a]', [']', 'a'], ['b']],
  ['[!]a]', ['b'], [']', 'a']],
  ['[a-]', ['a', '-'], ['b']],
  ['[\\]]', [']'], ['\\']],
  ['[z-a]', [], ['a', 'm', 'z']],
  ['x[+-9]y', ['x5y', 'x+y'], ['x/y']],
  ['x[!a]y', ['xby'], ['x/y', 'xay']],
  ['[[:digit:][:upper:]]', ['7', 'Q'], ['q', ':', '[']],
  ['[[:constructor:]]', ['c]', ':]', '[]', 'x/r]'], ['c', 'constructor', '[[:constructor:]]', 'a']],
  ['[a/b]', ['[a/b]'], ['a', '/']],
  ['[abc', ['[abc', 'x/[abc'], ['a', 'xabc']],
  ['{abc', ['{abc'], ['abc']],
  ['{a,b', ['{a,b'], ['a', 'b']],
  ['a}', ['a}'], ['a']],
  ['{a}', ['{a}'], ['a']],
  ['{}', ['{}'], []],
  ['{a,{b}', ['{a,{b}'], ['a', 'b']],
  ['{a,@(b}c)', ['ac)', '@(bc)'], ['abc', 'a', 'bc']],
  ['x{,y}', ['x', 'xy'], ['x,y', 'y']],
  ['{*.md,*.txt}', ['a.md', 'x/b.txt'], ['a.pdf', 'a.md.pdf']],
  ['{src,lib}/{a,b}.ts', ['src/a.ts', 'lib/b.ts'], ['src/c.ts', 'a.ts']],
  ['{a,b{c,d{e,f}}}', ['a', 'bc', 'bde', 'bdf'], ['b', 'bd', 'be']],
  ['{*.md,docs/*.txt}', ['a.md', 'x/a.md', 'docs/a.txt'], ['a.txt', 'x/docs/a.txt', 'docs/x.pdf']],
  ['{x,docs/**}/*.md', ['x/a.md', 'docs/y/a.md', 'docs/y/z/a.md'], ['docs/a.md', 'a.md']],
  ['[{a,b}]', ['{', 'a', ','], ['[a]', '[b]']],
  ['{1..3}', ['{1..3}'], ['1', '2']],
  ['@(a|b).md', ['a.md', 'x/b.md'], ['ab.md', '.md', 'c.md']],
  ['?(a|b).md', ['a.md', '.md'], ['ab.md']],
  ['*(a|b)', ['a', 'abba'], ['c', 'abc']],
  ['+(ab|c)', ['ab', 'abcab', 'c'], ['a', 'abb']],
  ['!(*.md)', ['a.txt', 'x/a'], ['a.md', 'x/a.md']],
  ['!(a|b*).md', ['c.md', 'ab.md', '.md'], ['a.md', 'b.md', 'bc.md', 'c.txt']],
  ['a!(b)c', ['ac', 'abbc', 'axc'], ['abc', 'a/c']],
  ['!(!(a))', ['a'], ['b', 'aa']],
  ['!(Daily)/**/*.md', ['x/a.md', 'Daily2/a.md', 'x/y/a.md'], ['Daily/a.md', 'a.md', 'Daily/x/a.md']],
  ['!(a/b)', ['a/c', 'x', 'a/b/c'], ['a/b']],
  ['@(a|docs/*).md', ['a.md', 'x/a.md', 'docs/z.md'], ['z.md', 'docs/x/z.md']],
  ['@(a', ['@(a'], ['a']],
  ['file(1).md', ['file(1).md'], ['file1.md']],
  ['(a|b)', ['(a|b)'], ['a', 'b']],
  ['a|b', ['a|b'], ['a', 'b']],
  ['a,b', ['a,b'], ['a']],
  ['**(a)', ['', 'a', 'xaa'], []],
  ['\\*.md', ['*.md'], ['a.md']],
  ['\\{a,b\\}', ['{a,b}'], ['a']],
  ['\\@(a)', ['@(a)'], ['a']],
  ['a\\', ['a\\'], ['a']],
  ['\\!x', ['!x'], ['x']],
  ['a.md', ['a.md'], ['aXmd']],
  ['c++ ^$|.md', ['c++ ^$|.md'], ['c.md']],
  ['/a.md', ['a.md'], ['x/a.md']],
  ['./a.md', ['a.md'], ['x/a.md']],
  ['archive/', ['archive', 'x/archive'], ['archive/a']],
  ['a/**/', ['a/b', 'a/b/c'], ['a']],
  ['Caf\u00e9*', ['Caf\u00e9.md', 'Cafe\u0301.md'], ['Cafe.md']],
  ['日本/*.md', ['日本/語.md'], ['日/語.md']],
  ['', [''], ['a']],
  ['!*.md', ['a.txt'], ['a.md', 'x/a.md']],
  ['!!a', ['a', 'b'], ['!a']],
];

describe('a glob', () => {
  it.each(cases)('%j matches what it says', (pattern, matching, others) => {
    expect(matching.filter(path => !GlobUtils.matches(path, pattern))).toEqual([]);
    expect(others.filter(path => GlobUtils.matches(path, pattern))).toEqual([]);
  });

  it('disregards letter case only where asked', () => {
    const caseInsensitive = true;
    expect(GlobUtils.matches('Notes/README.MD', 'notes/*.md')).toBe(false);
    expect(GlobUtils.matches('Notes/README.MD', 'notes/*.md', { caseInsensitive })).toBe(true);
    expect(GlobUtils.matches('x/É.md', '[à-ï].md', { caseInsensitive })).toBe(true);
    expect(GlobUtils.matches('b', '[A-C]', { caseInsensitive })).toBe(true);
    expect(GlobUtils.matches('b', '[!A-C]', { caseInsensitive })).toBe(false);
    expect(GlobUtils.matches('\u01f0.md', 'J\u030c.*', { caseInsensitive })).toBe(true);
    expect(GlobUtils.matches('ΟΔΟΣ', 'οδος', { caseInsensitive })).toBe(true);
  });

  it('with a slash matches from the listed folder too', () => {
    const folder = 'Projects';
    for (const path of ['Projects/archive/a.md', 'archive/a.md']) {
      expect(GlobUtils.matches(path, 'archive/*', { folder })).toBe(true);
    }
    expect(GlobUtils.matches('Projects/archive/a.md', 'Projects/archive/*', { folder })).toBe(true);
    expect(GlobUtils.matches('Projects/archive/a.md', 'archive/*')).toBe(false);
    expect(GlobUtils.matches('Projects2/archive/a.md', 'archive/*', { folder })).toBe(false);
    expect(GlobUtils.matches('PROJECTS/Archive/a.md', 'archive/*', { folder, caseInsensitive: true })).toBe(
      true,
    );
  });
});

describe('includes and excludes', () => {
  const { matchesIncludes, matchesExcludes, shouldInclude } = GlobUtils;

  it('let everything in when there are none', () => {
    expect(matchesIncludes('a.md')).toBe(true);
    expect(matchesIncludes('a.md', [])).toBe(true);
    expect(matchesExcludes('a.md')).toBe(false);
    expect(matchesExcludes('a.md', [])).toBe(false);
    expect(shouldInclude('a.md')).toBe(true);
    expect(shouldInclude('a.md', [], [])).toBe(true);
  });

  it('let in what matches one include and no exclude: excludes win', () => {
    expect(shouldInclude('x/a.md', ['*.txt', '*.md'])).toBe(true);
    expect(shouldInclude('x/a.pdf', ['*.txt', '*.md'])).toBe(false);
    expect(shouldInclude('draft-a.md', ['*.md'], ['draft-*'])).toBe(false);
    expect(shouldInclude('a.md', undefined, ['*.tmp'])).toBe(true);
  });

  it('exclude the content of an excluded folder', () => {
    const excludes = ['.obsidian/**', '*.tmp', 'archive/**', 'node_modules'];
    for (const path of ['.obsidian/app.json', 'x/a.tmp', 'archive/a/b.md', 'x/node_modules/y/z.md']) {
      expect(shouldInclude(path, undefined, excludes)).toBe(false);
    }
    for (const path of ['a.md', 'x/archive/a.md', 'archive', 'node_modules.md']) {
      expect(shouldInclude(path, undefined, excludes)).toBe(true);
    }
    expect(shouldInclude('x/archive/a.md', undefined, excludes, { folder: 'x' })).toBe(false);
  });

  it('never exclude the listed folder itself', () => {
    const options = { folder: 'archive/old' };
    for (const excludes of [['archive'], ['old'], ['archive/old'], ['archive/*']]) {
      expect(shouldInclude('archive/old/a.md', undefined, excludes, options)).toBe(true);
    }
    for (const excludes of [['archive/**'], ['a.md'], ['archive/old/*'], ['sub']]) {
      expect(shouldInclude('archive/old/sub/a.md', undefined, excludes, options)).toBe(false);
    }
  });

  it('take away from the includes what a leading ! matches, in any order', () => {
    for (const includes of [
      ['*.md', '!draft*'],
      ['!draft*', '*.md'],
    ]) {
      expect(shouldInclude('a.md', includes)).toBe(true);
      expect(shouldInclude('x/draft 1.md', includes)).toBe(false);
      expect(shouldInclude('a.txt', includes)).toBe(false);
    }
    expect(shouldInclude('a.txt', ['!*.md'])).toBe(true);
    expect(shouldInclude('a.md', ['!*.md'])).toBe(false);
    expect(shouldInclude('Daily', ['!(Daily)'])).toBe(false);
    expect(shouldInclude('a', ['!(Daily)', 'x'])).toBe(true);
  });

  it('let back in what an exclude with a leading ! matches, in any order', () => {
    for (const excludes of [
      ['archive', '!archive/keep/**'],
      ['!archive/keep/**', 'archive/**'],
    ]) {
      expect(shouldInclude('archive/a.md', undefined, excludes)).toBe(false);
      expect(shouldInclude('archive/keep/a.md', undefined, excludes)).toBe(true);
    }
    expect(shouldInclude('a.md', undefined, ['!*.md'])).toBe(true);
    expect(shouldInclude('archive/keep/a.md', ['*.txt'], ['archive', '!keep'])).toBe(false);
  });
});

describe('a folder rule', () => {
  it.each([
    ['Secret', ['Secret', 'Secret/a.md', 'Secret/x/y.md', 'x/Secret/a'], ['Secret.md', 'Secrets/a', 'x']],
    ['Secret/', ['Secret', 'Secret/a.md'], ['Secret.md']],
    ['/Secret', ['Secret', 'Secret/a.md'], ['x/Secret/a']],
    ['Secret/**', ['Secret', 'Secret/a.md', 'Secret/x/y.md'], ['x/Secret/a', 'Secrets', 'Secret.md', '']],
    ['a/*/c', ['a/b/c', 'a/b/c/d.md'], ['a', 'a/b', 'a/b/x']],
    ['**/private/**', ['private', 'private/a', 'x/private', 'x/private/y/z.md'], ['x', 'privates/a']],
    ['{a,b/c}/**', ['a', 'a/x', 'b/c', 'b/c/x'], ['b', 'c/x', 'b/d']],
    ['*.secret.md', ['x/a.secret.md'], ['a.md']],
    ['Secret/*.md', ['Secret/a.md'], ['Secret', 'Secret/x/a.md', 'Secret/a.txt']],
    ['**', ['', 'a', 'a/b'], []],
  ])('%j covers what it matches with all that is in it', (rule, covered, others) => {
    expect(covered.filter(path => !coversPath([rule], path))).toEqual([]);
    expect(others.filter(path => coversPath([rule], path))).toEqual([]);
  });

  it('covers whatever the letter case and Unicode form of the path', () => {
    const covers = compileCover(['Gehe\u0301im/**'], { caseInsensitive: true });
    expect(covers('GEH\u00c9IM/a.md')).toBe(true);
    expect(covers('gehe\u0301im')).toBe(true);
    expect(coversPath(['Gehe\u0301im/**'], 'Geh\u00e9im/a.md')).toBe(true);
  });

  it('with a leading ! takes out, and no rule covers nothing', () => {
    const covers = compileCover(['Work/**', '!Work/open']);
    expect(['Work', 'Work/a.md', 'Work/open', 'Work/open/a.md'].map(covers)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(coversPath([], 'a')).toBe(false);
    expect(coversPath(['!a'], 'b')).toBe(false);
  });
});

describe('the limits of globs', () => {
  const failure = (run: () => unknown): ToolFailure => {
    try {
      run();
    } catch (error) {
      if (error instanceof ToolFailure) return error;
      throw error;
    }
    throw new Error('nothing was refused');
  };

  it('refuse more than 64 patterns, saying of which argument', () => {
    expect(
      GlobUtils.shouldInclude(
        'a',
        Array.from({ length: 64 }, () => 'a'),
      ),
    ).toBe(true);
    const refused = failure(() =>
      GlobUtils.shouldInclude(
        'a',
        undefined,
        Array.from({ length: 65 }, () => 'b'),
      ),
    );
    expect(refused.code).toBe('invalid_query');
    expect(refused.message).toBe('`excludes` has 65 patterns; at most 64 are allowed.');
  });

  it('refuse a pattern of more than 512 characters, saying which', () => {
    expect(GlobUtils.matches('a'.repeat(512), 'a'.repeat(512))).toBe(true);
    const refused = failure(() => GlobUtils.compile(['a', '*'.repeat(513)], []));
    expect(refused.code).toBe('invalid_query');
    expect(refused.message).toBe('Pattern 2 of `includes` has 513 characters; at most 512 are allowed.');
    expect(failure(() => GlobUtils.matches('a', '('.repeat(30_000))).code).toBe('invalid_query');
    expect(failure(() => compileCover(['x'.repeat(600)], { argument: 'deny' })).message).toMatch('`deny`');
  });

  it('refuse more than 1,000 alternatives in braces, counted as bash would expand them', () => {
    const ten = '{0,1,2,3,4,5,6,7,8,9}';
    expect(GlobUtils.matches('742', ten.repeat(3))).toBe(true);
    expect(GlobUtils.matches('b5', `{a,b${ten}}`)).toBe(true);
    const refused = failure(() => GlobUtils.matches('7421', ten.repeat(4)));
    expect(refused.message).toBe('Pattern 1 of `pattern` stands for more than 1000 alternatives in braces.');
    expect(failure(() => GlobUtils.matches('a', '{a,b}'.repeat(20))).code).toBe('invalid_query');
    expect(failure(() => GlobUtils.matches('a', `@(${ten}${ten}|${ten}${ten})`)).code).toBe('invalid_query');
  });
});
