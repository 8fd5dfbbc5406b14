import fc from 'fast-check';
import { editTags, renameTag, type TagEdit } from '../../../../src/markdown/edits/tags/tag-edit';
import { scanStructure } from '../../../../src/markdown/structure/scan-structure';
import { refusalOf } from '../../targets/support';
import { allTags, frontmatterTags, isTag } from '../../../../src/markdown/tags';

describe('tags that are rewritten', () => {
  function edit(text: string, wanted: Partial<TagEdit>): string {
    return editTags(text, scanStructure(text), { location: 'both', ...wanted }).text;
  }
  const without = (text: string, ...remove: string[]): string => edit(text, { remove });
  const rename = (text: string, from: string, to: string): string =>
    renameTag(text, scanStructure(text), from, to);

  test('no tag is added to a map, which stays', () => {
    const text = '---\ntags:\n  project: x\n---\n';
    expect(refusalOf(() => edit(text, { add: ['c'], location: 'frontmatter' })).code).toBe(
      'invalid_frontmatter',
    );
    expect(without(text, 'project')).toBe(text);
  });

  it.each([
    ['---\ntags:\n  - b c\n  - a\n---\n', 'b c', '---\ntags:\n  - a\n---\n'],
    ['---\ntags: [a, "#B C"]\n---\n', 'b c', '---\ntags: [a]\n---\n'],
    ['---\ntags: ["12"]\nk: 1\n---\n', '#12', '---\nk: 1\n---\n'],
    ['---\ntags: [a, b c]\n---\n', 'c', '---\ntags: [a, b c]\n---\n'],
  ])('of %j a text that is no tag can be taken out: %s', (text, tag, expected) => {
    expect(without(text, tag)).toBe(expected);
  });

  describe('a tag taken out of the text', () => {
    it.each([
      ['a #t b', 'a b'],
      ['a #t', 'a'],
      ['#t b', 'b'],
      ['#t', ''],
      ['a #t, b', 'a, b'],
      ['a  #t  b', 'a   b'],
      ['a\n#t\nb', 'a\n\nb'],
      ['a #T b #t c', 'a b c'],
      ['a #t #t b', 'a b'],
      ['a #t #t', 'a'],
      ['#t #t b', 'b'],
      ['#x #t #y', '#x #y'],
      ['#t#x', '#x'],
      ['- #t item', '- item'],
      ['- item #t', '- item'],
      ['- [ ] #t item', '- [ ] item'],
      ['- #t', '- '],
      ['a\n- #t\n', 'a\n- \n'],
      ['> #t b', '> b'],
      ['# #t b', '# b'],
      ['1. #t b', '1. b'],
      ['a **#t** b', 'a b'],
      ['a #t\r\nb', 'a\r\nb'],
      ['%% #t x %%', '%% x %%'],
      ['a #t/x b', 'a #t/x b'],
      ['a #tt b', 'a #tt b'],
      [
        '`#t` $#t$ <b a="#t"> x#t https://e.org/#t \\#t [[A#t]]',
        '`#t` $#t$ <b a="#t"> x#t https://e.org/#t \\#t [[A#t]]',
      ],
      ['```\n#t\n```\n    #t\n', '```\n#t\n```\n    #t\n'],
      ['<!-- #t -->', '<!-- #t -->'],
    ])('of %p leaves %p', (text, expected) => {
      expect(without(text, 't')).toBe(expected);
      expect(without(text, '#T')).toBe(expected);
    });
  });

  describe('a tag taken out of the frontmatter', () => {
    it.each([
      ['---\ntags: [a, t, b]\n---\n', '---\ntags: [a, b]\n---\n'],
      ['---\ntags:\n  - a # one\n  - "#T" # two\nx: 1\n---\n', '---\ntags:\n  - a # one\nx: 1\n---\n'],
      ['---\ntags: t\nx: 1\n---\n', '---\nx: 1\n---\n'],
      ['---\ntags: [t]\n---\nbody', 'body'],
      ['---\ntags: t, a\n---\n', '---\ntags:\n  - a\n---\n'],
      ['---\ntag: t\nTags: t\n---\n', '---\ntag: t\n---\n'],
      ['---\ntags: [t/x, {t: 1}, 42, t]\n---\n', '---\ntags: [t/x, {t: 1}, 42]\n---\n'],
      ['---\ntags: [t\n---\n', '---\ntags: [t\n---\n'],
      ['---\r\ntags:\r\n- t\r\n- a\r\n---\r\n', '---\r\ntags:\r\n- a\r\n---\r\n'],
    ])('of %p leaves %p', (text, expected) => {
      expect(without(text, 't')).toBe(expected);
    });

    it('and out of the text together, or of one of them', () => {
      const text = '---\ntags: [t, a]\n---\nx #t\n';
      expect(without(text, 't')).toBe('---\ntags: [a]\n---\nx\n');
      expect(edit(text, { remove: ['t'], location: 'inline' })).toBe('---\ntags: [t, a]\n---\nx\n');
      expect(edit(text, { remove: ['t'], location: 'frontmatter' })).toBe('---\ntags: [a]\n---\nx #t\n');
    });
  });

  describe('a tag in place of the only one', () => {
    it.each([
      ['---\ntags: [t]\nx: 1\n---\n', '---\ntags: [n]\nx: 1\n---\n'],
      ['---\nTags: [ "#t" ] # c\nx: 1\n---\n#t\n', '---\nTags: [n] # c\nx: 1\n---\n\n'],
      ['---\r\ntags:\r\n- t\r\nx: 1\r\n---\r\n', '---\r\ntags:\r\n- n\r\nx: 1\r\n---\r\n'],
      ['---\ntags: t\nx: 1\n---\n', '---\ntags: n\nx: 1\n---\n'],
      ['---\ntags: t, T\nx: 1\n---\n', '---\ntags:\n  - n\nx: 1\n---\n'],
    ])('of %p makes %p', (text, expected) => {
      expect(edit(text, { remove: ['t'], add: ['n'] })).toBe(expected);
    });
  });

  describe('a tag added', () => {
    it.each([
      ['x\n', '---\ntags:\n  - t\n---\nx\n'],
      ['---\ntags: [a]\n---\n', '---\ntags: [a, t]\n---\n'],
      ['---\ntags: a\n---\n', '---\ntags:\n  - a\n  - t\n---\n'],
      ['---\ntags: ["#T"]\n---\n', '---\ntags: ["#T"]\n---\n'],
      ['---\ntags: t\n---\n', '---\ntags: t\n---\n'],
      ['---\ntags: a, T # c\n---\n', '---\ntags: # c\n  - a\n  - T\n---\n'],
      ['---\ntags:\n---\nx', '---\ntags:\n  - t\n---\nx'],
      ['x #t\n', '---\ntags:\n  - t\n---\nx #t\n'],
    ])('to the frontmatter of %p gives %p', (text, expected) => {
      expect(edit(text, { add: ['#t', 't'] })).toBe(expected);
      expect(edit(text, { add: ['t'], location: 'frontmatter' })).toBe(expected);
    });

    it.each([
      ['x\n', 'x\n\n#t #u\n'],
      ['x', 'x\n\n#t #u'],
      ['x\r\n\r\n', 'x\r\n\r\n#t #u\r\n\r\n'],
      ['', '#t #u'],
      ['---\na: 1\n---\n', '---\na: 1\n---\n#t #u\n'],
      ['x\n\n#a #b\n', 'x\n\n#a #b #t #u\n'],
      ['x #T\n', 'x #T\n\n#u\n'],
      ['x #t #u\n', 'x #t #u\n'],
      ['- a\n', '- a\n\n#t #u\n'],
      ['| a |\n| - |', '| a |\n| - |\n\n#t #u'],
    ])('to the end of %p gives %p', (text, expected) => {
      expect(edit(text, { add: ['t', '#u'], location: 'inline' })).toBe(expected);
    });

    it('is refused where it would be none', () => {
      const refused = (text: string, wanted: Partial<TagEdit>): string =>
        refusalOf(() => edit(text, wanted)).code;
      for (const tag of ['', '#', '##a', 'a b', 'a/', '/a', 'a//b', '1984', 'a#b', '\ud800a', 'a,b']) {
        expect([tag, refused('x', { add: [tag] })]).toEqual([tag, 'invalid_argument']);
      }
      expect(refused('x', { add: ['a'], remove: ['#A'] })).toBe('invalid_argument');
      expect(refused('```\nx', { add: ['a'], location: 'inline' })).toBe('invalid_argument');
      expect(refused('---\n: [\n---\n', { add: ['a'] })).toBe('invalid_frontmatter');
      expect(edit('x', { add: ['日本', '🗓️', 'y'.repeat(1_000)], location: 'inline' })).toContain(
        '#日本 #🗓️ #y',
      );
    });
  });

  describe('a renamed tag', () => {
    it.each([
      ['a #old b #OLD/x c #older d #x/old', 'a #new b #new/x c #older d #x/old'],
      ['`#old` #old', '`#old` #new'],
      ['#old #new', '#new #new'],
      ['---\ntags: [old, a, Old/x, "#old"]\n---\n#old', '---\ntags: [new, a, new/x]\n---\n#new'],
      ['---\ntags: [old, new]\n---\n', '---\ntags: [new]\n---\n'],
      ['---\ntags: [New, a, a, old]\n---\n', '---\ntags: [New, a, a]\n---\n'],
      ['---\ntags: old # why\n---\n', '---\ntags: new # why\n---\n'],
      ['---\ntags:\n  - "#old"\n  - b\n---\n', '---\ntags:\n  - "#new"\n  - b\n---\n'],
      ['---\ntags: old, b\nx: old\n---\n', '---\ntags: old, b\nx: old\n---\n'],
      ['x\r\n#old\r\n', 'x\r\n#new\r\n'],
    ])('makes %p %p', (text, expected) => {
      expect(rename(text, 'old', '#new')).toBe(expected);
    });

    it.each([
      ["  - 'work/q' # c\n  - x # two\n", "  - 'job/q' # c\n  - x # two\n"],
      ['- work # c\n- "#work/q" # d\n', '- job # c\n- "#job/q" # d\n'],
      ["  - work\t# a\n  # b\n  -   'work/q'\n", "  - job\t# a\n  # b\n  -   'job/q'\n"],
      ['  - work # a\n  - x # b\n  - job # c\n', '  - x # b\n  - job # c\n'],
      ['  - &w work # a\n  - !!str work/q\n', '  - &w job # a\n  - !!str job/q\n'],
    ])('keeps the quotes and comments of the list %j', (list, expected) => {
      const note = (tags: string): string => `---\ntags: # all\n${tags}x: 'y' # z\n---\n`;
      expect(rename(note(list), 'work', 'job')).toBe(note(expected));
      expect(rename(note(list).replaceAll('\n', '\r\n'), 'work', 'job')).toBe(
        note(expected).replaceAll('\n', '\r\n'),
      );
    });

    it.each([
      ['[\'work\', "work/q", x] # c', '[\'job\', "job/q", x] # c'],
      ["[ work ,\n  'x', # a\n  #b\n  work/q ]", "[ job ,\n  'x', # a\n  #b\n  job/q ]"],
      ["'work' # c", "'job' # c"],
      ['"#work/q"', '"#job/q"'],
    ])('keeps the quotes and comments of %j', (value, expected) => {
      const note = (tags: string): string => `---\nTags: ${tags}\n---\n`;
      expect(rename(note(value), 'work', 'job')).toBe(note(expected));
    });

    it('gets quotes where its new name would be no text without them, and no other property changes', () => {
      expect(rename('---\ntags:\n  - work # c\n---\n', 'work', 'true')).toContain('"true"');
      const shared = '---\ntags: [&w work]\nother: *w\n---\n';
      expect(refusalOf(() => rename(shared, 'work', 'job')).code).toBe('invalid_frontmatter');
    });

    it('may be nested, change its case or its Unicode form', () => {
      expect(rename('#a/b/c #a/bb', 'a/b', 'x')).toBe('#x/c #a/bb');
      expect(rename('#Tag #tag', 'tag', 'TAG')).toBe('#TAG #TAG');
      expect(rename('#cafe\u0301/x', 'café', 'tea')).toBe('#tea/x');
      expect(rename('#a $& b', 'a', 'b')).toBe('#b $& b');
    });

    it('needs valid tags as its old and its new name', () => {
      expect(refusalOf(() => rename('x', 'a b', 'c')).code).toBe('invalid_argument');
      expect(refusalOf(() => rename('x', 'a', '1')).code).toBe('invalid_argument');
    });
  });

  describe('tags in any text', () => {
    const piece = fc.constantFrom(
      '#t',
      '#t/x',
      '#u',
      ' ',
      '\n',
      'a',
      '`',
      '- ',
      '```\n',
      '**',
      ',',
      '\t',
      '> ',
      '# ',
      '%%',
    );
    const note = fc.array(piece, { maxLength: 20 }).map(pieces => pieces.join(''));

    it('are removed, and nothing else but spaces', () => {
      fc.assert(
        fc.property(note, text => {
          const { tags } = scanStructure(text);
          const kept = (from: string): string => from.replace(/[ \t*]+/gu, '');
          let rest = '';
          let at = 0;
          for (const { start, end } of tags) {
            rest += text.slice(at, start) + (text.slice(start, end) === '#t' ? '' : text.slice(start, end));
            at = end;
          }
          expect(kept(without(text, 't'))).toBe(kept(rest + text.slice(at)));
        }),
        { seed: 20_261_121, numRuns: 1_000 },
      );
    });

    it('are renamed there and back', () => {
      fc.assert(
        fc.property(note, text => {
          expect(rename(rename(text, 't', 'new'), 'new', 't')).toBe(text);
        }),
        { seed: 20_261_121, numRuns: 500 },
      );
    });
  });

  /** Seconds; ten times what it takes. To look for the start of the line at each tag took 30 seconds. */
  const maxProcessorTime = 3;

  test('tags are taken out of one line of many thousands in linear time', () => {
    const count = 80_000;
    const text = `${'#keep #gone '.repeat(count)}\n`;
    const structure = scanStructure(text);
    const before = process.cpuUsage();
    const result = editTags(text, structure, { remove: ['gone'], location: 'inline' });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(maxProcessorTime);
    expect(result.text).toBe(`${'#keep '.repeat(count)}\n`);
  });

  test.each([
    ['text #a #A\n', { add: ['b'], location: 'both' }, ['#a', '#A']],
    ['text #a #b\n', { remove: ['a'], location: 'both' }, ['#b']],
    ['text #a\n', { add: ['b'], location: 'inline' }, ['#a', '#b']],
    ['text #a\n', { add: ['a'], location: 'inline' }, ['#a']],
    // What was text does not become properties.
    ['---\ntags: a\n---\n---\n#b\n---\n#c\n', { remove: ['a'], location: 'both' }, ['#b', '#c']],
  ] as const)('the tags in the text of %j after the edit %j are returned', (text, edit, tags) => {
    const result = editTags(text, scanStructure(text), edit);
    expect([...result.inlineTags]).toEqual(tags);
    expect(result.inlineTags).toEqual(
      new Set(scanStructure(result.text).tags.map(({ start, end }) => result.text.slice(start, end))),
    );
  });

  describe('tags beside a property of another spelling', () => {
    it.each([
      ['---\nTags: [home]\ntags: [one]\nt: 1\n---\nb\n', '---\nTags: [home]\nt: 1\n---\nb\n'],
      ["---\ntags: '#one'\nTags: two\n---\nb\n", '---\nTags: two\n---\nb\n'],
    ])('are taken out of %j alone', (before, after) => {
      expect(without(before, 'one')).toBe(after);
    });
  });
});

