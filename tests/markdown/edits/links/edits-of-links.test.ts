import fc from 'fast-check';
import { redirectCanvas } from '../../../../src/markdown/edits/links/canvas-links';
import { redirectBase } from '../../../../src/markdown/edits/links/base-links';
import { redirectedLinks } from '../../../../src/markdown/edits/links/note-links';
import type {
  Redirect,
  RedirectableLink,
  RedirectedText,
} from '../../../../src/markdown/edits/links/redirection';
import type { NoteStructure } from '../../../../src/markdown/structure/note-structure';
import { scanStructure } from '../../../../src/markdown/structure/scan-structure';
import { linkPlaces } from '../../../../src/markdown/edits/links/link-places';
import { readFrontmatter } from '../../../../src/markdown/frontmatter/frontmatter';
import { cachedMetadata } from '../../../../pkg/headless/obsidian/metadata/records/cached-metadata';

describe('in canvases', () => {
  function redirected(json: string, wanted = 'New "x".md'): string {
    return redirectCanvas(json, ({ path }) =>
      path === 'Old' || path === 'f/Old.md' ? { path: wanted } : undefined,
    ).text;
  }

  describe('a canvas', () => {
    it('has its files and the links in its texts changed, and no other byte', () => {
      const json = `{
\t"edges": [ {"id":"f/Old.md", "label": "[[Old]]"} ],
\t"nodes":[
\t\t{"id":"1","type":"file","file":"f\\/Old.md","subpath":"#h","x":-1.50},
\t\t{"type":"text", "text" : "a \\u005b[Old|b]] \\"q\\"\\n\`[[Old]]\` [c](Old)", "n": [1, {"file": "f/Old.md"}]},
\t\t{"type":"link","url":"f/Old.md","file":"f/Old.md"},
\t\t{"file":"f/Old.md","type":"text"}, 7, "f/Old.md", null, [], {}
\t], "x": true }\n`;
      const expected = json
        .replace('"file":"f\\/Old.md"', () => '"file":"New \\"x\\".md"')
        .replace('\\u005b[Old|b]]', () => '\\u005b[New \\"x\\".md|b]]')
        .replace('[c](Old)', () => '[c](New%20\\"x\\".md)');
      expect(redirected(json)).toBe(expected);
      expect(redirectCanvas(json, () => ({ path: 'z' }))).toMatchObject({
        links: 3,
        refused: 0,
      });
    });

    it('has the subpath of a card redirected, whether the card has one or not', () => {
      const json =
        '{"nodes":[{"subpath" : "#A \\u0042","type":"file","file":"f.md"},{"type":"file","file":"f.md","x":1}]}';
      const seen: string[] = [];
      const { text, links } = redirectCanvas(json, ({ path, subpath }) => {
        seen.push(`${path}${subpath}`);
        return { path: 'g.md', subpath: '#"C"' };
      });
      expect(seen).toEqual(['f.md#A B', 'f.md']);
      expect(links).toBe(2);
      expect(text).toBe(
        '{"nodes":[{"subpath" : "#\\"C\\"","type":"file","file":"g.md"},{"type":"file","file":"g.md","subpath":"#\\"C\\"","x":1}]}',
      );
    });

    it('distinguishes files from links in texts', () => {
      const forms: string[] = [];
      redirectCanvas(
        '\uFEFF{"nodes":[{"type":"file","file":"a.md"},{"type":"text","text":"![[b]]"}]}',
        link => {
          forms.push(`${link.form} ${link.path}`);
          return undefined;
        },
      );
      expect(forms).toEqual(['canvas a.md', 'wiki b']);
    });

    it.each([
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"nodes": 7}',
      '{"nodes": {"type":"file","file":"f/Old.md"}}',
      '{"nodes":[{"type":"file"}]}',
      '{"nodes":[{"type":"file","file":{"a":"f/Old.md"}}]}',
      `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    ])('that is invalid is not changed: %#', json => {
      expect(redirected(json)).toBe(json);
    });

    it('with a duplicate member uses the last one', () => {
      const json = '{"nodes":[{"type":"file","file":"f/Old.md","file":"a"}]}';
      expect(redirected(json)).toBe(json);
    });

    it('parses as the same canvas except for the change', () => {
      const text = fc.constantFrom('f/Old.md', 'Old', '[[Old]]', 'é"\\\n[[Old|x]]', '\u2028[[Old]] 👩‍🚀', '');
      const node = fc.record({
        type: fc.constantFrom('file', 'text', 'group'),
        file: text,
        text,
        x: fc.integer(),
      });
      fc.assert(
        fc.property(fc.array(node), fc.json(), fc.constantFrom(undefined, 2), (nodes, other, indent) => {
          const parsed: unknown = JSON.parse(other);
          const canvas = { other: parsed, nodes };
          const json = JSON.stringify(canvas, null, indent);
          const changed = (value: string): string => value.replaceAll('[[Old', () => '[[N');
          const wanted = nodes.map(one => {
            if (one.type === 'file' && one.file.endsWith('Old.md')) return { ...one, file: 'N' };
            if (one.type === 'file' && one.file === 'Old') return { ...one, file: 'N' };
            return one.type === 'text' ? { ...one, text: changed(one.text) } : one;
          });
          const read: unknown = JSON.parse(redirected(json, 'N'));
          expect(read).toEqual({ other: parsed, nodes: wanted });
        }),
        { seed: 20_261_121, numRuns: 300 },
      );
    });
  });
});

describe('in bases', () => {
  function redirected(yaml: string, wanted = 'New note'): string {
    return redirectBase(yaml, ({ path }) => (path === 'Old' ? { path: wanted } : undefined)).text;
  }

  describe('the links of a base', () => {
    it('are redirected in wikilinks and in functions that take one, and no other byte changes', () => {
      const base = `filters:
  and:
    - file.hasLink("Old")   # as "Old" was
    - 'file.linksTo("Old")'
    - author == link( 'Old' )
views:
  - type: table
    name: Old
    note: "[[Old#h|o]]"\r
    x: Old("Old")
`;
      expect(redirected(base)).toBe(
        base
          .replace('hasLink("Old")', 'hasLink("New note")')
          .replace('linksTo("Old")', 'linksTo("New note")')
          .replace("link( 'Old' )", "link( 'New note' )")
          .replace('[[Old#h|o]]', '[[New note#h|o]]'),
      );
    });

    it.each(['a "b"', 'a: b', 'a #b', 'a\\b'])(
      'are not redirected where YAML could not contain %j',
      wanted => {
        const base = `a: file.hasLink("Old")\n`;
        expect(redirected(base, wanted)).toBe(base);
        const { refused } = redirectBase(base, () => ({ path: wanted }));
        expect(refused).toBe(1);
      },
    );

    it.each([
      [`a: link("Old")`, `a: link("Tom O'Neill, B")`],
      [`a: 'link("Old") && b == "it''s"'`, `a: 'link("Tom O''Neill, B") && b == "it''s"'`],
      [`a: "link(\\"Old\\") != \\"a\\\\\\\\b\\""`, `a: "link(\\"Tom O'Neill, B\\") != \\"a\\\\\\\\b\\""`],
      [
        `{"filters":{"and":["file.hasLink(\\"Old\\")"]}}`,
        `{"filters":{"and":["file.hasLink(\\"Tom O'Neill, B\\")"]}}`,
      ],
      [`a: |\n  link("Old") ||\n  x == '[[Z]]'\n`, `a: |\n  link("Tom O'Neill, B") ||\n  x == '[[Z]]'\n`],
      [`a: >-\n  link("Old") ||\n  x\n`, `a: >-\n  link("Tom O'Neill, B") ||\n  x\n`],
      [`a: x == "[[Old]]"`, `a: x == "[[Tom O'Neill, B]]"`],
      [`a: x == link("[[Old|o]]")`, `a: x == link("[[Tom O'Neill, B|o]]")`],
      [`a: image("Old")`, `a: image("Tom O'Neill, B")`],
    ])('get a name with an apostrophe and are found again in %s', (base, wanted) => {
      const there = redirectBase(base, ({ path }) =>
        path === 'Old' ? { path: `Tom O'Neill, B` } : undefined,
      );
      expect(there).toEqual({ text: wanted, links: 1, refused: 0 });
      const back = redirectBase(wanted, ({ path }) =>
        path === `Tom O'Neill, B` ? { path: 'Old' } : undefined,
      );
      expect(back).toEqual({ text: base, links: 1, refused: 0 });
    });

    it.each([
      `a: link('Old')\n`,
      `a: x == '[[Old]]'\n`,
      `[link("Old")]\n`,
      `a: "link(\\"\\x4fld\\")"\n`,
      `a: "link('Old') && b\n  == link(\\"Old\n  \\")"\n`,
      `a: [\nlink("Old")`,
    ])('are counted as refused where the new name has no safe place in %j', base => {
      const { text, refused } = redirectBase(base, ({ path }) =>
        path === 'Old' ? { path: `Tom O'Neill, B` } : undefined,
      );
      expect(text).toBe(base);
      expect(refused).toBeGreaterThan(0);
    });

    it('are found by the names that their texts stand for, but not in addresses', () => {
      const base = `a: link("A \\"B\\"") && link('It\\'s')\nb: image("https://example.com/Old")\n`;
      expect(linkPlaces(base, 'base').map(({ path }) => path)).toEqual(['A "B"', `It's`]);
    });

    it('are redirected also in YAML that does not parse', () => {
      expect(redirected('a: [\nfile.hasLink("Old")')).toBe('a: [\nfile.hasLink("New note")');
    });
  });
});

