import { createTimeSlicer } from '../../../../src/utils/slicing/time-slicer';
import { now, yieldToLoop } from '../../../../src/platform';
import { ReadBudget } from '../../../../src/vault/reading/notes';
import { Authority, type Plan, WritePipeline } from '../../../../src/vault/writing/pipeline/pipeline';
import { PathLocks } from '../../../../src/vault/writing/pipeline/path-locks';
import { VaultOperations } from '../../../../src/vault/writing/pipeline/vault-operations';
import { ownerGrant } from '../../../../src/vault/writing/undo/owner-changes';
import { Reversal } from '../../../../src/vault/writing/undo/reversal';
import { JournaledVault } from '../../journal/support';

// Not notes, so that nobody scans them.
const large = 'x'.repeat(11_000_000);
const tick = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

let own: JournaledVault;
beforeEach(async () => {
  own = await JournaledVault.open({
    'a.png': large,
    'b.png': large,
    'c.png': large,
    'F/G/d.png': large,
    'small.md': 'x',
  });
});
afterEach(() => own.vault.close());

interface Started {
  readonly signal?: AbortSignal;
  readonly pathNow?: () => string;
  readonly targets?: () => readonly string[];
  readonly heldBytes?: () => number;
}

/** Writers that change nothing: each tells when it plans, and ends when it is told to. */
async function writers() {
  const { app } = own.vault.host;
  const slicer = createTimeSlicer({ now, yieldToLoop, othersWaiting: () => false });
  const operations = new VaultOperations(app);
  const pipeline = new WritePipeline({
    journal: await own.journal(),
    locks: new PathLocks(),
    budget: new ReadBudget(),
    operations,
    reversal: new Reversal(app, operations),
    freshness: { expect: () => undefined, forget: () => undefined },
    slicer,
  });
  const authority = new Authority({
    grant: ownerGrant,
    targets: { allow: () => undefined },
    writeRefusal: () => undefined,
  });
  const planning: string[] = [];
  const ends = new Map<string, () => void>();
  const start = async (
    path: string,
    { signal = new AbortController().signal, pathNow = () => path, ...held }: Started = {},
  ) => {
    await pipeline.run({
      call: { tool: 'edit_note', dryRun: true, hints: [], signal },
      authority,
      targets: () => [pathNow()],
      ...held,
      plan: () => {
        planning.push(pathNow());
        return new Promise<Plan>(resolve => ends.set(pathNow(), () => resolve({ steps: [] })));
      },
    });
  };
  const end = async (path: string): Promise<void> => {
    ends.get(path)?.();
    await tick();
  };
  return { planning, start, end };
}

test('of several writers of large files only as many plan at once as memory is set aside for', async () => {
  const { planning, start, end } = await writers();
  const all = [start('a.png'), start('b.png'), start('c.png'), start('small.md')];
  await tick();
  expect(planning).toEqual(['small.md', 'a.png', 'b.png']);
  await end('a.png');
  expect(planning).toEqual(['small.md', 'a.png', 'b.png', 'c.png']);
  for (const path of ['b.png', 'c.png', 'small.md']) await end(path);
  await Promise.all(all);
});

test('a writer that waits for memory may leave', async () => {
  const { planning, start, end } = await writers();
  const leaving = new AbortController();
  const first = [start('a.png'), start('b.png')];
  const gone = start('c.png', { signal: leaving.signal });
  await tick();
  leaving.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  for (const path of ['a.png', 'b.png']) await end(path);
  await Promise.all(first);
  expect(planning).toEqual(['a.png', 'b.png']);
});

test('a writer that holds no texts waits for nobody', async () => {
  const { planning, start, end } = await writers();
  const all = [start('a.png'), start('b.png'), start('c.png', { heldBytes: () => 0 })];
  await tick();
  expect(planning).toContain('c.png');
  for (const path of ['a.png', 'b.png', 'c.png']) await end(path);
  await Promise.all(all);
});

test('a writer whose name became another file while it waited for memory waits for the writer of that file', async () => {
  const { planning, start, end } = await writers();
  let named = 'c.png';
  const all = [start('a.png'), start('b.png'), start('c.png', { pathNow: () => named }), start('small.md')];
  await tick();
  named = 'small.md';
  await end('a.png');
  expect(planning).toEqual(['small.md', 'a.png', 'b.png']);
  await end('small.md');
  expect(planning).toEqual(['small.md', 'a.png', 'b.png', 'small.md']);
  for (const path of ['b.png', 'small.md']) await end(path);
  await Promise.all(all);
});

test('what a writer says that it holds counts, and a file that it names twice counts once', async () => {
  const { planning, start, end } = await writers();
  const twice = start('a.png', { targets: () => ['a.png', 'a.png'] });
  const all = [twice, start('small.md', { heldBytes: () => 12_000_000 }), start('b.png')];
  await tick();
  expect(planning).toEqual(['a.png', 'small.md']);
  await end('small.md');
  expect(planning).toEqual(['a.png', 'small.md', 'b.png']);
  for (const path of ['a.png', 'b.png']) await end(path);
  await Promise.all(all);
});
