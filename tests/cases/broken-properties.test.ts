/** A write that leaves the properties of a note unreadable succeeds, and says so with the line. */
import { z } from 'zod';
import { codeOf, type TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const broken = '---\ntitle: Q3: Planning\ntags: [x]\n---\nbody';
const fine = '---\ntitle: "Q3: Planning"\ntags: [x]\n---\nbody\n';

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: {
      'a.md': fine,
      'b.md': 'plain\n',
      'open.md': '---\ntitle: x\nbody',
      'marked.md': '\uFEFF---\r\ntitle: x\r\nbody\r\n',
      'Templates/T.md': '---\nx: {{title}}: y\n---\n',
      '.obsidian/core-plugins.json': '{"templates":true}',
      '.obsidian/templates.json': '{"folder":"Templates"}',
    },
  });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

async function hintsOf(tool: string, args: Record<string, unknown>): Promise<string> {
  const answer = await client.call(tool, args);
  expect(codeOf(answer)).toBe('ok');
  const hints = z.array(z.string()).parse(answer.structured['hints'] ?? []);
  for (const hint of hints) expect(answer.text).toContain(hint.slice(0, 30));
  return JSON.stringify(hints);
}

test.each<[string, Record<string, unknown>, RegExp]>([
  ['create_note', { path: 'n', content: broken }, /line 2/u],
  ['create_note', { path: 'n', content: broken, dryRun: true }, /line 2/u],
  ['create_note', { path: 'n', template: 'T' }, /line 2/u],
  [
    'create_notes',
    {
      notes: [
        { path: 'm', content: 'ok' },
        { path: 'n', content: broken },
      ],
    },
    /n\.md.*line 2/u,
  ],
  ['update_note', { path: 'n', mode: 'append', content: broken }, /line 2/u],
  ['update_note', { path: 'b', mode: 'prepend', content: broken }, /line 2/u],
  ['edit_note', { path: 'a', edits: [{ oldText: 'tags: [x]', newText: 'x: 1\ntags: [x' }] }, /line [34]/u],
  [
    'edit_notes',
    { changes: [{ path: 'a', edits: [{ oldText: '"Q3: Planning"', newText: 'a: b' }] }] },
    /a\.md.*line 2/u,
  ],
  ['create_note', { path: 'n', content: '---\n- one\n- two\n---\n' }, /below line 1/u],
  ['create_note', { path: 'n', content: '---\ntitle: x\nbody' }, /line 1/u],
  ['create_note', { path: 'n', content: '---\na: 1\ntags: one, two\n---\n' }, /`tags`.*line 3/u],
  ['edit_note', { path: 'a', edits: [{ oldText: 'tags: [x]', newText: 'Tags: x y' }] }, /`tags`.*line 3/u],
  ['update_frontmatter', { path: 'open', set: { x: 1 } }, /line 4/u],
  ['update_frontmatter', { path: 'marked', set: { x: 1, y: 2 } }, /line 5/u],
  ['update_tags', { path: 'open', add: ['t'] }, /line \d/u],
  ['update_frontmatter', { path: 'open', set: { x: 1 }, dryRun: true }, /line 4/u],
])('%s %j', async (tool, args, expected) => {
  expect(await hintsOf(tool, args)).toMatch(expected);
});

test.each<[string, Record<string, unknown>]>([
  ['create_note', { path: 'n', content: fine }],
  ['create_note', { path: 'n', content: '---\n---\nx' }],
  ['create_note', { path: 'n', content: '---\n# a comment\n---\nx' }],
  ['create_note', { path: 'n', content: '---\nA line\n' }],
  ['create_note', { path: 'n', content: '---\ntags: one\n---\n' }],
  ['update_note', { path: 'b', mode: 'append', content: broken }],
])('%s %j says nothing of it', async (tool, args) => {
  expect(await hintsOf(tool, args)).not.toMatch(/line|tags/u);
});

test('a merge and an undo say it too', async () => {
  await client.call('create_note', { path: 'n', content: broken });
  const edit = { path: 'n', edits: [{ oldText: 'Q3: Planning', newText: 'Q3' }] };
  const { structured } = await client.call('edit_note', edit);
  expect(structured['hints']).toBeUndefined();
  expect(await hintsOf('undo_change', { changeId: structured['changeId'] })).toMatch(/line 2/u);
});
