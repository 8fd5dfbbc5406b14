import { vaultForAll } from '../../../support/open-vault';

describe('searches and lists without a match', () => {
  const vault = vaultForAll({
    files: {
      'Birds/Hawk.md': '---\ntags: [kestrel]\nrating: 4\n---\nA kestral hovers over meadows.\n',
      'Birds/Owl.md': 'An owl sleeps by day.\n',
      'Notes/Plan.md': 'The kestrel report is done.\n',
      'Empty/picture.png': 'x',
    },
  });

  async function hintsOf(tool: string, args: Record<string, unknown>): Promise<string> {
    return [(await vault.ask(tool, args))['hints']].flat().join('\n');
  }

  describe('an empty result gives a reason', () => {
    test.each([
      ['search', { query: 'due:2026' }, '"due:2026" was read as a word', '"[due:2026]"'],
      ['search', { query: '[mobil:x]' }, 'No note has a property "mobil"', ''],
      [
        'search',
        { query: 'tag:kestrels owl' },
        'No note has the tag "#kestrels"',
        'similar tags: "#kestrel"',
      ],
      ['search', { query: 'line:(owl hovers)' }, 'No note has "line:(owl hovers)"', ''],
      ['search', { query: '#hawks' }, 'No note has the tag "#hawks"', ''],
      ['search', { query: 'match-case:Kestral' }, 'No note has "Kestral"', ''],
      ['search', { query: 'match-case:"Owl Sleeps"' }, 'No note has "Owl Sleeps"', ''],
      ['search', { query: 'kestrel zzyzx' }, 'No note has "zzyzx".', ''],
      ['search', { query: 'kestrel owl', allWords: true }, 'but no note has all of them', '`OR`'],
      ['search', { query: 'kestrel owl' }, 'no note has all of them: the notes shown have some of them', ''],
      [
        'search',
        { query: 'kestrel meadovs' },
        'No note has "meadovs"; showing notes with "meadows"',
        'quotes',
      ],
      [
        'search',
        { query: 'owl', path: 'Notes' },
        'No note that matches `path` has "owl", but other notes do.',
        '',
      ],
      ['search', { query: 'hawk', heading: 'Diet' }, 'No note has a heading "Diet".', ''],
      ['search', { query: 'kestrel', path: 'Empty' }, 'The folder "Empty" has no notes.', ''],
      ['search', { query: 'kestrel', includes: ['None/**'] }, 'There is no folder "None"; ', ''],
      ['search', { query: 'path:Nowhere kestrel' }, 'No note passes "path:Nowhere"', ''],
      ['search', { query: 'file:Nothing' }, 'No note passes "file:Nothing"', ''],
      ['search', { query: 'k.s{9}', mode: 'regex' }, 'No line matches the pattern', ''],
      ['search', { query: 'zz*x', mode: 'wildcard' }, 'No note has "zz*x"', '`*`'],
      ['search', { query: 'report kestrel', mode: 'phrase' }, 'No note has "report kestrel"', '"words"'],
      ['search', { query: 'meadow', wholeWord: true }, 'No note has "meadow"', '`wholeWord`'],
      ['search', { query: 'OWL', caseSensitive: true }, 'No note has "OWL"', '`caseSensitive`'],
      [
        'list_properties',
        { property: 'rating', path: 'Notes' },
        'No note in "Notes" has a value of "rating".',
        '',
      ],
      ['list_changes', { path: 'Birds/Hawkk.md' }, 'No change of "Birds/Hawkk.md"', 'Birds/Hawk.md'],
      [
        'query_notes',
        { filter: { '==': ['status', 'done'] } },
        '`filter` does not refer to any field',
        '"var"',
      ],
      [
        'list',
        { includes: ['*.md'], only: 'files' },
        'Subfolders were not searched, but contain matches: pass `recursive: true`.',
        '',
      ],
      ['query_notes', { where: ['mtime>2020'] }, 'the field `modified`', ''],
      ['query_notes', { where: ['file.name=A'] }, 'the field `name`', ''],
      ['list_changes', { since: '2999-01-01' }, 'No change since "2999-01-01', ''],
    ])('%s %j', async (tool, args, expected, way) => {
      const hints = await hintsOf(tool, args);
      expect(hints).toContain(expected);
      expect(hints).toContain(way);
      expect((await vault.call(tool, args)).text).toContain(expected);
    });

    test('with words similar only to those that no note has', async () => {
      const structured = await vault.ask('search', { query: 'kestrel zzyzx' });
      expect(structured).not.toHaveProperty('suggestions');
      expect(
        await vault.ask('search', { query: 'kestrel meadovs', exact: true, allWords: true }),
      ).toMatchObject({
        suggestions: ['meadows'],
      });
    });

    test.each(['kestrel -report', 'owl tag:kestrel', 'owl path:Notes', 'kes*l sle*z'])(
      'without the claim that each word occurs if the query has more conditions: %s',
      async query => {
        const mode = query.includes('*') ? 'wildcard' : 'words';
        expect(await hintsOf('search', { query, mode })).not.toContain('Each word occurs');
      },
    );

    test('without a hint about filters that have matches', async () => {
      const hints = await hintsOf('search', {
        query: 'zzyzx',
        includes: ['Birds/**'],
        modifiedSince: '2000-01-01',
      });
      expect(hints).toBe('No note has "zzyzx".');
    });
  });
});

