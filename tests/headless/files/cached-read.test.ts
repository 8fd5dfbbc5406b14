import { writeFileSync } from 'node:fs';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';

const files = { 'a.md': 'before', 'b.md': 'other' };

let vault: TemporaryVault;
afterEach(() => vault.close());

const cached = (path = 'a.md'): Promise<string> => vault.host.app.vault.cachedRead(vault.file(path));

describe('cachedRead in a host that keeps texts as the app does', () => {
  beforeEach(async () => {
    vault = await temporaryVault(files, undefined, { watch: true });
    await vault.host.becomeReady();
  });

  test('returns the earlier text until the change by another program is noticed', async () => {
    expect(await cached()).toBe('before');
    writeFileSync(vault.at('a.md'), 'changed outside');
    const [held, disk] = [cached(), vault.host.app.vault.read(vault.file('a.md'))];
    expect([await held, await disk]).toEqual(['before', 'changed outside']);
    await vault.host.settled();
    expect(await cached()).toBe('changed outside');
  });

  test('returns the text that the app itself wrote, also during a read', async () => {
    const { vault: app } = vault.host.app;
    const early = cached();
    await app.modify(vault.file('a.md'), 'written');
    await early;
    expect(await cached()).toBe('written');
    await app.process(vault.file('a.md'), text => `${text} twice`);
    expect(await cached()).toBe('written twice');
  });

  test('returns the text of a file at its new path', async () => {
    expect(await cached()).toBe('before');
    await vault.host.app.vault.rename(vault.file('a.md'), 'c.md');
    expect(await cached('c.md')).toBe('before');
  });
});

test('cachedRead returns what is on the disk where the host does not keep texts', async () => {
  vault = await temporaryVault(files, undefined, { holdsTexts: false });
  expect(await cached()).toBe('before');
  writeFileSync(vault.at('a.md'), 'changed outside');
  expect(await cached()).toBe('changed outside');
});
