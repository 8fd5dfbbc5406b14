import fc from 'fast-check';
import { redirectCanvas } from '../../../../src/markdown/edits/links/canvas-edit';
import { redirectBase } from '../../../../src/markdown/edits/links/base-edit';

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
        linksUpdated: 3,
        linksRefused: 0,
      });
    });

    it('has the subpath of a card redirected, whether the card has one or not', () => {
      const json =
        '{"nodes":[{"subpath" : "#A \\u0042","type":"file","file":"f.md"},{"type":"file","file":"f.md","x":1}]}';
      const seen: string[] = [];
      const { text, linksUpdated } = redirectCanvas(json, ({ path, subpath }) => {
        seen.push(`${path}${subpath}`);
        return { path: 'g.md', subpath: '#"C"' };
      });
      expect(seen).toEqual(['f.md#A B', 'f.md']);
      expect(linksUpdated).toBe(2);
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

    it.each([`It's`, 'a "b"', 'a: b', 'a #b', 'a\\b'])(
      'are not redirected where the YAML could not contain %j',
      wanted => {
        const base = `a: file.hasLink("Old")\n`;
        expect(redirected(base, wanted)).toBe(base);
        const { linksRefused } = redirectBase(base, () => ({ path: wanted }));
        expect(linksRefused).toBe(1);
      },
    );

    it('are redirected also in YAML that does not parse', () => {
      expect(redirected('a: [\nfile.hasLink("Old")')).toBe('a: [\nfile.hasLink("New note")');
    });
  });
});
