import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Intent, Journal } from '../../../src/vault/journal/journal';
import { versionOf } from '../../../src/vault/notes';
import { bytes, caller, journalFolder, JournaledVault } from './support';

let own: JournaledVault;
let folder: string;

beforeEach(async () => {
  own = await JournaledVault.open();
  folder = own.vault.at(journalFolder);
});
afterEach(() => own.vault.close());

function edit(path: string, before: string, after: string): Intent {
  return {
    caller,
    tool: 'edit_note',
    files: [{ kind: 'edit', path, before: bytes(before), after: bytes(after) }],
  };
}

async function complete(journal: Journal, intent: Intent): Promise<string> {
  const id = await journal.begin(intent);
  await journal.done(id);
  return id;
}

function segments(): string[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .sort();
}

function onlySegment(): string {
  const [name = ''] = segments();
  return join(folder, name);
}

describe('the journal', () => {
  test('has the intent on disk before it answers, and survives a start', async () => {
    const journal = await own.journal();
    const id = await journal.begin(edit('a.md', 'one', 'two'));
    expect(readFileSync(onlySegment(), 'utf8')).toContain(id);
    const next = await own.journal();
    expect(next.pending()).toEqual(journal.pending());
    expect(next.pending()).toMatchObject([{ id, token: 'test', client: 'tests', tool: 'edit_note' }]);
    expect(next.get(id)).toBeUndefined();
    await next.done(id);
    expect((await own.journal()).get(id)).toMatchObject({ isPending: false, files: [{ path: 'a.md' }] });
  });

  test('keeps contents and finds texts by version', async () => {
    const journal = await own.journal();
    const large = 'line of text\n'.repeat(10_000);
    const id = await complete(journal, edit('a.md', '\uFEFFone', large));
    const again = await own.journal();
    const [file] = again.get(id)?.files ?? [];
    if (file?.before === undefined || file.after === undefined) throw new Error('no images');
    expect(await again.image(file.before)).toEqual(bytes('\uFEFFone'));
    expect(await again.textOfVersion(versionOf(bytes(large)))).toBe(large);
    expect(await again.textOfVersion('nothing')).toBeUndefined();
    expect(file.after.stored ?? Infinity).toBeLessThan(1000);
  });

  test('hides itself from repositories and writes each content once', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'one', 'two'));
    await complete(journal, edit('a.md', 'two', 'one'));
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    expect(readdirSync(join(folder, 'blobs'))).toHaveLength(2);
  });

  test('orders ids by time, also within a millisecond and when the clock is set back', async () => {
    const journal = await own.journal();
    const ids: string[] = [];
    for (const step of [0, 0, 1, -50, 2]) {
      own.time += step;
      ids.push(await complete(journal, edit('a.md', 'one', 'two')));
    }
    expect(ids.toSorted()).toEqual(ids);
    expect(journal.newestFirst().map(({ id }) => id)).toEqual(ids.toReversed());
    own.time -= 1000;
    expect((await complete(await own.journal(), edit('a.md', 'one', 'two'))) > (ids.at(-1) ?? '')).toBe(true);
  });

  test('forgets what was rolled back', async () => {
    const journal = await own.journal();
    const id = await journal.begin(edit('a.md', 'one', 'two'));
    await journal.rolledBack(id);
    for (const one of [journal, await own.journal()])
      expect([one.get(id), one.pending()]).toEqual([undefined, []]);
  });

  test('records intents asked for at once, one after the other', async () => {
    const journal = await own.journal();
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => complete(journal, edit(`${index}.md`, 'one', `${index}`))),
    );
    expect(new Set(ids).size).toBe(20);
    expect((await own.journal()).newestFirst()).toHaveLength(20);
  });
});

describe('a journal that is not as it was written', () => {
  test('may end in a torn line', async () => {
    const journal = await own.journal();
    const id = await complete(journal, edit('a.md', 'one', 'two'));
    const lost = await complete(journal, edit('a.md', 'two', 'three'));
    const text = readFileSync(onlySegment(), 'utf8');
    truncateSync(onlySegment(), text.indexOf(lost) + 5);
    const again = await own.journal();
    expect(again.newestFirst().map(change => change.id)).toEqual([id]);
    expect(own.problems).toEqual([]);
    await complete(again, edit('a.md', 'two', 'four'));
    expect((await own.journal()).newestFirst()).toHaveLength(2);
  });

  test.each(['garbage', '{"type":"begin"}\n', '\u0000\u0000\n', '[]\n{}\n'])(
    'is kept aside when it has %j in it',
    async garbage => {
      const journal = await own.journal();
      const id = await complete(journal, edit('a.md', 'one', 'two'));
      const path = onlySegment();
      const good = readFileSync(path, 'utf8');
      writeFileSync(path, good + garbage);
      const again = await own.journal();
      expect(own.problems).toHaveLength(1);
      expect(again.get(id)).toBeDefined();
      expect(readFileSync(path.replace('changes-', 'damaged-changes-'), 'utf8')).toBe(good + garbage);
      expect((await own.journal()).get(id)).toBeDefined();
      expect(own.problems).toHaveLength(1);
    },
  );

  test('keeps no more than three damaged files', async () => {
    await complete(await own.journal(), edit('a.md', 'one', 'two'));
    for (let round = 1; round < 7; round += 1) {
      writeFileSync(join(folder, `changes-00000000${round}-0000-abc.jsonl`), 'garbage\n');
      await own.journal();
    }
    await own.journal();
    expect(readdirSync(folder).filter(name => name.startsWith('damaged-'))).toHaveLength(3);
  });

  test('answers no content that is damaged, missing or another', async () => {
    const journal = await own.journal();
    const id = await complete(journal, edit('a.md', 'one', 'two'));
    const [file] = journal.get(id)?.files ?? [];
    if (file?.before === undefined || file.after === undefined) throw new Error('no images');
    const blob = (hash: string): string => join(folder, 'blobs', hash);
    writeFileSync(blob(file.before.hash), readFileSync(blob(file.after.hash)));
    rmSync(blob(file.after.hash));
    expect(await journal.image(file.before)).toBeUndefined();
    expect(await journal.image(file.after)).toBeUndefined();
  });

  test('that is gone altogether is made anew', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'one', 'two'));
    rmSync(folder, { recursive: true });
    await expect(journal.begin(edit('a.md', 'two', 'one'))).rejects.toMatchObject({ code: 'storage_error' });
    await complete(journal, edit('a.md', 'two', 'one'));
    expect(existsSync(folder)).toBe(true);
  });
});

