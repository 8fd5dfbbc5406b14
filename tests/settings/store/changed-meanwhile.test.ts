import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Plugin } from 'obsidian';
import { type Settings, settingsSchema } from '../../../src/settings/schema';
import { DataFile } from '../../../src/settings/store/data-file';
import { pluginSettingsStorage, SettingsStore } from '../../../src/settings/store/store';
import { t } from '../../../src/ui/text/text';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';
import { manifest } from '../../support/lectern';

class Sample extends Plugin {}

const defaults = settingsSchema.parse({});
const pauseFor = (milliseconds: number): Promise<void> => new Promise(done => setTimeout(done, milliseconds));

describe('a change that finds the file', () => {
  let vault: TemporaryVault;
  let file: string;
  let plugin: Plugin;
  let store: SettingsStore;
  let told: string[];
  let followed: number;
  const inFile = (): Settings => settingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const namesOf = ({ tokens }: Settings): string[] => tokens.map(({ name }) => name);

  beforeEach(async () => {
    vault = await temporaryVault({});
    file = vault.at(`.obsidian/plugins/${manifest.id}/data.json`);
    told = [];
    followed = 0;
    plugin = new Sample(vault.host.app, manifest);
    const storage = pluginSettingsStorage(plugin);
    store = new SettingsStore(
      storage,
      problem => told.push(problem),
      () => Promise.resolve(void (followed += 1)),
    );
    await store.load();
    await store.addToken('first', 'write', new Date(0));
  });
  afterEach(() => vault.close());

  test.each([
    ['missing', () => rmSync(file)],
    ['damaged', () => writeFileSync(file, '{"tok')],
    [
      'with a key that nobody knows',
      () => writeFileSync(file, readFileSync(file, 'utf8').replace('"hidden"', '"hiden"')),
    ],
  ])('%s is not saved, and no rule is lost', async (_how, change) => {
    const before = inFile();
    change();
    const there = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    expect(
      await store.addPaired('phone', { rights: 'read', folders: [], changes: 'allow' }, new Date(0)),
    ).toBeUndefined();
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(there);
    expect(store.isLocked).toBe(true);
    writeFileSync(file, JSON.stringify(before));
    await store.load();
    expect(namesOf(store.settings)).toEqual(['first']);
    expect(
      await store.addPaired('phone', { rights: 'read', folders: [], changes: 'allow' }, new Date(0)),
    ).toBeDefined();
    expect(namesOf(inFile())).toEqual(['first', 'phone']);
  });

  test('missing leaves a revoked token revoked, whatever is changed next', async () => {
    await store.addToken('second', 'read', new Date(0));
    rmSync(file);
    const [first] = store.settings.tokens;
    if (first === undefined) throw new Error('There is no token.');
    await Promise.all([
      store.removeToken(first),
      store.update(settings => ({ ...settings, welcomed: true })),
    ]);
    expect(namesOf(store.settings)).not.toContain('first');
    await store.update(settings => ({ ...settings, welcomed: true }));
    expect([namesOf(store.settings), namesOf(inFile())]).toEqual([['second'], ['second']]);
    expect(inFile().revoked).toEqual([first.valueHash]);
  });

  test('missing lets a token keep its value and its rules where it should have got a new one', async () => {
    const [first] = store.settings.tokens;
    if (first === undefined) throw new Error('There is no token.');
    await store.changeToken(first.valueHash, token => ({ ...token, allow: ['Work/**'] }));
    const [before, value] = [readFileSync(file), store.tokenValue(first)];
    rmSync(file);
    const hash = await store.rotateToken(store.settings.tokens[0] ?? first, new Date(0));
    expect(store.tokenValue({ ...first, valueHash: hash })).toBeUndefined();
    writeFileSync(file, before);
    await store.load();
    expect(store.settings.tokens).toMatchObject([{ valueHash: first.valueHash, allow: ['Work/**'] }]);
    expect([value, store.tokenValue(first)]).toEqual([expect.any(String), value]);
  });

  test('with less rights of a token, as another program gave it, keeps them where the token gets a new value', async () => {
    const [first] = store.settings.tokens;
    if (first === undefined) throw new Error('There is no token.');
    const { tokens, ...others } = inFile();
    const narrower = tokens.map(token => ({ ...token, rights: 'read' as const, allow: ['Work/**'] }));
    writeFileSync(file, JSON.stringify({ ...others, tokens: narrower }));
    const valueHash = await store.rotateToken(first, new Date(1));
    for (const { tokens: now } of [inFile(), store.settings])
      expect(now).toEqual([{ ...narrower[0], valueHash, created: new Date(1).toISOString() }]);
  });

  test('changed takes nothing back that the user accepted while an earlier change was saved', async () => {
    const { tokens, ...others } = inFile();
    const wider = tokens.map(token => ({ ...token, rights: 'full' as const }));
    writeFileSync(file, JSON.stringify({ ...others, tokens: wider }));
    await store.load();
    const saving = store.update(settings => ({ ...settings, journalDays: 7 }));
    store.acceptUntrusted(store.untrusted());
    await saving;
    writeFileSync(file, JSON.stringify({ ...inFile(), port: 4321 }));
    await store.update(settings => ({ ...settings, journalDays: 8 }));
    expect(store.settings).toMatchObject({ port: 4321, journalDays: 8, tokens: [{ rights: 'full' }] });
    expect(store.untrusted()).toEqual([]);
  });

  test('missing leaves no right accepted, whatever else was changed at the same time', async () => {
    const [first] = store.settings.tokens;
    if (first === undefined) throw new Error('There is no token.');
    const before = inFile();
    rmSync(file);
    await Promise.all([
      store.changeToken(first.valueHash, token => ({ ...token, rights: 'full' })),
      store.update(settings => ({ ...settings, welcomed: true })),
    ]);
    writeFileSync(
      file,
      JSON.stringify({ ...before, tokens: before.tokens.map(token => ({ ...token, rights: 'full' })) }),
    );
    await store.load();
    expect(store.settings.tokens).toMatchObject([{ rights: 'write' }]);
    expect(store.untrusted()).toHaveLength(1);
  });

  test.each([true, false])(
    'changed drops an earlier change that could not be saved, and says so; by a further change: %s',
    async isFurther => {
      const save = jest.spyOn(plugin, 'saveData').mockRejectedValue(new Error('The disk is full.'));
      expect(await store.update(settings => ({ ...settings, journalDays: 7 }))).toBe(false);
      save.mockRestore();
      expect([store.settings.journalDays, told]).toEqual([7, [t('notice.notSaved')]]);
      writeFileSync(file, JSON.stringify({ ...inFile(), port: 4321 }));
      if (isFurther) await store.update(settings => ({ ...settings, welcomed: true }));
      else await store.load();
      expect([store.settings.journalDays, store.settings.port]).toEqual([defaults.journalDays, 4321]);
      expect(told).toEqual([t('notice.notSaved'), t('notice.unsavedLost')]);
      await store.update(settings => ({ ...settings, port: 4322 }));
      writeFileSync(file, JSON.stringify({ ...inFile(), port: 4323 }));
      await store.load();
      expect(told).toHaveLength(2);
    },
  );

  test('with a revoked token again says so once, also where it cannot be saved at first', async () => {
    const [gone] = store.settings.tokens;
    if (gone === undefined) throw new Error('There is no token.');
    const older = readFileSync(file);
    await store.removeToken(gone);
    const again = t('file.returned', { names: '“first”' });
    const times = (): number => told.filter(problem => problem === again).length;
    const save = jest.spyOn(plugin, 'saveData').mockRejectedValue(new Error('The disk is full.'));
    writeFileSync(file, older);
    await store.load();
    await store.load();
    expect(times()).toBe(1);
    save.mockRestore();
    await store.load();
    expect([times(), namesOf(inFile())]).toEqual([1, []]);
    writeFileSync(file, older);
    await store.load();
    expect(times()).toBe(2);
    expect(told).not.toContain(t('notice.unsavedLost'));
  });

  test('closed is not written over by what follows in the same action', async () => {
    const text = readFileSync(file, 'utf8').replace('"hidden"', '"hiden"');
    writeFileSync(file, text);
    const hash = await store.addToken('second', 'read', new Date(0));
    await store.changeToken(hash, token => ({ ...token, allow: ['Work/**'] }));
    expect([store.isLocked, readFileSync(file, 'utf8')]).toEqual([true, text]);
  });

  test('missing for a moment makes no change twice', async () => {
    const { adapter } = vault.host.app.vault;
    const exists = jest.spyOn(adapter, 'exists').mockResolvedValueOnce(false);
    await Promise.all(['second', 'third'].map(name => store.addToken(name, 'read', new Date(0))));
    exists.mockRestore();
    expect(namesOf(inFile())).toEqual(['first', 'second', 'third']);
  });

  test('at another port is saved once, and the server is told to follow', async () => {
    writeFileSync(file, JSON.stringify({ ...inFile(), port: 4321 }));
    await store.addToken('second', 'read', new Date(0));
    expect([store.settings.port, inFile().port, namesOf(inFile()), followed]).toEqual([
      4321,
      4321,
      ['first', 'second'],
      1,
    ]);
  });

  test('with a revoked token again does not wait for itself', async () => {
    const older = readFileSync(file, 'utf8');
    const [gone] = store.settings.tokens;
    if (gone !== undefined) await store.removeToken(gone);
    rmSync(file);
    const back = pauseFor(150).then(() => writeFileSync(file, older));
    const changed = store.addToken('second', 'read', new Date(0));
    await back;
    await pauseFor(100);
    await store.load();
    await changed;
    await store.addToken('third', 'read', new Date(0));
    expect(namesOf(store.settings)).not.toContain('first');
    expect(namesOf(inFile())).toContain('third');
  });

  test('ever again changed gives up, and says so', async () => {
    let count = 0;
    const save = jest.spyOn(DataFile.prototype, 'save').mockImplementation(() => {
      count += 1;
      return Promise.resolve(false);
    });
    told.length = 0;
    expect(await store.update(settings => ({ ...settings, port: 4000 }))).toBe(false);
    save.mockRestore();
    expect(count).toBeLessThan(20);
    expect(store.settings.port).toBe(defaults.port);
    expect(told).toEqual([t('notice.notChanged')]);
  });
});
