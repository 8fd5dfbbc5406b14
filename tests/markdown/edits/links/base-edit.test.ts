import { redirectBase } from '../../../../src/markdown/edits/links/base-edit';

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
