import { unlinkSync } from 'node:fs';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { MetadataReadiness } from '../../../src/vault/index/metadata/metadata-readiness';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { steppingSlicer } from '../../search/slicers';

describe('the wait for the metadata of the app', () => {
  const limits = { timeout: 400, standstill: 50, poll: 25 };
  const { signal } = new AbortController();

  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault({ 'a.md': '[[b]]\n', 'b.md': '# B\n' });
  });

  afterEach(() => vault.close());

  function readiness(): MetadataReadiness {
    return new MetadataReadiness(vault.host.app, new VaultEvents(vault.host.app, () => undefined), limits);
  }

  it('the wait for metadata does not take a vault whose links are not resolved yet for one that is read', async () => {
    await expect(readiness().wait(signal)).rejects.toMatchObject({ code: 'busy' });
  });

  it('the wait for metadata starts again after it gave up', async () => {
    const waiting = readiness();
    await expect(waiting.wait(signal)).rejects.toMatchObject({ code: 'busy' });
    await vault.host.becomeReady();
    await expect(waiting.wait(signal)).resolves.toBeUndefined();
    expect(vault.host.app.metadataCache.resolvedLinks).toEqual({ 'a.md': { 'b.md': 1 }, 'b.md': {} });
  });

  it('lets go of a call that nobody waits for any more', async () => {
    const call = new AbortController();
    const waiting = readiness();
    const waited = waiting.wait(call.signal);
    call.abort(new Error('gone'));
    await expect(waited).rejects.toThrow('gone');
    await expect(waiting.wait(call.signal)).rejects.toThrow('gone');
  });

  it('the wait for metadata does not last for ever for a note that the app cannot read', async () => {
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    Reflect.deleteProperty(vault.host.app.metadataCache.resolvedLinks, 'b.md');
    await expect(readiness().wait(signal)).resolves.toBeUndefined();
  });

  it('the wait for metadata does not count a canvas with links for a note that was read', () => {
    const { resolvedLinks } = vault.host.app.metadataCache;
    Object.assign(resolvedLinks, { 'a.md': {}, 'board.canvas': { 'a.md': 1 } });
    expect(readiness().isOpen()).toBe(false);
    Object.assign(resolvedLinks, { 'b.md': {} });
    expect(readiness().isOpen()).toBe(true);
  });

  it('the wait for metadata does not last for ever for the only note, once the app has said that all is read', async () => {
    unlinkSync(vault.at('a.md'));
    const waiting = readiness();
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    for (const path of ['a.md', 'b.md'])
      Reflect.deleteProperty(vault.host.app.metadataCache.resolvedLinks, path);
    await expect(waiting.wait(signal)).resolves.toBeUndefined();
  });

  it('the wait for metadata does not wait for a text that another hand has written over', async () => {
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    const waiting = readiness();
    waiting.expect('a.md', 'what nobody will ever read');
    waiting.expect('gone.md', 'nor this');
    await expect(waiting.wait(signal)).resolves.toBeUndefined();
  }, 2_000);

  it('the wait for metadata is for the notes that were asked for, whatever else is still to be read', async () => {
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    const waiting = readiness();
    const others = new AbortController();
    let isOver = false;
    waiting.expect('a.md');
    const forAll = waiting.wait(others.signal).finally(() => (isOver = true));
    await waiting.wait(signal, ['b.md']);
    expect(isOver).toBe(false);
    others.abort(new Error('enough'));
    await expect(forAll).rejects.toThrow('enough');
  });
});

describe('the facts of the notes', () => {
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
});
