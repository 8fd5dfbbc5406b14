/** Values and names that begin or end with a blank beyond ASCII are written so that they read back equal. */
import { codeOf } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const blanks = ['\u00a0', '\u3000', '\u2003', '\u202f', '\u1680', '\u205f'];

let lectern: RunningLectern;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files: { 'n.md': '---\na: x\nkeep: 1 # mine\n---\nbody\n' } });
});
afterEach(() => lectern.close());

test.each(blanks)('%j at an end', async blank => {
  const client = await lectern.connect();
  const set = {
    a: `${blank}text`,
    b: `text${blank}`,
    c: [`${blank}one`, `two${blank}`],
    d: blank,
    [`${blank}e`]: 1,
  };
  const answer = await client.call('update_frontmatter', { path: 'n', set, replace: true });
  expect(codeOf(answer)).toBe('ok');
  const { structured } = await client.call('get_frontmatter', { path: 'n' });
  expect(structured['frontmatter']).toEqual({ ...set, keep: 1 });
  const patch = {
    path: 'n',
    operation: 'replace',
    targetType: 'frontmatter',
    target: 'a',
    value: `${blank}${blank}z`,
  };
  expect(codeOf(await client.call('patch_note', patch))).toBe('ok');
  const created = await client.call('create_note', { path: 'm', content: '', properties: set });
  expect(codeOf(created)).toBe('ok');
  expect((await client.call('get_frontmatter', { path: 'm' })).structured['frontmatter']).toEqual(set);
});
