import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';

describe('the secret storage', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault();
  });

  afterEach(() => vault.close());

  const secrets = () => vault.host.app.secretStorage;
  const file = () => join(vault.state, 'secrets.json');

  test('keeps secrets outside the vault, readable by the user only', () => {
    secrets().setSecret('lectern-default', 'value');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(vault.state).mode & 0o777).toBe(0o700);
    expect(existsSync(vault.at('.obsidian'))).toBe(false);
  });

  test('returns stored values, and null for others', () => {
    secrets().setSecret('one', '1');
    secrets().setSecret('two-2', '2');
    secrets().setSecret('one', 'again');
    expect(secrets().getSecret('one')).toBe('again');
    expect(secrets().getSecret('constructor')).toBeNull();
    expect(secrets().listSecrets()).toEqual(['one', 'two-2']);
  });

  test.each(['', 'K', 'a_b', 'a b', '-a', 'a-', 'ä', '../x'])('refuses the id %j', id => {
    expect(() => secrets().setSecret(id, 'value')).toThrow('lowercase');
    expect(existsSync(file())).toBe(false);
  });

  test('sets a damaged file aside instead of overwriting it', () => {
    writeFileSync(file(), '{"one": "1"');
    expect(secrets().getSecret('one')).toBeNull();
    secrets().setSecret('two', '2');
    expect(readFileSync(`${file()}.damaged`, 'utf8')).toBe('{"one": "1"');
    expect(secrets().listSecrets()).toEqual(['two']);
  });

  test('shares the file with what plugins keep for this device only by its folder', () => {
    vault.host.app.saveLocalStorage('port', 27_151);
    expect(vault.host.app.loadLocalStorage('port')).toBe(27_151);
    vault.host.app.saveLocalStorage('port', null);
    expect(vault.host.app.loadLocalStorage('port')).toBeNull();
    expect(secrets().listSecrets()).toEqual([]);
  });
});
