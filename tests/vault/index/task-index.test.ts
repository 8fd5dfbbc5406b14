import type { TFile } from 'obsidian';
import { TaskIndex } from '../../../src/vault/index/tasks/task-index';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';
import { RunningLectern } from '../../support/lectern';

describe('tasks of several notes', () => {
  const { signal } = new AbortController();

  let vault: TemporaryVault;
  beforeEach(async () => {
    vault = await temporaryVault({
      'a.md': '- [ ] later 📅 2026-11-25\n- [ ] sooner 📅 2026-11-24\n',
      'b.md': '- [ ] other\n',
      'c.md': '- [x] done\n',
    });
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
  });
  afterEach(() => vault.close());

  function taskIndex() {
    const { app } = vault.host;
    const reads: string[] = [];
    const readBinary = app.vault.readBinary.bind(app.vault);
    app.vault.readBinary = file => {
      reads.push(file.path);
      return readBinary(file);
    };
    const index = new TaskIndex({
      app,
      events: new VaultEvents(app, () => undefined),
      readiness: { wait: () => Promise.resolve() },
      slicer: steppingSlicer().slicer,
    });
    const textsOf = async (file: TFile): Promise<string[]> =>
      (await index.ofNote(file, 'due', signal)).map(({ text }) => text);
    const allTexts = async (): Promise<string[]> =>
      (await index.sorted('path', signal)).map(({ text }) => text);
    return { textsOf, allTexts, reads };
  }

  test('the tasks of one note are found without reading another', async () => {
    const { textsOf, reads } = taskIndex();
    expect(await textsOf(vault.file('a.md'))).toEqual(['sooner', 'later']);
    expect(await textsOf(vault.file('a.md'))).toEqual(['sooner', 'later']);
    expect(reads).toEqual(['a.md']);
  });

  test('calls for one note and for all notes at the same time have all tasks, and read each note once', async () => {
    const { textsOf, allTexts, reads } = taskIndex();
    const found = await Promise.all([
      textsOf(vault.file('b.md')),
      allTexts(),
      textsOf(vault.file('a.md')),
      textsOf(vault.file('b.md')),
    ]);
    const all = ['later', 'sooner', 'other', 'done'];
    expect(found).toEqual([['other'], all, ['sooner', 'later'], ['other']]);
    expect(reads.toSorted()).toEqual(['a.md', 'b.md', 'c.md']);
  });

  test('the tasks of a note follow its text', async () => {
    const { textsOf } = taskIndex();
    expect(await textsOf(vault.file('b.md'))).toEqual(['other']);
    await vault.host.app.vault.modify(vault.file('b.md'), '- [ ] new\n');
    await vault.host.metadataSettled();
    expect(await textsOf(vault.file('b.md'))).toEqual(['new']);
  });
});

describe('tasks of very long lines', () => {
  const line = 'a'.repeat(90_000);

  test.each([
    ['in its middle', `${'a'.repeat(24_500)}b${'a'.repeat(24_500)}`, 0],
    ['at its end', `${'a'.repeat(49_000)}b`, 0],
    ['in nothing', 'a'.repeat(49_001), 20],
  ])('a long text to find tasks by takes little time where tasks differ %s', async (_name, text, count) => {
    const vault = await RunningLectern.start({ files: { 'Tasks.md': `- [ ] ${line}\n`.repeat(20) } });
    try {
      const client = await vault.connect();
      await client.call('list_tasks', { status: 'any' });
      const before = process.cpuUsage();
      const { structured } = await client.call('list_tasks', { text });
      // The engine's own search takes 10 s.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
      expect(structured['totalCount']).toBe(count);
    } finally {
      await vault.close();
    }
  });
});
