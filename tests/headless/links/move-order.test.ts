import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import type { TAbstractFile } from 'obsidian';
import { type Files, recordEvents, temporaryVault, type TemporaryVault } from '../temporary-vault';

describe('moving with links', () => {
  let vault: TemporaryVault | undefined;

  afterEach(() => vault?.close());

  const open = async (files: Files): Promise<TemporaryVault> => {
    vault = await temporaryVault(files, undefined, { metadataDelay: 0 });
    return vault;
  };

  const at = ({ host }: TemporaryVault, path: string): TAbstractFile => {
    const found = host.app.vault.getAbstractFileByPath(path);
    if (found === null) throw new Error(`no ${path}`);
    return found;
  };

  const rename = (place: TemporaryVault, from: string, to: string): Promise<void> =>
    place.host.app.fileManager.renameFile(at(place, from), to);

  const text = (place: TemporaryVault, path: string): string => readFileSync(place.at(path), 'utf8');

  test('changes nothing when the move is not possible, and says why in the words of the app', async () => {
    const place = await open({ 'a.md': '[[Old]]', 'Old.md': '', 'Taken.md': '', 'Folder/x.md': '[[Old]]' });
    const events = recordEvents(place.host);
    await expect(rename(place, 'Old.md', 'Taken.md')).rejects.toThrow('Destination file already exists!');
    await expect(rename(place, 'Old.md', 'Old.md')).rejects.toThrow('Destination file already exists!');
    await expect(rename(place, 'Old.md', 'Missing/Old.md')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(rename(place, 'Folder', 'Folder/Inner')).rejects.toMatchObject({ code: 'EINVAL' });
    await expect(rename(place, 'Old.md', '../Old.md')).rejects.toThrow('leads out of the vault');
    expect(events).toEqual([]);
    expect(text(place, 'a.md')).toBe('[[Old]]');
  });

  test('reports the move first and each changed note once', async () => {
    const place = await open({
      'a.md': '[[Old]]',
      'b.md': '[[Old]] [[Old]]',
      'c.md': 'none',
      'Old.md': '[[a]]',
    });
    const events = recordEvents(place.host);
    await rename(place, 'Old.md', 'New.md');
    expect(events[0]).toBe('rename New.md from Old.md');
    expect(events.slice(1).sort()).toEqual(['modify a.md', 'modify b.md']);
  });

  test('reports a folder, then its files, in order', async () => {
    const place = await open({ 'p/a.md': '', 'p/q/b.md': '', 'p/q/c.md': '', 'z.md': '[[p/q/b]]' });
    const one = at(place, 'p/q/b.md');
    const events = recordEvents(place.host);
    await rename(place, 'p', 'n');
    expect(events[0]).toBe('rename n from p');
    expect(events.indexOf('rename n/q from p/q')).toBeLessThan(
      events.indexOf('rename n/q/b.md from p/q/b.md'),
    );
    expect(events.slice(1, 5).sort()).toEqual([
      'rename n/a.md from p/a.md',
      'rename n/q from p/q',
      'rename n/q/b.md from p/q/b.md',
      'rename n/q/c.md from p/q/c.md',
    ]);
    expect(events.slice(5)).toEqual(['modify z.md']);
    expect(at(place, 'n/q/b.md')).toBe(one);
  });

  test('lets each move find the links that the previous one changed', async () => {
    const place = await open({ 'a.md': '[[One]] [[p/Two]]', 'One.md': '', 'p/Two.md': '' });
    await place.host.becomeReady();
    await place.host.metadataSettled();
    const one = at(place, 'One.md');
    const { fileManager } = place.host.app;
    await Promise.all([
      fileManager.renameFile(one, 'Three.md'),
      rename(place, 'p', 'q'),
      fileManager.renameFile(one, 'q/Four.md'),
    ]);
    await fileManager.renameFile(one, 'q/Five.md');
    expect(text(place, 'a.md')).toBe('[[Five]] [[q/Two]]');
  });

  test('swaps two names together with their links', async () => {
    const place = await open({ 'A.md': 'a', 'B.md': 'b', 'n.md': '[[A|a]] [[B|b]]' });
    const [a, b] = [at(place, 'A.md'), at(place, 'B.md')];
    const { fileManager } = place.host.app;
    await Promise.all([
      fileManager.renameFile(a, 'C.md'),
      fileManager.renameFile(b, 'A.md'),
      fileManager.renameFile(a, 'B.md'),
    ]);
    expect(text(place, 'n.md')).toBe('[[B|a]] [[A|b]]');
    expect([text(place, 'A.md'), text(place, 'B.md')]).toEqual(['b', 'a']);
  });

  test('finds links that were written a moment ago', async () => {
    const place = await open({ 'Old.md': '', 'a.md': 'nothing' });
    await place.host.becomeReady();
    await place.host.metadataSettled();
    writeFileSync(place.at('outside.md'), '[[Old]]');
    const note = place.host.app.vault.getFileByPath('a.md');
    if (note === null) throw new Error('no note');
    await place.host.app.vault.modify(note, '[[Old]]');
    await place.host.app.vault.create('new.md', '![[Old]]');
    await place.host.settled();
    await rename(place, 'Old.md', 'New.md');
    expect(['a.md', 'new.md', 'outside.md'].map(path => text(place, path))).toEqual([
      '[[New]]',
      '![[New]]',
      '[[New]]',
    ]);
  });

  test('does not change text that is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('[[Old]] '), Buffer.from([0xff, 0xe9])]);
    const place = await open({ 'Old.md': '', 'good.md': '[[Old]]' });
    writeFileSync(place.at('bad.md'), bytes);
    await place.host.settled();
    await rename(place, 'Old.md', 'New.md');
    expect(readFileSync(place.at('bad.md'))).toEqual(bytes);
    expect(text(place, 'good.md')).toBe('[[New]]');
  });

  test('updates the links that can be updated and reports the rest', async () => {
    const place = await open({ 'Old.md': '', 'a.md': '[[Old]]', 'b.md': '[[Old]]', 'c.md': '[[Old]]' });
    // Somebody takes a note away in the moment of the move.
    place.host.app.vault.on('rename', () => unlinkSync(place.at('b.md')));
    await expect(rename(place, 'Old.md', 'New.md')).rejects.toMatchObject({
      code: 'ENOENT',
      message: 'The links in b.md could not be changed.',
    });
    expect(existsSync(place.at('New.md'))).toBe(true);
    expect([text(place, 'a.md'), text(place, 'c.md')]).toEqual(['[[New]]', '[[New]]']);
  });

  test('reads only the notes that link to the file according to the cache', async () => {
    const files: Record<string, string> = { 'Old.md': '' };
    for (let number = 0; number < 300; number++) {
      files[`n/${number}.md`] = number % 3 === 0 ? 'see [[Old]]' : 'see [[Other]]';
    }
    const place = await open(files);
    await place.host.becomeReady();
    await place.host.metadataSettled();
    // Nobody tells the host of these links, so that only a reading could find them.
    writeFileSync(place.at('n/1.md'), 'see [[Old]]');
    await rename(place, 'Old.md', 'New.md');
    expect(text(place, 'n/0.md')).toBe('see [[New]]');
    expect(text(place, 'n/299.md')).toBe('see [[Other]]');
    expect(text(place, 'n/1.md')).toBe('see [[Old]]');
  });
});
