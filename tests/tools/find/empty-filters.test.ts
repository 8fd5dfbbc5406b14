/** Filters that find nothing, or less than is meant, say so and name the way. */
import { RunningLectern } from '../../support/lectern';
import type { Answer, TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;
let narrow: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Top.md': '---\nmobile: true\naliases: [Big picture]\n---\n[[Plan]] #project/garden\n',
      'Work/Plan.md': '---\nmobile: false\nstatus: open\n---\nplan\n',
      'Work/Deep/Idea.md': '---\nstatus: done\n---\nidea #book\n',
      'Lists/pic.png': 'x',
      'Hidden/Nope.md': '---\next: 1\n---\n#project\n',
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

test.each<[string, Record<string, unknown>, string]>([
  [
    'query_notes',
    { where: ['mobile'] },
    '`mobile` treats false as not set; `mobile=false` finds those notes.',
  ],
  [
    'query_notes',
    { where: ['!mobile'] },
    '`!mobile` treats false as not set; `mobile=` finds notes without a value.',
  ],
  ['query_notes', { where: ['word_count>9'] }, 'Did you mean the field `wordCount`?'],
  ['query_notes', { where: ['tag=book'] }, 'Did you mean the field `tags`?'],
  ['query_notes', { where: ['ext=md'] }, 'for other files use `list`'],
  ['query_notes', { where: ['headings~Plan'] }, '`search` finds headings'],
  ['query_notes', { where: ['links=Nope'] }, 'No note is called "Nope"; '],
  ['query_notes', { where: ['links=Plans'] }, 'No note is called "Plans"; near notes: Work/Plan.md.'],
  ['query_notes', { where: ['links=Idea'] }, 'No note here links to "Idea".'],
  ['query_notes', { where: ['backlinks=Idea'] }, '"Idea" links to no note here.'],
  ['query_notes', { where: ['path=Work'] }, '"Work" is a folder: write `folder=Work`'],
  ['query_notes', { where: ['links~Nope'] }, '`query_notes` with `select: ["links"]` shows'],
  ['query_notes', { includes: ['Work/'] }, '"Work/" is a folder: write `Work/**`'],
  ['list_notes', { includes: ['Work'] }, '"Work" is a folder: write `Work/**`'],
  ['list_notes', { includes: ['Wirk/**'] }, 'There is no folder "Wirk"; near folders: Work.'],
  ['list_notes', { tag: 'red, blue' }, 'for notes with several tags use `where: ["tags=a", "tags=b"]`'],
  ['list_notes', { modifiedSince: '2999-01-01' }, '`modifiedSince`, a date in the future'],
  ['list', { modifiedSince: '2999-01-01', recursive: true }, '`modifiedSince`, a date in the future'],
  [
    'list',
    { where: ['status=done'] },
    'Subfolders were not searched, but contain matches: pass `recursive: true`.',
  ],
  ['list', { where: ['mobile!=x'] }, 'Subfolders were not searched'],
  ['list', { modifiedSince: '2000-01-01', path: 'Work' }, 'Subfolders were not searched'],
  ['list', { path: 'Lists', only: 'directories' }, 'The folder has no folders here, only files.'],
  ['list', { only: 'directories', minSize: 1 }, 'apply to files, so no folder matches'],
  [
    'query_notes',
    { filter: { '==': [{ var: 'folder' }, 'work'] } },
    'leave `filter` out and `select` ["folder"]',
  ],
])('the empty result of %s %j has the hint: %s', async (tool, args, hint) => {
  const answer = await narrow.call(tool, args);
  expect(hintsOf(answer)).toContain(hint);
});

test('a filter by a tag that exists only as nested tags says how to include them', async () => {
  const filter = { in: ['project', { var: 'tags' }] };
  const [wide, hidden] = [
    await client.call('query_notes', { filter }),
    await narrow.call('query_notes', { filter }),
  ];
  expect(wide.structured['totalCount']).toBe(1);
  expect(hintsOf(hidden)).toContain(
    'only have tags nested in #project, and `filter` compares whole tags: pass `tag: "project"`.',
  );
});

test.each(['project/', '#project/*', 'project/**'])('the tag %s includes nested tags', async tag => {
  const { structured } = await narrow.call('list_notes', { tag });
  expect(structured['notes']).toMatchObject([{ path: 'Top.md' }]);
});

test('~ finds a part of any member of a list', async () => {
  for (const where of ['aliases~pict', 'tags~gard', 'links~plan'])
    expect((await narrow.call('query_notes', { where })).structured['rows']).toMatchObject([
      { path: 'Top.md' },
    ]);
});

test.each(['includes', 'excludes'])('an empty pattern in `%s` is none', async name => {
  const plain = await client.call('list', {});
  expect(await client.call('list', { [name]: '' })).toEqual(plain);
  expect(await client.call('list', { [name]: [''] })).toEqual(plain);
});

test('there is no hint to subfolders without matches, nor without a filter', async () => {
  expect(
    (await client.call('list', { where: ['status=open'], path: 'Work' })).structured['hints'],
  ).toBeUndefined();
  expect((await client.call('list', {})).structured['hints']).toBeUndefined();
  const { structured } = await narrow.call('list', { where: ['ext=1'] });
  expect(JSON.stringify(structured['hints'])).not.toContain('Subfolders');
});

test('a note that a token does not see is answered like one that does not exist', async () => {
  const [hidden, absent] = [
    await narrow.call('query_notes', { where: ['links=Nope'] }),
    await narrow.call('query_notes', { where: ['links=Nape'] }),
  ];
  expect(hintsOf(hidden).replaceAll('Nope', 'Nape')).toBe(hintsOf(absent));
});