describe('links that are rewritten', () => {
  function redirectLinks(text: string, structure: NoteStructure, redirect: Redirect): RedirectedText {
    return redirectedLinks(text, structure, redirect).applyTo(text);
  }

  /** Points every link to `Old`, with any folder and ending, to `wanted`. */
  function redirected(text: string, wanted: string): string {
    const isOld = ({ path }: RedirectableLink): boolean => /(^|\/)Old( x)?(\.md)?$/u.test(path);
    return redirectLinks(text, scanStructure(text), link => (isOld(link) ? { path: wanted } : undefined))
      .text;
  }

  /** What a redirection is asked about, without its place. */
  function asked(text: string): RedirectableLink[] {
    const links: RedirectableLink[] = [];
    redirectLinks(text, scanStructure(text), found => {
      const { at, ...link } = found;
      expect(at).toBeGreaterThanOrEqual(0);
      links.push(link);
      return undefined;
    });
    return links;
  }

  describe('a redirected link', () => {
    it.each([
      ['[[Old]]', '[[New]]'],
      ['a [[Old]] b ![[Old]] c', 'a [[New]] b ![[New]] c'],
      ['[[Old|shown]]', '[[New|shown]]'],
      ['[[Old#Head|shown]] [[Old#^id]]', '[[New#Head|shown]] [[New#^id]]'],
      ['[[ Old ]]', '[[ New ]]'],
      ['[[f/Old.md]]', '[[New]]'],
      ['[[Other]] [[Old]]', '[[Other]] [[New]]'],
      ['| [[Old\\|a]] |\n| - |\n| ![[Old\\|100]] |', '| [[New\\|a]] |\n| - |\n| ![[New\\|100]] |'],
      ['[a](Old.md)', '[a](New)'],
      ['[a](Old.md "title") ![b](f/Old.md \'t\')', '[a](New "title") ![b](New \'t\')'],
      ['[a](Old.md#Head%20two)', '[a](New#Head%20two)'],
      ['[a](Old%20x.md)', '[a](New)'],
      ['[a](<Old x.md>)', '[a](<New>)'],
      ['> [[Old]]\n> - [[Old]]\n', '> [[New]]\n> - [[New]]\n'],
      ['# [[Old]]', '# [[New]]'],
      ['%% [[Old]] %%', '%% [[New]] %%'],
      ['a\r\n[[Old]]\r\n', 'a\r\n[[New]]\r\n'],
      ['\uFEFF[[Old]]', '\uFEFF[[New]]'],
      [
        '`[[Old]]` ```[[Old]]```\n```\n[[Old]]\n```\n    [[Old]]',
        '`[[Old]]` ```[[Old]]```\n```\n[[Old]]\n```\n    [[Old]]',
      ],
      ['\\[[Old]]? $[[Old]]$ <!-- [[Old]] -->', '\\[[Old]]? $[[Old]]$ <!-- [[Old]] -->'],
      ['[a](https://e.org/Old.md)', '[a](https://e.org/Old.md)'],
      ['Old [[#Old]] [[Older]]', 'Old [[#Old]] [[Older]]'],
    ])('makes %p %p', (text, expected) => {
      expect(redirected(text, 'New')).toBe(expected);
    });

    it.each([
      ['[a](Old.md)', 'New note.md', '[a](New%20note.md)'],
      ['[a](<Old.md>)', 'New note.md', '[a](<New note.md>)'],
      ['[a](<Old%20x.md>)', 'New note.md', '[a](<New%20note.md>)'],
      ['[a](Old.md)', 'né w.md', '[a](né%20w.md)'],
      ['[a](%E5%A5%A5/Old.md)', 'né w.md', '[a](n%C3%A9%20w.md)'],
      ['[a](Old.md)', 'a (b).md', '[a](a%20(b).md)'],
      ['[a](Old.md)', 'a (b.md', '[a](a%20%28b.md)'],
      ['[a](Old.md)', 'c 100%.md', '[a](c%20100%25.md)'],
      ['[a](Old.md)', '$&.md', '[a](%24&.md)'],
      ['$5 [a](Old.md)', 'a$b.md', '$5 [a](a%24b.md)'],
      ['[[Old]]', "$& $1 'q' “x”", "[[$& $1 'q' “x”]]"],
    ])('in %p to %p is %p', (text, wanted, expected) => {
      expect(redirected(text, wanted)).toBe(expected);
    });

    it.each([
      ['a: "[[Old]]"', 'a: "[[New]]"'],
      ["a: '[[Old#h|b]]' # c", "a: '[[New#h|b]]' # c"],
      ['a:\n  - "[[Old]]"\n  - x\n  - "[[Old|y]]"', 'a:\n  - "[[New]]"\n  - x\n  - "[[New|y]]"'],
      ['a: ["[[Old]]", {k: "[[Old]]"}]', 'a: ["[[New]]", {k: "[[New]]"}]'],
      ['a: &x "[[Old]]"\nb: *x', 'a: &x "[[New]]"\nb: *x'],
      ['a: |-\n  [[Old]]', 'a: |-\n  [[New]]'],
      ['a: "[[\\u004fld|x]]"', 'a: "[[New|x]]"'],
      [
        'a: [[Old]]\nb: "see [[Old]]"\n"[[Old]]": c\n# [[Old]]',
        'a: [[Old]]\nb: "see [[Old]]"\n"[[Old]]": c\n# [[Old]]',
      ],
      ['a: "[[Old]]', 'a: "[[Old]]'],
    ])('in frontmatter makes %p %p', (yaml, expected) => {
      expect(redirected(`---\n${yaml}\n---\n[[Old]]`, 'New')).toBe(`---\n${expected}\n---\n[[New]]`);
      expect(redirected(`---\r\n${yaml}\r\n---\r\n`, 'New')).toBe(`---\r\n${expected}\r\n---\r\n`);
    });

    it('in frontmatter is escaped for its quotes', () => {
      expect(redirected(`---\na: '[[Old|it''s]]'\nb: "[[Old]]"\n---\n`, `it's "so"`)).toBe(
        `---\na: '[[it''s "so"|it''s]]'\nb: "[[it's \\"so\\"]]"\n---\n`,
      );
    });

    it('that could not contain the new path is kept and counted', () => {
      const text = '---\na: "[[Old]]"\n---\n[[Old]] [a](Old)';
      // The app decodes a Markdown link before it looks for a subpath, so none can hold a `#`.
      for (const [path, updated] of [
        ['a#b', 0],
        ['a|b', 1],
        ['a]]b', 1],
        ['a]', 1],
        ['[a] b', 1],
      ] as const) {
        const result = redirectLinks(text, scanStructure(text), () => ({ path }));
        expect([path, result.links, result.refused]).toEqual([path, updated, 3 - updated]);
      }
    });

    it('is visited with its decoded path and subpath, also within its own note', () => {
      expect(
        asked('---\na: "[[X#h]]"\n---\n[[A b#h|s]] ![c](d%20e.png) [f](<g.md#%20h>) [[#own]] [i](#j)'),
      ).toEqual([
        { path: 'X', subpath: '#h', form: 'frontmatter' },
        { path: 'A b', subpath: '#h', form: 'wiki' },
        { path: 'g.md', subpath: '# h', form: 'markdown' },
        { path: '', subpath: '#own', form: 'wiki' },
        { path: '', subpath: '#j', form: 'markdown' },
        { path: 'd e.png', subpath: '', form: 'markdown' },
      ]);
      expect(asked('[[/]] [a](%)').map(({ path }) => path)).toEqual(['/', '%']);
    });
  });

  describe('the subpath of a link', () => {
    function renamed(text: string): string {
      const redirect = ({ subpath }: RedirectableLink) =>
        subpath === '#A b#c' ? { subpath: '#N (é)#c' } : undefined;
      return redirectLinks(text, scanStructure(text), redirect).text;
    }

    it.each([
      ['[[X#A b#c]] [[#A b#c|s]] ![[X #A b#c|300]]', '[[X#N (é)#c]] [[#N (é)#c|s]] ![[X #N (é)#c|300]]'],
      ['[a](X.md#A%20b#c) [b](<#A b#c> "t")', '[a](X.md#N%20(é)#c) [b](<#N (é)#c> "t")'],
      ['[a](%C3%A9.md#A%20b#c)', '[a](%C3%A9.md#N%20(é)#c)'],
      ['| [[X#A b#c\\|s]] |\n|-|', '| [[X#N (é)#c\\|s]] |\n|-|'],
      [
        '---\na: "[[X#A b#c|s]]"\nb: [[[X#A b#c]]]\n---\n',
        '---\na: "[[X#N (é)#c|s]]"\nb: [[[X#A b#c]]]\n---\n',
      ],
      ['`[[X#A b#c]]` [[X#a b#c]]', '`[[X#A b#c]]` [[X#a b#c]]'],
    ])('changes without another byte: %j', (text, expected) => {
      expect(renamed(text)).toBe(expected);
    });

    it('is kept where a wikilink cannot contain the new one', () => {
      const { text, refused } = redirectLinks(
        '[[X#a]] [s](X.md#a)',
        scanStructure('[[X#a]] [s](X.md#a)'),
        () => ({ subpath: '#b|c' }),
      );
      expect([text, refused]).toEqual(['[[X#a]] [s](X.md#b|c)', 1]);
    });
  });

  describe('the text that a link shows', () => {
    it.each([
      ['see [[Old]]', 'see [[New|Old]]'],
      ['[[Old|s]] ![[Old]] [s](Old.md)', '[[New|s]] ![[New]] [s](New)'],
      ['| a | b |\n|-|-|\n| [[Old]] | |', '| a | b |\n|-|-|\n| [[New\\|Old]] | |'],
      ['> | a | b |\n> |-|-|\n> | [[Old]] | |', '> | a | b |\n> |-|-|\n> | [[New]] | |'],
    ])('is set by the redirect where the link has none: %j', (text, expected) => {
      const redirect = ({ path }: RedirectableLink) =>
        path.startsWith('Old') ? { path: 'New', shown: 'Old' } : undefined;
      expect(redirectLinks(text, scanStructure(text), redirect).text).toBe(expected);
    });
  });

  describe('redirected links in any text', () => {
    const piece = fc.constantFrom(
      '[[Old]]',
      '[a](Old.md)',
      '![[Old#h|s]]',
      '[[',
      ']]',
      '`',
      '\n',
      ' ',
      'x',
      '> ',
      '```\n',
      '|',
      '<',
      '%%',
      '\r\n',
    );
    const name = fc.constantFrom('New', 'N w', 'f/é (1)', '100%', 'a(b');
    const note = fc.array(piece, { maxLength: 16 }).map(pieces => pieces.join(''));

    it('all have the right target, and their number is unchanged', () => {
      fc.assert(
        fc.property(note, name, (text, wanted) => {
          const before = asked(text);
          const after = asked(redirected(text, wanted));
          const isOld = (path: string): boolean => path === 'Old' || path === 'Old.md';
          expect(after).toEqual(before.map(link => (isOld(link.path) ? { ...link, path: wanted } : link)));
        }),
        { seed: 20_261_121, numRuns: 1_000 },
      );
    });

    it('restore the same bytes when they are redirected back', () => {
      fc.assert(
        fc.property(note, text => {
          const structure = scanStructure(text);
          const there = redirectLinks(text, structure, ({ path }) =>
            path.startsWith('Old') ? { path: `Q${path}` } : undefined,
          );
          const back = redirectLinks(there.text, scanStructure(there.text), ({ path }) =>
            path.startsWith('QOld') ? { path: path.slice(1) } : undefined,
          );
          expect(back.text).toBe(text);
          expect(back.links).toBe(there.links);
        }),
        { seed: 20_261_121, numRuns: 500 },
      );
    });
  });
});

