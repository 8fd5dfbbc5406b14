/** Searches without a hit name what is near to the folders, files, values and words that they ask for. */
import { RunningLectern } from '../../support/lectern';
import type { Answer, TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;
let narrow: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Notes/Plan.md': '---\nstatus: lent\nplace: "[[Harbour]]"\n---\nThe kestrel report is done.\n',
      'Notes/Garden.md':
        '---\nstatus: [returned, lost]\ndue: 2026-11-30\n---\n- [ ] prune the hedge\n\nlong winter\n',
      'Notes/loans.csv': 'a,b\n',
      'Hidden/Notez.md': '---\nstatus: land\n---\nkestral\n',
    },
    settings: {
      tokens: [
        { name: 'narrow', value: 'lct_narrow-token-for-some-folders', rights: 'read', deny: ['Hidden'] },
      ],
    },
  });
  client = await lectern.connect();
  narrow = await lectern.connect('2026', 'lct_narrow-token-for-some-folders');
});
afterAll(() => lectern.close());

const hintsOf = ({ structured }: Answer): string => [structured['hints']].flat().join(' ');

test.each([
  ['path:Notess', 'Paths near "Notess": Notes.'],
  ['path:Notess kestrel', 'Paths near "Notess": Notes.'],
  ['path:"Notes/Plann"', 'Paths near "Notes/Plann": Notes/Plan.md.'],
  ['file:Plann', 'Files near "Plann": Notes/Plan.md.'],
  ['file:loans.cvs', 'Files near "loans.cvs": Notes/loans.csv.'],
  [
    'file:*.csv',
    '`file:` takes a part of a name, without `*` and `?`; for a pattern use `list` with `includes: ["**/*.csv"]` and `recursive: true`.',
  ],
  ['path:Notes/*.txt', '`path:` takes a part of a path'],
  ['[status:lend]', 'The property "status" has near values: lent.'],
  ['[status:losd]', 'The property "status" has near values: lost.'],
  ['[status:"returnd"]', 'The property "status" has near values: returned.'],
  ['[status:zzyzx]', '`list_properties` with `property: "status"` lists its values.'],
  ['[status:>5]', '`list_properties` with `property: "status"` lists its values.'],
])('an empty search for %s gets the hint: %s', async (query, hint) => {
  expect(hintsOf(await narrow.call('search', { query }))).toContain(hint);
});

test.each([
  ['status=lend', 'The property "status" has near values: lent.'],
  ['status=Retuned', 'The property "status" has near values: returned.'],
  ['status=zzyzx', '`list_properties` with `property: "status"` lists its values.'],
  ['due<end of year', '"end of year" was compared as text.'],
  ['due<2020-01-01', '`list_properties` with `property: "due"` lists its values.'],
  ['due<last week', '`list_properties` with `property: "due"` lists its values.'],
])('a condition %s', async (where, hint) => {
  const answer = await narrow.call('query_notes', { where, includes: ['**/Garden.md'] });
  expect(hintsOf(answer)).toContain(hint);
});

test('a value that exists outside the other filters is not suggested as similar', async () => {
  const answer = await narrow.call('query_notes', { where: 'status=lent', includes: ['**/Garden.md'] });
  expect(hintsOf(answer)).not.toContain('near values: lent');
  const found = await narrow.call('search', { query: '[status:lent]', includes: ['**/Garden.md'] });
  expect(hintsOf(found)).not.toContain('near values: lent');
});

test.each(['line:/zzyzx\\d/', 'task:(-hedge)'])('%s has no words that occur elsewhere', async query => {
  const answer = await narrow.call('search', { query });
  expect(answer.structured['totalCount']).toBe(0);
  expect(hintsOf(answer)).not.toContain('its words occur');
});

test('a filter with matches gets no hint', async () => {
  const answer = await client.call('search', { query: 'path:Notes file:Plan [status:lent] zzyzx' });
  expect(hintsOf(answer)).toBe('No note has "zzyzx".');
});

test('values that a token does not see are not suggested', async () => {
  expect(hintsOf(await client.call('search', { query: 'file:Notezz' }))).toContain('Hidden/Notez.md');
  expect(hintsOf(await narrow.call('search', { query: 'file:Notezz' }))).not.toContain('Hidden');
  expect(hintsOf(await client.call('search', { query: '[status:lamd]' }))).toContain('land');
  expect(hintsOf(await narrow.call('search', { query: '[status:lamd]' }))).not.toContain('land');
});

test.each([
  ['line:(kestrol report)', ['kestrel']],
  ['task:(hedgo)', ['hedge']],
  ['block:(zzyzx wintir)', ['winter']],
  ['section:"kestrel reporz"', ['report']],
  ['kestrol OR hedgo', ['hedge', 'kestrel']],
])('%s names near words', async (query, suggestions) => {
  const { structured, text } = await narrow.call('search', { query });
  expect([structured['suggestions']].flat().toSorted()).toEqual(suggestions);
  expect(text).toContain('Near words: ');
});

test.each([
  ['line:(prune winter)', '`line:`'],
  ['task:(prune winter)', '`task:`'],
  ['task-done:(prune)', '`task-done:`'],
])('%s says that its words occur elsewhere', async (query, operator) => {
  expect(hintsOf(await narrow.call('search', { query }))).toBe(
    `No note has "${query}", but its words occur; search without ${operator} to find them.`,
  );
});
