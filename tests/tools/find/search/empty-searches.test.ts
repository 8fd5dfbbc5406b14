import { RunningLectern } from '../../../support/lectern';
import type { TestClient } from '../../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Birds/Hawk.md': '---\ntags: [kestrel]\nrating: 4\n---\nA kestral hovers over meadows.\n',
      'Birds/Owl.md': 'An owl sleeps by day.\n',
      'Notes/Plan.md': 'The kestrel report is done.\n',
      'Empty/picture.png': 'x',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function hintsOf(tool: string, args: Record<string, unknown>): Promise<string> {
  return [(await client.call(tool, args)).structured['hints']].flat().join('\n');
}

describe('an empty result gives a reason', () => {
  test.each([
    ['search', { query: 'due:2026' }, '"due:2026" was read as a word', '`[due:2026]`'],
    ['search', { query: '[mobil:x]' }, 'No note has a property "mobil"', ''],
    ['search', { query: 'tag:kestrels owl' }, 'No note has the tag "#kestrels"', 'near tags: #kestrel'],
    ['search', { query: 'line:(owl hovers)' }, 'No note has "line:(owl hovers)"', ''],
    ['search', { query: '#hawks' }, 'No note has the tag "#hawks"', ''],
    ['search', { query: 'match-case:Kestral' }, 'No note has "Kestral"', ''],
    ['search', { query: 'match-case:"Owl Sleeps"' }, 'No note has "Owl Sleeps"', ''],
    ['search', { query: 'kestrel zzyzx' }, 'No note has "zzyzx".', ''],
    ['search', { query: 'kestrel owl', allWords: true }, 'but no note has all of them', '`OR`'],
    ['search', { query: 'kestrel owl' }, 'no note has all of them: the notes shown have some of them', ''],
    ['search', { query: 'kestrel meadovs' }, 'No note has "meadovs"; showing notes with "meadows"', 'quotes'],
    [
      'search',
      { query: 'owl', path: 'Notes' },
      'No note that matches `path` has "owl", but other notes have.',
      '',
    ],
    ['search', { query: 'hawk', heading: 'Diet' }, 'No note has a heading "Diet".', ''],
    ['search', { query: 'kestrel', path: 'Empty' }, 'The folder "Empty" has no notes.', ''],
    ['search', { query: 'kestrel', includes: ['None/**'] }, 'There is no folder "None"; ', ''],
    ['search', { query: 'path:Nowhere kestrel' }, 'No note passes `path:Nowhere`', ''],
    ['search', { query: 'file:Nothing' }, 'No note passes `file:Nothing`', ''],
    ['search', { query: 'k.s{9}', mode: 'regex' }, 'No line matches the pattern', ''],
    ['search', { query: 'zz*x', mode: 'wildcard' }, 'No note has "zz*x"', '`*`'],
    ['search', { query: 'report kestrel', mode: 'phrase' }, 'No note has "report kestrel"', '"words"'],
    ['search', { query: 'meadow', wholeWord: true }, 'No note has "meadow"', '`wholeWord`'],
    ['search', { query: 'OWL', caseSensitive: true }, 'No note has "OWL"', '`caseSensitive`'],
    ['list_properties', { property: 'rating', path: 'Notes' }, 'No note in "Notes" has the property', ''],
    ['list_changes', { path: 'Birds/Hawkk.md' }, 'No change of "Birds/Hawkk.md"', 'Birds/Hawk.md'],
    [
      'query_notes',
      { filter: { '==': ['status', 'done'] } },
      '`filter` does not refer to any field',
      '"var"',
    ],
    [
      'list',
      { includes: ['Birds/**'], only: 'files' },
      'Subfolders were not searched, but contain matches: pass `recursive: true`.',
      '',
    ],
    ['query_notes', { where: ['mtime>2020'] }, 'the field `modified`', ''],
    ['query_notes', { where: ['file.name=A'] }, 'the field `name`', ''],
    ['list_changes', { since: '2999-01-01' }, 'No change since 2999-01-01', ''],
  ])('%s %j', async (tool, args, expected, way) => {
    const hints = await hintsOf(tool, args);
    expect(hints).toContain(expected);
    expect(hints).toContain(way);
    expect((await client.call(tool, args)).text).toContain(expected);
  });

  test('with words similar only to those that no note has', async () => {
    const { structured } = await client.call('search', { query: 'kestrel zzyzx' });
    expect(structured).not.toHaveProperty('suggestions');
    expect(
      (await client.call('search', { query: 'kestrel meadovs', exact: true, allWords: true })).structured,
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
