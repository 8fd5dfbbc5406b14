/** Paths, names, conditions and headings that are written wrong are answered with the way to write them. */
import { field } from '../../support/json';
import type { Answer, TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Books/Moby-Dick.md':
        '---\naliases: [The Whale]\nstatus: lent\nadded: 1\nalive: true\n---\n# Loans\n\nsea\n',
      'Templates/Day.md': 'x\n',
      'Torn.md': '---\nstatus: [lent\n---\nx\n',
      'Empty.md': '---\n---\nx\n',
      'Hidden/Ahab.md': '---\naliases: [The Whaler]\n---\n',
    },
    settings: {
      tokens: [
        { name: 'narrow', value: 'lct_narrow-token-for-some-folders', rights: 'full', deny: ['Hidden'] },
      ],
    },
  });
  client = await lectern.connect('2026', 'lct_narrow-token-for-some-folders');
});
afterAll(() => lectern.close());

const hintsOf = ({ structured }: Answer): string => [structured['hints']].flat().join(' ');
const errorOf = ({ structured }: Answer): string =>
  ['message', 'hint', 'candidates'].map(part => String(field(structured, 'error', part))).join(' ');

test.each(['json', 'markdown'])('read_note as %s says that frontmatter is unreadable', async format => {
  const args = { format, parseFrontmatter: true };
  const torn = await client.call('read_note', { path: 'Torn', ...args });
  expect(torn.text).toContain('The YAML of the frontmatter does not parse');
  expect((await client.call('read_note', { path: 'Empty', ...args })).structured).not.toHaveProperty('hints');
});

test.each<[string, Record<string, unknown>, string]>([
  ['list', { filter: { status: 'lent' } }, 'Write `where: ["status=lent"]`.'],
  ['list_notes', { filter: { status: 'lent' } }, 'where'],
  ['query_notes', { filter: { status: 'lent' } }, 'write `where: ["status=value"]`'],
  ['list', { tags: ['idea', 'plan'] }, '`where: ["tags='],
  ['search', { query: 'sea', regex: true }, '`mode: "regex"`'],
  ['search', { query: 'sea', fuzzy: true }, '`mode: "fuzzy"`'],
  ['search', { query: 'created:>2026-01-01' }, '`where: ["created>2026-01-01"]`'],
  ['list_tasks', { open: 'yes' }, 'Pass `status: "open"`'],
  ['list_tags', { tag: 'book' }, '`prefix`'],
  ['read_attachment', { path: 'Books' }, 'This path is a folder, not a file.'],
  ['search', { query: 'sea', path: 'Books/Moby-Dick.md' }, '`includes: ["Books/Moby-Dick.md"]`'],
  ['list_notes', { path: 'Moby-Dick' }, '`includes: ["Books/Moby-Dick.md"]`'],
  [
    'read_note',
    { path: '/tmp/x.md' },
    'Paths are relative to the vault: write only what follows its folder, such as "x.md".',
  ],
  ['create_note', { path: '/home/me/vault/Books/x.md', content: '' }, 'Paths are relative to the vault'],
  ['read_note', { path: 'C:\\Users\\me\\vault\\x.md' }, 'Paths are relative to the vault'],
  ['read_note', { path: '~/vault/x.md' }, 'Paths are relative to the vault'],
  ['read_note', { path: '/Books/Moby-Dick.md' }, 'Write "Books/Moby-Dick.md".'],
  ['read_note', { path: 'The Whlae' }, 'Books/Moby-Dick.md'],
])('%s %j is refused with the right way', async (tool, args, way) => {
  const answer = await client.call(tool, args);
  expect(answer.isError).toBe(true);
  expect(errorOf(answer)).toContain(way);
});

test('a property that is given as an argument is left out, with the way to filter by it', async () => {
  const answer = await client.call('list_notes', { status: 'lent' });
  expect(answer.isError).toBe(false);
  expect(hintsOf(answer)).toContain('`where: ["status=lent"]`');
});

test.each(['trace', 'language', 'ahab'])(
  '%s, which no note has as a property, is only left out',
  async name => {
    const answer = await client.call('list_notes', { [name]: 'lent' });
    expect(hintsOf(answer)).toContain(`\`${name}\``);
    expect(hintsOf(answer)).not.toContain('where');
  },
);

test.each([
  ['status=~len', 'for the operator `~` write `status~len`'],
  ['status~=len', 'for the operator `~` write `status~len`'],
  ['added=>1', 'write `added>=1`'],
  ['added=<1', 'write `added<=1`'],
  ['status<>lent', 'write `status!=lent`'],
])('the condition %s without a match gets a hint', async (where, way) => {
  expect(hintsOf(await client.call('query_notes', { where }))).toContain(way);
});

test('the alias of a note that a token does not see is no candidate', async () => {
  expect(errorOf(await client.call('read_note', { path: 'The Whaler' }))).not.toContain('Hidden');
});

test.each([
  ['@today', '`@daily`'],
  ['@yesterday', '`@daily:yesterday`'],
])('%s has no other candidates than the day', async (path, day) => {
  const { structured } = await client.call('read_note', { path });
  expect(field(structured, 'error', 'hint')).toContain(day);
  expect(structured['error']).not.toHaveProperty('candidates');
});

test('a name of one or two letters has no similar names', async () => {
  expect(hintsOf(await client.call('query_notes', { where: ['a=b'] }))).toBe(
    'No note has a property "a"; `list_properties` lists them.',
  );
});

test('similar names are suggested for each missing property', async () => {
  const hints = hintsOf(await client.call('query_notes', { where: ['staus=x', 'aded=1'] }));
  expect(hints).toContain('"staus"; near names: status');
  expect(hints).toContain('"aded"; near names: added');
});

test('`fields` of list takes properties alone', async () => {
  const hints = hintsOf(await client.call('list', { fields: ['wordCount', 'stats'] }));
  expect(hints).toContain(
    'No note has a property "wordCount"; `query_notes` with `select: ["wordCount"]` shows this field of notes.',
  );
  expect(hints).not.toContain('Did you mean the field');
});

test.each([
  ['whale NEAR sea', '"NEAR" was read as a word; leave it out'],
  ['[added]=5', '"=5" was read as text; in brackets a colon follows the property: `[name:5]`, `[name:>5]`.'],
  ['section:(sea zzyzx)', 'No note has "section:(sea zzyzx)", nor "zzyzx" anywhere.'],
])('search %s gets a hint', async (query, hint) => {
  expect(hintsOf(await client.call('search', { query }))).toContain(hint);
});

test('one letter is not similar to a longer name that contains it', async () => {
  const { structured } = await client.call('stat', { paths: ['nope/k.md'] });
  expect(field(structured, 'items', 0)).toMatchObject({ exists: false });
  expect(field(structured, 'items', 0)).not.toHaveProperty('candidates');
});

test('a missing heading is reported once', async () => {
  const answer = await client.call('search', { query: 'sea', heading: 'Nonesuch' });
  expect(answer.structured['hints']).toEqual(['No note has a heading "Nonesuch".']);
});
