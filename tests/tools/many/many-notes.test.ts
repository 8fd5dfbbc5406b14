/** Changes of many notes over generated vaults: their undo, their order, and a process that dies in the middle. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { TestClient } from '../../support/clients';
import { failDisk } from '../../support/disk-faults';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { contentsOf, notesOf } from '../../support/files/vault-contents';

const run = { seed: 20_261_122, numRuns: 10 };

const piece = fc.constantFrom(
  '# Goals\n',
  '## Costs\r\n',
  '### Goals\n',
  '# Notes  \n',
  '[[a#Goals]] ',
  '[[a#Costs|c]]\n',
  '![[b#Notes]]\n',
  '[x](a.md#Goals)',
  '[[#Goals]]',
  '[[b]] [[F/c#^id]]\n',
  '`[[a#Goals]]`\n',
  'word WORD  \r\n',
  '- item ^id\n',
  'note[^1]\n\n[^1]: text\n',
  '\n\n',
  '| [[a#Goals]] |\n|-|\n',
);
const head = fc.constantFrom(
  '',
  '\uFEFF',
  '---\ndue: 2026 # word\nsee: "[[a#Goals]]"\n---\n',
  '---\r\n"Due": [word, 2]\r\n---\r\n',
  '---\nstatus: x\n---\n',
);
const note = fc
  .tuple(head, fc.array(piece, { maxLength: 10 }))
  .map(([first, pieces]) => first + pieces.join(''));
const vaults = fc.record({
  'a.md': note.map(text => `${text}\n# Goals\n## Costs\n`),
  'b.md': note.map(text => `${text}\n# Notes\n`),
  'F/c.md': note,
  'x.canvas': fc.constantFrom(
    '{"nodes":[{"type":"file","file":"a.md","subpath":"#Goals"},{"type":"text","text":"[[a#Costs]] [[b]]"}]}',
    '{}',
  ),
  'y.base': fc.constantFrom('filters: file.hasLink("b")\n', 'a: ["[[a#Goals]]"]\n'),
});

interface Change {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const heading = (path: string, from: string, newHeading: string): Change => ({
  tool: 'rename_heading',
  args: { path, heading: from, newHeading, occurrence: 1 },
});
const property: Change = { tool: 'rename_property', args: { property: 'due', newProperty: 'deadline' } };
const replacing: Change = { tool: 'replace_in_notes', args: { find: 'word', replace: 'W$1', scope: 'all' } };
const merging: Change = { tool: 'merge_notes', args: { from: 'b', into: 'a', properties: 'add_missing' } };
const changes = [
  heading('a', 'Goals', 'Aims: all'),
  heading('b', 'Notes', 'Log'),
  property,
  replacing,
  merging,
];

async function make(client: TestClient, { tool, args }: Change): Promise<unknown> {
  const first = await client.call(tool, args);
  if (tool !== 'replace_in_notes') return first.structured['changeId'];
  const confirm = field(first.structured, 'count');
  return (await client.call(tool, { ...args, confirm })).structured['changeId'];
}

async function withVault<T>(
  files: Record<string, string>,
  work: (client: TestClient, lectern: RunningLectern) => Promise<T>,
): Promise<T> {
  const lectern = await RunningLectern.start({ files });
  try {
    return await work(await lectern.connect(), lectern);
  } finally {
    await lectern.close();
  }
}

test('each change is undone to the byte, and redone by undoing the undo', async () => {
  await fc.assert(
    fc.asyncProperty(vaults, fc.shuffledSubarray(changes, { minLength: 1 }), async (files, list) => {
      await withVault(files, async (client, { folder }) => {
        for (const change of list) {
          const before = notesOf(folder.path);
          const changeId = await make(client, change);
          const after = notesOf(folder.path);
          expect([change.tool, changeId === undefined]).toEqual([
            change.tool,
            JSON.stringify(after) === JSON.stringify(before),
          ]);
          if (changeId === undefined) continue;
          const undo = await client.call('undo_change', { changeId });
          expect([change, undo.text, notesOf(folder.path)]).toEqual([change, undo.text, before]);
          await client.call('undo_change', { changeId: undo.structured['changeId'] });
          expect([change, notesOf(folder.path)]).toEqual([change, after]);
        }
      });
    }),
    run,
  );
}, 300_000);

test('changes of different things give the same result in either order', async () => {
  const independent = changes.filter(change => change !== merging);
  await fc.assert(
    fc.asyncProperty(
      vaults,
      fc.shuffledSubarray(independent, { minLength: 2, maxLength: 3 }),
      async (files, list) => {
        const after = (order: readonly Change[]): Promise<Record<string, string>> =>
          withVault(files, async (client, { folder }) => {
            for (const change of order) await make(client, change);
            return notesOf(folder.path);
          });
        expect(await after(list)).toEqual(await after(list.toReversed()));
      },
    ),
    { ...run, numRuns: 6 },
  );
}, 300_000);

const files = {
  'a.md': '---\ndue: word\n---\n# Goals\n[[b]] word\n',
  'b.md': '---\nDue: word\n---\n# Notes\n[[a#Goals]] word\n',
  'F/c.md': '[[a#Goals]] ![[b#Notes]] word\n',
};

/** What a next start makes of what is on the disk. */
async function nextStart({ folder }: RunningLectern): Promise<Record<string, string>> {
  const next = await RunningLectern.start({
    prepare: to => {
      cpSync(folder.path, to.path, { recursive: true });
      const state = join(folder.parent, 'state');
      if (existsSync(state)) cpSync(state, join(to.parent, 'state'), { recursive: true });
    },
  });
  const notes = notesOf(next.folder.path);
  await next.close();
  return notes;
}

test.each(changes.filter(({ tool, args }) => tool !== 'rename_heading' || args['path'] === 'a'))(
  '$tool: a process that dies at any moment leaves the old notes or the new ones',
  async change => {
    const wanted = await withVault(files, async (client, { folder }) => {
      await make(client, change);
      return notesOf(folder.path);
    });
    const seen = new Set<string>();
    for (let nth = 1; nth < 40; nth += 1) {
      const died = await withVault(files, async (client, lectern) => {
        const old = notesOf(lectern.folder.path);
        const disk = failDisk(lectern, { code: 'EIO', fails: operation => operation >= nth });
        await make(client, change);
        if (!disk.hasFailed()) return false;
        const now = await nextStart(lectern);
        expect([old, wanted]).toContainEqual(now);
        seen.add(JSON.stringify(now) === JSON.stringify(old) ? 'old' : 'new');
        return true;
      });
      if (died) continue;
      expect([...seen]).toContain('old');
      return;
    }
    throw new Error('It never ended.');
  },
  300_000,
);

test('no other files of a change are left', async () => {
  await withVault(files, async (client, { folder }) => {
    await make(client, merging);
    const strange = Object.keys(contentsOf(folder.path)).filter(path => path.endsWith('.tmp'));
    expect(strange).toEqual([]);
  });
});