describe('searches with conditions', () => {
  const vault = vaultForAll({
    files: {
      'Plugins/Backlinks.md': '# Use\nBacklinks list links. There is a panel for them.\n',
      'Plugins/Core plugins.md': 'All plugins are here, those of others too.\n\n## Panels\nA panel each.\n',
      'Looks/Theme.md': '---\nmobile: true\npublish: true\n---\nA theme colours the panel.\n',
      'Looks/Colours.md': '---\ntags: [project/alpha]\nmobile: true\n---\nDark and light. See Theme.\n',
      'Looks/Tags.md': 'Write [[Colours#Publish the site]] and a community plugin.\n\n- a#publish\n',
    },
  });

  interface Found {
    readonly hints: string;
    readonly text: string;
    readonly paths: readonly unknown[];
  }

  async function search(args: Record<string, unknown>): Promise<Found> {
    const { structured, text } = await vault.call('search', args);
    const hits: unknown[] = [structured['results']].flat();
    const paths = hits.map((hit): unknown => Reflect.get(Object(hit), 'path'));
    return { hints: [structured['hints']].flat().map(String).join('\n'), text, paths };
  }

  describe('an empty search says which condition excludes the words', () => {
    test.each([
      [{ query: 'theme', path: 'Plugins' }, 'No note that matches `path` has "theme", but other notes do.'],
      [
        { query: 'theme', path: 'Plugins', includes: ['**/*.md'] },
        'No note that matches `path` has "theme", but other notes do.',
      ],
      [{ query: 'zzyzx', path: 'Plugins' }, 'No note has "zzyzx".'],
      [{ query: 'path:Plugin theme' }, 'No note that matches "path:Plugin" has "theme", but other notes do.'],
      [{ query: 'theme [publish:false]' }, 'No note passes "[publish:false]".'],
      [{ query: '[publish:null]' }, 'No note passes "[publish:null]".'],
      [
        { query: 'tag:project -path:Looks' },
        'Each part of the query matches some notes, but no note matches all of them.',
      ],
      [{ query: 'theme', heading: 'Panels' }, '"theme" occurs, but not below a heading "Panels".'],
      [{ query: 'theme', heading: 'Nowhere' }, 'No note has a heading "Nowhere".'],
      [{ query: 'tag:project', heading: 'Nowhere' }, 'No note has a heading "Nowhere".'],
      [{ query: 'zzyzx', heading: 'Nowhere' }, 'No note has "zzyzx".'],
      [{ query: 'Backlinks -Backlinks' }, 'Every note with "Backlinks" is excluded by `-`.'],
      [{ query: '"communty plugin"' }, 'No note has "communty plugin".'],
      [{ query: '"plugin community"' }, 'without quotes'],
      [{ query: 'plugin community', mode: 'phrase' }, '`mode: "words"`'],
      [
        { query: 'panel', modifiedSince: '2999-01-01' },
        'Nothing matches `modifiedSince`, a date in the future.',
      ],
    ])('%j', async (args, expected) => {
      const { hints, text, paths } = await search({ allWords: true, ...args });
      expect(paths).toEqual([]);
      expect(hints).toContain(expected);
      expect(hints).not.toMatch(/No note has "theme"|Each word occurs/u);
      expect(text).toContain(expected);
    });

    test.each([
      { query: 'theme', path: 'Plugins' },
      { query: 'path:Plugins theme' },
      { query: 'path:Plugins panel theme' },
      { query: 'theme', heading: 'Use' },
      { query: 'tag:communities' },
    ])('and shows no similar words for a word that occurs elsewhere: %j', async args => {
      const structured = await vault.ask('search', { ...args, allWords: true });
      expect(structured).toMatchObject({ results: [] });
      expect(structured).not.toHaveProperty('suggestions');
      expect(JSON.stringify(structured['hints'])).not.toContain('; showing notes with');
    });

    test('with similar words for a phrase', async () => {
      const structured = await vault.ask('search', { query: '"communty plugin"' });
      expect(structured).toMatchObject({ suggestions: ['community'] });
    });

    test('with similar words only from notes that match the filters of the query', async () => {
      expect(await search({ query: 'path:Plugins themme' })).toMatchObject({ paths: [] });
      expect((await search({ query: 'path:Plugins pannel' })).hints).toContain('notes with "panel"');
      expect((await search({ query: 'pannel', heading: 'Nowhere' })).hints).not.toContain(
        '; showing notes with',
      );
    });
  });

  describe('a query in the syntax of another language is refused with the right syntax', () => {
    test.each([
      ['theme | panel', '`OR`'],
      ['theme || panel', '`OR`'],
      ['theme && panel', 'leave it out'],
      ['+theme', 'leave the `+` out'],
      ['~theme', 'leave the `~` out'],
      ['back*', '`query: "back"` finds longer words too; `mode: "wildcard"` takes `*` and `?`'],
      ['created>2024', '`where: ["created>2024"]`'],
      ['[wordCount>2000]', '`where: ["wordCount>2000"]`'],
      ['[mobile=true]', '"[mobile:true]"'],
      ['[mobile>3]', '"[mobile:>3]"'],
      ['#publish', 'No note has the tag "#publish"'],
      ['#project/alpha', '`query: "tag:project/alpha"` finds 1 note'],
      ['created:2026', '`where: ["created=2026"]`'],
      ['wordCount:9', '`where: ["wordCount=9"]`'],
      ['-', 'no letter or digit'],
      ['!?', 'no letter or digit'],
    ])('%s', async (query, way) => {
      const { hints, text } = await search({ query });
      expect(hints).toContain(way);
      expect(text).toContain(way);
    });

    test('a wildcard search is not told to be one', async () => {
      const { hints } = await search({ query: 'qqq*', mode: 'wildcard' });
      expect(hints).not.toContain('mode: "wildcard"');
    });

    test.each(['modified:today', 'wordCount:many'])('%s is refused with the tool', async query => {
      const { isError, text } = await vault.call('search', { query });
      expect(isError).toBe(true);
      expect(text).toContain('`query_notes`');
    });

    test.each([
      ['zzyzx and panel', true],
      ['"zzyzx panel" theme dark light community and', true],
      ['which panel and theme are zzyzx or colourful, not dark', false],
      ['how do I colour panels, links & lists of zzyzx', false],
      ['Note: zzyzx', false],
    ])('%s: a joining word is told where it is likely to be meant (%s)', async (query, isTold) => {
      const structured = await vault.ask('search', { query, allWords: true });
      expect(structured['totalCount']).toBe(0);
      expect(JSON.stringify(structured['hints']).includes('was read as')).toBe(isTold);
    });

    test.each(['theme panel', 'panel OR theme', 'theme AND panel', '[mobile:true]', 'tag:project', '->'])(
      '%s has no hint',
      async query => {
        const structured = await vault.ask('search', { query });
        expect(structured['hints'] ?? []).toEqual(query === '->' ? expect.anything() : []);
      },
    );
  });

  test.each([
    ['Backlinks.md', 'Plugins/Backlinks.md'],
    ['Plugins/Backlinks.md', 'Plugins/Backlinks.md'],
    ['core plugins.md', 'Plugins/Core plugins.md'],
  ])('the file name %s finds the note first', async (query, path) => {
    const { paths } = await search({ query });
    expect(paths[0]).toBe(path);
  });
});
