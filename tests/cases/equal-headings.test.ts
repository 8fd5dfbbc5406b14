/** Of equal headings that no path tells apart, the way is their number. */
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const files = { 'a.md': '# Log\n\none\n\n# Log\n\ntwo\n', 'b.md': '# A\n## Log\none\n# B\n## Log\ntwo\n' };

test.each([
  ['a.md', false],
  ['b.md', true],
])('in %s a path helps: %s', async (path, helps) => {
  const lectern = await RunningLectern.start({ files });
  const client = await lectern.connect();
  const answers = [
    await client.call('patch_note', { path, operation: 'append', heading: 'Log', content: 'x' }),
    await client.call('read_note', { path, heading: 'Log' }),
  ];
  for (const { structured } of answers) {
    expect(field(structured, 'error', 'code')).toBe('target_ambiguous');
    expect(field(structured, 'error', 'hint')).toContain('`occurrence`');
    expect(String(field(structured, 'error', 'hint')).includes('full path')).toBe(helps);
  }
  await lectern.close();
});
