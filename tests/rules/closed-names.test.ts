/** A file that a rule closes by its name is as if it were not there, for writers too. */
import { RuledVault } from './vault-with-rules';

const agent = { deny: ['*.bin', 'LICENSE', 'c/*.secret'], rights: 'full' } as const;
const open = { 'a.md': '# H\n- [ ] t\n', 'b.md': 'text\n' };
const closed = { 'c/data.bin': 'x', 'c/LICENSE': 'x', 'c/x.secret': 'x', 'data.bin': 'x' };

const calls = (path: string): readonly (readonly [string, Record<string, unknown>])[] => [
  ['create_note', { path, content: 'x', dryRun: true }],
  ['update_note', { path, mode: 'append', content: 'x', createIfNeeded: false }],
  ['update_note', { path, mode: 'append', content: 'x', dryRun: true }],
  ['edit_note', { path, edits: [{ oldText: 'x', newText: 'y' }] }],
  ['edit_notes', { changes: [{ path, edits: [{ oldText: 'x', newText: 'y' }] }] }],
  ['create_notes', { notes: [{ path, content: 'x' }], dryRun: true }],
  ['patch_note', { path, operation: 'append', targetType: 'heading', target: 'H', content: 'x' }],
  ['update_frontmatter', { path, set: { a: 1 } }],
  ['update_tags', { path, add: ['a'] }],
  ['merge_notes', { from: path, into: 'a' }],
  ['merge_notes', { from: 'a', into: path }],
  ['rename_heading', { path, heading: 'H', newHeading: 'I' }],
  ['update_task', { path, line: 1, expectedText: 't', status: 'done' }],
  ['read_note', { path }],
  ['move', { path, newPath: 'z.md' }],
  ['delete', { path }],
];

async function answers(files: Readonly<Record<string, string>>): Promise<string[]> {
  const vault = await RuledVault.start(files, { agent });
  try {
    const found: string[] = [];
    for (const path of Object.keys(closed))
      for (const [tool, args] of calls(path)) {
        const { structured, text, isError } = await vault.as('agent').call(tool, args);
        found.push(JSON.stringify([tool, args, isError, structured, text]));
      }
    return found;
  } finally {
    await vault.close();
  }
}

test('no answer tells whether it is there', async () => {
  const [having, lacking] = [await answers({ ...open, ...closed }), await answers(open)];
  expect(having).toEqual(lacking);
});
