/** Any sequence of writes, taken back one by one, gives back each state to the byte, and so does taking that back. */
import fc from 'fast-check';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';
import { notesOf } from '../../support/files/vault-contents';

const run = { seed: 20_261_121, numRuns: 12 };
const files = {
  'a.md': '\uFEFF---\r\ntags: [one, two] # why\r\n---\r\n# H\r\nsee [[b]] #one\r\n',
  'b.md': '# H\ntext\n\n# I\n[[a]] and [x](c.md)',
  'c.md': 'due [[a#H]] [[b#I|i]] ![[b#H]]\n',
  'x.canvas': '{"nodes":[{"type":"file","file":"a.md","subpath":"#H"}]}',
  'y.base': 'filters: file.hasLink("b")\n',
};

let lectern: RunningLectern;
let client: TestClient;

interface Write {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

const path = fc.constantFrom('a', 'b', 'c', 'd', 'N/e');
const text = fc.constantFrom('x', '$&', 'two\nlines\n', '\u2028😀', '#one/deep');
const dryless = { overwriteIfExists: true };

const writes: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ path, content: text }).map(args => ({ tool: 'create_note', args })),
  fc
    .record({ path, content: text, mode: fc.constantFrom('append', 'prepend') })
    .map(args => ({ tool: 'update_note', args: { ...args, ...dryless } })),
  fc.record({ path, oldText: fc.constantFrom('text', 'see', 'x', '#') }).map(({ path: at, oldText }) => ({
    tool: 'edit_note',
    args: { path: at, edits: [{ oldText, newText: '$1', replaceAll: true }] },
  })),
  fc
    .record({ path, content: text, operation: fc.constantFrom('append', 'prepend', 'replace') })
    .map(args => ({ tool: 'patch_note', args: { ...args, targetType: 'heading', target: 'H' } })),
  fc.record({ path, tags: fc.constantFrom('one', 'fresh') }).map(({ path: at, tags }) => ({
    tool: 'update_frontmatter',
    args: { path: at, set: { tags: [tags], due: '2026-11-21' } },
  })),
  fc.record({ path }).map(({ path: at }) => ({ tool: 'update_tags', args: { path: at, remove: ['one'] } })),
  fc
    .record({ from: fc.constantFrom('one', 'two', 'fresh'), to: fc.constantFrom('one', 'new/one') })
    .map(args => ({ tool: 'rename_tag', args })),
  fc
    .record({
      path,
      heading: fc.constantFrom('H', 'I', 'J'),
      newHeading: fc.constantFrom('H', 'J', 'K: [x]'),
    })
    .map(args => ({ tool: 'rename_heading', args: { ...args, occurrence: 1 } })),
  fc
    .record({ property: fc.constantFrom('tags', 'due'), newProperty: fc.constantFrom('labels', 'due') })
    .map(args => ({ tool: 'rename_property', args })),
  fc
    .record({ find: fc.constantFrom('x', 'text', '[[a'), replace: text, confirm: fc.constantFrom(1, 2, 3) })
    .map(args => ({ tool: 'replace_in_notes', args: { ...args, scope: 'all' } })),
  fc.record({ from: path, into: path }).map(args => ({ tool: 'merge_notes', args })),
  fc.record({ path, newPath: path }).map(args => ({ tool: 'move', args })),
  fc.record({ path }).map(args => ({ tool: 'delete', args })),
  fc.constant({ tool: 'delete', args: { path: 'N', recursive: true } }),
  fc.constant({ tool: 'move', args: { path: 'N', newPath: 'M/N' } }),
);

interface Made {
  readonly what: string;
  readonly changeId: unknown;
  readonly before: Record<string, string>;
}

async function carriedOut(list: readonly Write[]): Promise<Made[]> {
  const made: Made[] = [];
  for (const { tool, args } of list) {
    const before = notesOf(lectern.folder.path);
    const { structured, isError } = await client.call(tool, args);
    if (isError) expect(notesOf(lectern.folder.path)).toEqual(before);
    else if (structured['changeId'] !== undefined)
      made.push({ what: `${tool} ${JSON.stringify(args)}`, changeId: structured['changeId'], before });
  }
  return made;
}

async function takenBack(made: readonly Made[]): Promise<Made[]> {
  const undone: Made[] = [];
  for (const { what, changeId, before: wanted } of made.toReversed()) {
    const before = notesOf(lectern.folder.path);
    const { structured, isError, text: words } = await client.call('undo_change', { changeId });
    expect([what, isError ? words : 'ok']).toEqual([what, 'ok']);
    expect([what, notesOf(lectern.folder.path)]).toEqual([what, wanted]);
    undone.push({ what: `undoing ${what}`, changeId: structured['changeId'], before });
  }
  return undone;
}

test('every sequence of writes is undone, and the undo undone, step by step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 3, maxLength: 12 }), async list => {
      lectern = await RunningLectern.start({ files });
      client = await lectern.connect();
      try {
        await takenBack(await takenBack(await carriedOut(list)));
      } finally {
        await lectern.close();
      }
    }),
    run,
  );
}, 120_000);
