import { RunningLectern } from '../../support/lectern';

let lectern: RunningLectern;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: { 'One.md': '# One\n[[Two]]\n', 'Two.md': '- [ ] task [[One]]' },
  });
});
afterAll(() => lectern.close());

/** One of anything is not counted as several, in any sentence that a model reads. */
test.each([
  ['check_links', { path: 'One.md' }, 'The note has no broken link.'],
  ['check_links', {}, 'None of the 2 notes has a broken link.'],
  ['check_links', { path: 'One.md', kind: 'orphans' }, 'The note has a link from another one.'],
  ['check_links', { path: 'Two.md', kind: 'deadends' }, 'The note has a link to another one.'],
  ['read_note', { path: 'Two.md', startLine: 5 }, 'the note has 1 line.'],
  ['read_note', { path: 'One.md', heading: 'One', occurrence: 2 }, 'has only 1 heading of this name'],
  ['get_outline', { path: 'One.md' }, '1 heading or block'],
  ['get_outline', { path: 'Two.md' }, '1 line · 1 open task and 0 done · 1 link · 0 embeds'],
  [
    'query_notes',
    { path: '', where: ['name=One'], filter: { '>': [{ var: 'size' }, 99] } },
    '1 note matches',
  ],
  [
    'edit_note',
    { path: 'Two.md', edits: [{ startLine: 3, endLine: 3, newText: '' }], ifMatch: '@' },
    '1 line.',
  ],
])('%s %j says "%s"', async (tool, args, expected) => {
  const client = await lectern.connect();
  const { versionId } = (await client.call('read_note', { path: 'Two.md' })).structured;
  const { text } = await client.call(tool, 'ifMatch' in args ? { ...args, ifMatch: versionId } : args);
  expect(text).toContain(expected);
});
