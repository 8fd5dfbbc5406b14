/** Writers say when a value, a name or an argument is meant for something else. */
import { field } from '../../../support/json';
import type { Answer, TestClient } from '../../../support/clients';
import { RunningLectern } from '../../../support/lectern';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Books/Dune.md':
        '---\nstatus: read\naliases: [A, B]\nyear: 1965\nlent: true\ndue: 2026-01-01\ntags: [novel]\n---\nsand #desert\n\n# Sand\n',
      'Books/Emma.md': '---\nyear: 1815\nlent: false\ndue: 2026-02-01\ntags: [novel/love]\n---\nbath\n',
      'Secret/Spy.md': '---\npages: 300\ntags: [spy]\n---\n',
      'Plain.md': 'the sand and the sea\n',
    },
    settings: {
      tokens: [
        { name: 'narrow', value: 'lct_narrow-token-for-some-folders', rights: 'full', deny: ['Secret'] },
      ],
    },
  });
  client = await lectern.connect('2026', 'lct_narrow-token-for-some-folders');
  // What other notes have comes from their metadata.
  await lectern.host.metadataSettled();
});
afterAll(() => lectern.close());

const hintsOf = ({ structured }: Answer): string => [structured['hints']].flat().join(' ');
const dry = { dryRun: true };
const property = { path: 'Plain', operation: 'replace', targetType: 'frontmatter', ...dry };

test.each<[string, Record<string, unknown>, string]>([
  [
    'patch_note',
    { ...property, target: 'frontmatter.status', value: 'x' },
    '`frontmatter.status` is a new property of this whole name; the property `status` is named without what is before the dot.',
  ],
  ['patch_note', { ...property, target: 'year', content: '1999' }, 'Pass a number as `value`.'],
  [
    'create_note',
    { path: 'New.md', properties: { 'note.status': 'a', 'properties.lent': true }, ...dry },
    'the property `status` is named without what is before the dot. `properties.lent` is a new property',
  ],
  ['create_note', { path: 'New.md', properties: { tags: ['#a novel'] }, ...dry }, 'without "#"'],
  [
    'create_notes',
    { notes: [{ path: 'New.md', properties: { 'note.status': 'a' } }], ...dry },
    '`note.status` is a new property of this whole name',
  ],
  [
    'update_frontmatter',
    { path: 'Plain', set: { year: '1999' }, ...dry },
    '`year` is now the text "1999"; in other notes it is a number. Pass a number without quotes.',
  ],
  [
    'update_frontmatter',
    { path: 'Plain', set: { lent: 'yes' }, ...dry },
    '`lent` is now the text "yes"; in other notes it is a checkbox. Pass true or false without quotes.',
  ],
  [
    'update_frontmatter',
    { path: 'Plain', set: { Due: 'soon' }, ...dry },
    '`Due` is now the text "soon"; in other notes it is a date. Phrases are not converted: pass a date such as 2026-03-01.',
  ],
  [
    'create_note',
    { path: 'New.md', properties: { year: 'long ago' }, ...dry },
    'in other notes it is a number',
  ],
  ['rename_tag', { from: 'novel', to: '#novel', ...dry }, '`from` and `to` are the same tag'],
  [
    'rename_tag',
    { from: 'desert', to: 'novel', ...dry },
    '#novel is there already, in 1 note: #desert is merged into it, which only undoing the change takes apart again.',
  ],
  ['rename_tag', { from: 'novel', to: 'novel/old', ...dry }, '#novel/love becomes #novel/old/love.'],
  ['rename_property', { property: 'year', newProperty: 'year', ...dry }, 'are the same name'],
  [
    'rename_heading',
    { path: 'Books/Dune', heading: 'Sand', newHeading: 'Sand', ...dry },
    '`heading` and `newHeading` are the same',
  ],
  [
    'replace_in_notes',
    { find: 'sea', replace: 'see', tag: 'novell' },
    'No note has the tag "#novell"; near tags: #novel',
  ],
])('%s %j gets a hint about the value', async (tool, args, hint) => {
  expect(hintsOf(await client.call(tool, args))).toContain(hint);
});

test.each<[string, Record<string, unknown>]>([
  ['update_frontmatter', { path: 'Plain', set: { year: 1999, due: '2026-03-01', status: 'x' }, ...dry }],
  ['update_frontmatter', { path: 'Plain', set: { pages: 'many' }, ...dry }],
  ['create_note', { path: 'New.md', properties: { status: 'a', year: 2000, lent: true }, ...dry }],
  ['rename_tag', { from: 'desert', to: 'spy', ...dry }],
  ['rename_tag', { from: 'novel', to: 'Novel', ...dry }],
])('%s %j gets no hint, nor one about hidden notes', async (tool, args) => {
  const answer = await client.call(tool, args);
  expect(answer.isError).toBe(false);
  expect(answer.structured).not.toHaveProperty('hints');
});

test.each<[string, Record<string, unknown>, string]>([
  ['replace_in_notes', { find: 'sea', replace: 'sea' }, '`find` and `replace` are the same text'],
  [
    'replace_in_notes',
    { find: 'sea', replace: 'see', ...dry },
    'Without `confirm` nothing is written: the call previews.',
  ],
  [
    'update_note',
    { path: 'Plain', mode: 'append', content: 'x', heading: 'Log' },
    'To add below a heading or to a block use `patch_note`.',
  ],
  ['edit_note', { path: 'Plain', heading: 'Log', content: 'x' }, 'use `patch_note`'],
])('%s %j is refused with the right way', async (tool, args, way) => {
  const { structured } = await client.call(tool, args);
  const said = ['message', 'hint'].map(part => String(field(structured, 'error', part)));
  expect(said.join(' ')).toContain(way);
});

test('a value that is appended to a property is not treated as its whole value', async () => {
  const call = { ...property, path: 'Books/Dune', target: 'aliases', operation: 'append', value: 'C' };
  const answer = await client.call('patch_note', call);
  expect(answer.structured).not.toHaveProperty('error');
  expect(hintsOf(answer)).toBe('');
});
