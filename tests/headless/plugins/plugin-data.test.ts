import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Plugin } from 'obsidian';
import { manifest } from '../../support/lectern';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';

class Sample extends Plugin {}

let vault: TemporaryVault;
afterEach(() => vault.close());

describe('the data of a plugin', () => {
  const folder = `.obsidian/plugins/${manifest.id}`;
  const file = `${folder}/data.json`;

  let plugin: { loadData(): Promise<unknown>; saveData(data: unknown): Promise<void> };

  beforeEach(async () => {
    vault = await temporaryVault();
    ({ instance: plugin } = await vault.host.loadPlugin(Sample, manifest));
  });

  function store(text: string): void {
    mkdirSync(vault.at(folder), { recursive: true });
    writeFileSync(vault.at(file), text);
  }

  test('is null where there is no file', async () => {
    expect(await plugin.loadData()).toBeNull();
  });

  test.each([
    ['is empty', ''],
    ['is cut off', '{"port": 27'],
    ['holds no JSON', 'port: 27'],
  ])('is undefined, without an error, where the file %s', async (_how, text) => {
    store(text);
    expect(await plugin.loadData()).toBeUndefined();
  });

  test('is undefined, without an error, where the file cannot be read', async () => {
    mkdirSync(vault.at(file), { recursive: true });
    expect(await plugin.loadData()).toBeUndefined();
  });

  test.each([['null'], ['{"port":27}'], ['[1]'], ['"text"']])('is what the file holds: %s', async text => {
    store(text);
    expect(JSON.stringify(await plugin.loadData())).toBe(text);
  });

  test('is gone again once its file is', async () => {
    await plugin.saveData({ port: 27 });
    rmSync(vault.at(file));
    expect(await plugin.loadData()).toBeNull();
  });

  test('is saved without an error where the file cannot be written', async () => {
    mkdirSync(vault.at(file), { recursive: true });
    await plugin.saveData({ port: 27 });
    rmSync(vault.at(folder), { recursive: true });
    expect(existsSync(vault.at(file))).toBe(false);
    await plugin.saveData({ port: 28 });
    expect(readFileSync(vault.at(file), 'utf8')).toBe('{\n  "port": 28\n}');
  });
});

describe('the secret storage', () => {
  beforeEach(async () => {
    vault = await temporaryVault();
  });

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