describe('their places', () => {
  function placesOf(text: string, extension: string): string[] {
    return linkPlaces(text, extension).map(({ path, subpath, at }) => `${at} ${path}${subpath}`);
  }

  /** The links of a note by its metadata, from which those who only read links take them. */
  function metadataLinks(text: string): string[] {
    const { links = [], embeds = [] } = cachedMetadata(text, scanStructure(text), readFrontmatter(text));
    return [...links, ...embeds]
      .sort((a, b) => a.position.start.offset - b.position.start.offset)
      .map(({ link, position }) => `${position.start.offset} ${bare(link)}`);
  }

  /** Without the space around its path, and a backslash that no table needs. */
  function bare(link: string): string {
    const [path = '', ...names] = link.split('#');
    return [path.trim(), ...names].join('#').replace(/(?<=#.*)\\$/su, () => '');
  }

  describe('the places of a text that name a file', () => {
    it('are, in the text of a note, those that its metadata lists', () => {
      const piece = fc.constantFrom(
        ...['[[A]]', '[[A#h|s]]', '![[p.png]]', '[a](A.md#h)', '![a](p.png)', '[[#own]]', '`', '```\n', '%%'],
        ...['\n', ' ', 'x', '> ', '| ', '|-|\n', '[[', ']]', '\\', '# '],
      );
      const note = fc.array(piece, { maxLength: 16 }).map(pieces => pieces.join(''));
      fc.assert(
        fc.property(note, text => {
          expect(placesOf(text, 'md')).toEqual(metadataLinks(text));
        }),
        { seed: 20_261_122, numRuns: 1_000 },
      );
    });

    it('of a note are in its order, properties first', () => {
      expect(placesOf('---\na: "[[X#h]]"\nb: [ "[[Y]]" ]\n---\n![[Z]] [[W]]', 'md')).toEqual([
        '7 X#h',
        '22 Y',
        '36 Z',
        '43 W',
      ]);
    });

    it('of a canvas are files with their parts, pictures of groups, and links in cards', () => {
      const json = JSON.stringify({
        nodes: [
          { type: 'file', file: 'a.md', subpath: '#h' },
          { type: 'group', background: 'p.png', subpath: '#no' },
          { type: 'text', text: '[[b#^c]] ![x](d%20e.png)' },
          { type: 'link', url: 'https://example.org' },
        ],
      });
      expect(linkPlaces(json, 'canvas')).toEqual([
        { path: 'a.md', subpath: '#h', form: 'canvas', at: 32, card: 'a.md' },
        { path: 'p.png', subpath: '', form: 'canvas', at: 84, card: 'p.png' },
        expect.objectContaining({
          path: 'b',
          subpath: '#^c',
          form: 'wiki',
          card: '[[b#^c]] ![x](d%20e.png)',
        }),
        expect.objectContaining({ path: 'd e.png', subpath: '', form: 'markdown' }),
      ]);
    });

    it('of a base are its wikilinks and the texts that functions take for links', () => {
      expect(placesOf('filters: file.hasLink("A#h")\nx: "[[B|c]]"\ny: link("C")\nz: "D"\n', 'base')).toEqual([
        '14 A#h',
        '33 B',
        '45 C',
      ]);
    });
  });
});