describe('tags that are read', () => {
  describe('tags of the frontmatter', () => {
    test.each([
      ['a list', { tags: ['a', '#b', 'c/d'] }, ['#a', '#b', '#c/d']],
      ['a string is one tag', { tags: 'a' }, ['#a']],
      ['a string with a comma or a space is none', { tags: 'a, b' }, []],
      ['an empty list', { tags: [] }, []],
      ['no value', { tags: null }, null],
      ['no key', { tag: 'a', TAG: ['b'] }, null],
      ['no frontmatter', undefined, null],
      ['what cannot be a tag', { tags: ['a b', 2024, '', '1a', null, { b: 1 }, true] }, ['#1a', '#true']],
    ])('%s', (_name, frontmatter, expected) => expect(frontmatterTags(frontmatter)).toEqual(expected));
  });

  test('all tags are those of the frontmatter, then those of the text, as often as they are written', () => {
    const metadata = { frontmatter: { tags: ['a', 'b'] }, tags: [{ tag: '#b' }, { tag: '#b' }] };
    expect(allTags(metadata)).toEqual(['#a', '#b', '#b', '#b']);
    expect(allTags({})).toEqual([]);
  });

  test.each([
    ['#a', true],
    ['#a/b-c_1', true],
    ['#1', false],
    ['a', false],
    ['#a b', false],
    ['#', false],
  ])('%j as a tag: %s', (tag, expected) => expect(isTag(tag)).toBe(expected));
});
