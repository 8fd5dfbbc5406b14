import type { TestClient } from '../support/clients';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Notes/Alpha.md': '---\nStatus: lent\nowner: x\n---\n# Alpha\n\nPay them. #foo\n',
      'Notes/Beta.md': '# Beta\n\n[[Alpha]] [[Gamma]]\n',
      'Notes/Gamma.md': 'nothing\n',
      'Full moon.md': '---\naliases: [Moonshot]\n---\n',
      'Pictures/a.png': 'x',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function failure(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { error } = (await client.call(tool, args)).structured;
  return Object.fromEntries(
    ['code', 'message', 'hint', 'candidates'].map(name => [name, field(error, name)]),
  );
}

const edit = { oldText: 'a', newText: 'b' };

describe('a refusal names the right way', () => {
  test.each([
    ['list', { path: 'Notes/Alpha.md' }, /is a file, not a folder/, /`read_note`/, undefined],
    ['list', { path: 'Pictures/a.png' }, /is a file, not a folder/, /`read_attachment`/, undefined],
    ['list', { path: 'Zzzz' }, /no folder at the path "Zzzz"/, /^Use `list` or `search`/, undefined],
    ['delete', { path: 'Notes/Beta.md/' }, /is a file: a final "\/"/, /Leave out the final/, undefined],
    ['read_note', { path: 'Qqqqq' }, /no note at the path "Qqqqq"/, /^Use `list`/, undefined],
    [
      'get_outline',
      { path: 'Moonshot' },
      /no note at the path "Moonshot"/,
      /one of the candidates/,
      ['Full moon.md'],
    ],
    ['read_note', { path: 'Notes/Alphaa.md' }, /no note/, /one of the candidates/, ['Notes/Alpha.md']],
    [
      'get_frontmatter',
      { path: 'Alpha', key: 'staus' },
      /no property of this name/,
      /leave `key` out/,
      ['Status', 'owner'],
    ],
    ['get_frontmatter', { path: 'Beta', key: 'status' }, /no property/, /has no properties/, undefined],
    [
      'update_tags',
      { path: 'Beta', add: ['bar baz'] },
      /^"bar baz" is not a valid tag\.$/,
      /letters/,
      undefined,
    ],
    ['rename_tag', { from: 'fooo', to: 'x' }, /No note here has this tag/, /candidates|list_tags/, ['foo']],
    [
      'edit_notes',
      {
        changes: [
          { path: 'Notes/Gamma.md', edits: [{ oldText: 'nothing', newText: 'y' }] },
          { path: 'Alpha', edits: [{ oldText: 'not there at all', newText: 'y' }] },
        ],
      },
      /^Change 2 \("Alpha"\): /,
      /Copy the text exactly/,
      undefined,
    ],
    [
      'edit_notes',
      {
        changes: [
          { path: 'Beta', edits: [edit] },
          { path: 'Qqqqq', edits: [edit] },
        ],
      },
      /^Change 2 \("Qqqqq"\): There is no note/,
      /Use `list`/,
      undefined,
    ],
    [
      'edit_notes',
      {
        changes: [
          { path: 'Beta', edits: [edit] },
          { path: '../x', edits: [edit] },
        ],
      },
      /^Change 2 \("\.\.\/x"\): /,
      /path inside the vault/,
      undefined,
    ],
    [
      'edit_notes',
      {
        changes: [
          { path: 'Beta', edits: [edit] },
          { path: 'Alpha', edits: [{ startLine: 1, newText: 'y' }] },
        ],
      },
      /^Change 2 \("Alpha"\): `ifMatch` is missing/,
      /versionId/,
      undefined,
    ],
    [
      'edit_notes',
      {
        changes: [
          { path: 'Beta', edits: [edit] },
          { path: 'Notes/Beta.md', edits: [edit] },
        ],
      },
      /^Change 2 \("Notes\/Beta\.md"\): Change 1 already names this note/,
      /into one change/,
      undefined,
    ],
    [
      'create_note',
      { path: 'New.md', template: 'Nope' },
      /^There is no template `Nope`\.$/,
      /folder of templates/,
      undefined,
    ],
    [
      'create_note',
      { path: 'New.md', template: '../x' },
      /^`template`: The path leaves/,
      /path inside the vault/,
      undefined,
    ],
  ])('%s %j', async (tool, args, message, hint, candidates) => {
    const said = await failure(tool, args);
    expect(String(said['message'])).toMatch(message);
    expect(String(said['hint'])).toMatch(hint);
    expect(said['candidates'] ?? undefined).toEqual(candidates);
  });
});

describe('a removal that changes nothing names what the note does not have, with similar names', () => {
  test.each([
    ['update_frontmatter', { remove: ['ownr'] }, 'The note has no property `ownr`; near names: `owner`.'],
    ['update_tags', { remove: ['#fooo'] }, 'The note has no tag `fooo`; near names: `foo`.'],
    ['update_tags', { remove: 'zz' }, 'The note has no tag `zz`.'],
  ])('%s %j', async (tool, args, hint) => {
    const { structured, text } = await client.call(tool, { path: 'Alpha', ...args });
    expect(structured).toMatchObject({ changed: false, hints: [hint] });
    expect(text).toContain(`Hint: ${hint}`);
  });

  test('a removal of a name in another letter case changes the note and has no hint', async () => {
    const args = { path: 'Alpha', remove: ['OWNER', 'none'], dryRun: true };
    const { structured } = await client.call('update_frontmatter', args);
    expect([structured['changed'], structured['hints']]).toEqual([true, undefined]);
  });
});

test('a property is read in any letter case', async () => {
  const { structured } = await client.call('get_frontmatter', { path: 'Alpha', key: 'status' });
  expect(structured).toMatchObject({ key: 'Status', value: 'lent' });
});

test('a single edit is accepted in place of a list', async () => {
  const edits = { oldText: 'Pay them.', newText: 'Paid.' };
  const { structured } = await client.call('edit_note', { path: 'Alpha', edits, dryRun: true });
  expect(structured).toMatchObject({ changed: true });
  expect(structured['diff']).toContain('+Paid.');
});

describe('a comparison of a list with a number counts its members', () => {
  test.each([
    [['links>1'], ['Notes/Beta.md']],
    [
      ['backlinks>=1', 'folder=Notes'],
      ['Notes/Alpha.md', 'Notes/Gamma.md'],
    ],
    [['backlinks>1'], []],
    [
      ['tags=0', 'folder=Notes'],
      ['Notes/Beta.md', 'Notes/Gamma.md'],
    ],
    [['backlinks=0', 'folder=Notes'], ['Notes/Beta.md']],
  ])('%j', async (where, expected) => {
    const { rows } = (await client.call('query_notes', { where })).structured;
    expect([rows].flat().map(row => field(row, 'path'))).toEqual(expected);
  });
});

test.each([
  ['status=lent|done', /one value/],
  ['status=lent, done', /one value/],
  ['status=null', /`!status`/],
  ['status=Lend', /near values|`list_properties`/],
])('where %j without a match gets a hint with the spelling', async (condition, expected) => {
  const { hints } = (await client.call('query_notes', { where: [condition] })).structured;
  expect([hints].flat().join('\n')).toMatch(expected);
});