describe('retention', () => {
  const day = 24 * 3_600_000;

  test('drops what is too old, with its contents', async () => {
    const journal = await own.journal();
    const old = await complete(journal, edit('a.md', 'one', 'two'));
    own.time += 20 * day;
    const kept = await complete(journal, edit('a.md', 'two', 'three'));
    own.time += 11 * day;
    await journal.retain();
    expect([journal.get(old), journal.get(kept)?.id]).toEqual([undefined, kept]);
    expect(readdirSync(join(folder, 'blobs'))).toHaveLength(2);
    expect(segments()).toHaveLength(1);
    expect((await own.journal()).newestFirst()).toHaveLength(1);
  });

  test('keeps the size, oldest out first', async () => {
    const limits = { age: 30 * day, bytes: 20_000, files: 1000 };
    const journal = await own.journal(limits);
    const ids: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      own.time += 2 * day;
      ids.push(await complete(journal, edit('a.md', `${round}`, noise(round, 3000))));
    }
    const kept = journal.newestFirst().map(({ id }) => id);
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.length).toBeLessThan(15);
    expect(kept).toEqual(ids.slice(-kept.length).reverse());
  });

  test('removes contents that no change uses, such as a crash leaves', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'one', 'two'));
    writeFileSync(join(folder, 'blobs', 'f'.repeat(64)), 'x');
    appendFileSync(join(folder, 'blobs', '.lectern-1-a-b.tmp'), 'x');
    await journal.retain();
    expect(readdirSync(join(folder, 'blobs'))).toHaveLength(2);
  });

  test('never drops a change whose end is unknown', async () => {
    const journal = await own.journal();
    const id = await journal.begin(edit('a.md', 'one', 'two'));
    own.time += 40 * day;
    await journal.retain();
    await journal.clear();
    expect((await own.journal()).pending().map(change => change.id)).toEqual([id]);
  });

  test('drops what is too old without a later write', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'one', 'two'));
    own.time += 31 * day;
    await journal.retain();
    expect([segments(), readdirSync(join(folder, 'blobs'))]).toEqual([[], []]);
  });

  test('follows limits that change while it is in use', async () => {
    let age = 30 * day;
    const journal = await own.journal({
      bytes: 1e9,
      get age() {
        return age;
      },
    });
    await complete(journal, edit('a.md', 'one', 'two'));
    own.time += 2 * day;
    await journal.retain();
    expect(journal.newestFirst()).toHaveLength(1);
    age = day;
    await journal.retain();
    expect(journal.newestFirst()).toEqual([]);
  });

  test('emptied, keeps only what it needs of changes under way', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'gone', 'two'));
    const id = await journal.begin(edit('a.md', 'two', 'three'));
    writeFileSync(join(folder, 'damaged-changes-1.jsonl'), 'secret');
    await journal.clear();
    await journal.done(id);
    expect(journal.newestFirst().map(change => change.id)).toEqual([id]);
    const again = await own.journal();
    expect(again.newestFirst().map(change => change.id)).toEqual([id]);
    const [file] = again.get(id)?.files ?? [];
    const before = file?.before === undefined ? undefined : await again.image(file.before);
    expect(before).toEqual(bytes('two'));
    expect(readdirSync(join(folder, 'blobs'))).toHaveLength(2);
    expect(readdirSync(folder).filter(name => name.startsWith('damaged'))).toEqual([]);
  });

  test('is emptied on request', async () => {
    const journal = await own.journal();
    await complete(journal, edit('a.md', 'one', 'two'));
    await journal.clear();
    expect(journal.newestFirst()).toEqual([]);
    expect([segments(), readdirSync(join(folder, 'blobs'))]).toEqual([[], []]);
    await complete(journal, edit('a.md', 'one', 'two'));
    expect((await own.journal()).newestFirst()).toHaveLength(1);
  });
});

/** Text that hardly compresses, the same in every run. */
function noise(seed: number, length: number): string {
  let state = seed + 1;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += state.toString(36);
  }
  return text;
}
