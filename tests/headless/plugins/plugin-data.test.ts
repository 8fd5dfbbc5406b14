import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Plugin } from 'obsidian';
import { manifest } from '../../support/lectern';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';

class Sample extends Plugin {}

const folder = `.obsidian/plugins/${manifest.id}`;
const file = `${folder}/data.json`;

let vault: TemporaryVault;
let plugin: { loadData(): Promise<unknown>; saveData(data: unknown): Promise<void> };

beforeEach(async () => {
  vault = await temporaryVault();
  ({ instance: plugin } = await vault.host.loadPlugin(Sample, manifest));
});
afterEach(() => vault.close());

function store(text: string): void {
  mkdirSync(vault.at(folder), { recursive: true });
  writeFileSync(vault.at(file), text);
}

describe('the data of a plugin', () => {
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
