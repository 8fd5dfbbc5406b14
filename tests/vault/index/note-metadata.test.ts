import { VaultEvents } from '../../../src/vault/index/vault-events';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';

it('the facts of all notes are read ahead, in slices, and none is read again', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `${index}.md`);
  const vault = await temporaryVault(
    Object.fromEntries(names.map(name => [name, '#one #two #one\n\n- [ ] a\n- [x] b\n- [-] c\n- d'])),
  );
  const { app } = vault.host;
  try {
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    let asked = 0;
    const fileCache = app.metadataCache.getFileCache.bind(app.metadataCache);
    app.metadataCache.getFileCache = file => {
      asked += 1;
      return fileCache(file);
    };
    const facts = new NoteFactsIndex(app, new VaultEvents(app, () => undefined));
    const { slicer, pauses } = steppingSlicer();
    await facts.prepare({ slicer });
    expect(pauses()).toBeGreaterThan(1);
    expect(asked).toBe(200);
    for (const file of app.vault.getMarkdownFiles()) expect(facts.of(file).tags).toEqual(['one', 'two']);
    expect(asked).toBe(200);
  } finally {
    await vault.close();
  }
});

it('the title of a note is known once the note is read', async () => {
  const vault = await temporaryVault({ 'a.md': '---\ntitle: An apple\n---\n', 'b.md': 'text' });
  const { app } = vault.host;
  try {
    const facts = new NoteFactsIndex(app, new VaultEvents(app, () => undefined));
    const titles = (): unknown[] => ['a.md', 'b.md'].map(path => facts.knownTitleOf(vault.file(path)));
    expect(titles()).toEqual([undefined, undefined]);
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    expect(titles()).toEqual(['An apple', 'b']);
  } finally {
    await vault.close();
  }
});
