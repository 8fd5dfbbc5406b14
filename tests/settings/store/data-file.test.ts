import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Plugin } from 'obsidian';
import { DataFile } from '../../../src/settings/store/data-file';
import { settingsSchema } from '../../../src/settings/schema';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';
import { manifest } from '../../support/lectern';

const folder = `.obsidian/plugins/${manifest.id}`;
const path = `${folder}/data.json`;
const settings = settingsSchema.parse({ port: 4000 });

let vault: TemporaryVault;
let file: DataFile;
/** How long the file waited, in milliseconds. */
let waited: number[];
/** What a sync program does during each wait. */
let meanwhile: (() => void)[];

const write = (text: string): void => {
  mkdirSync(vault.at(folder), { recursive: true });
  writeFileSync(vault.at(path), text);
};

class Sample extends Plugin {}

beforeEach(async () => {
  vault = await temporaryVault();
  [waited, meanwhile] = [[], []];
  const { app } = vault.host;
  file = new DataFile(new Sample(app, manifest), milliseconds => {
    waited.push(milliseconds);
    meanwhile.shift()?.();
    return Promise.resolve();
  });
});
afterEach(() => vault.close());

describe('a settings file that a sync program is in the middle of replacing', () => {
  test.each([
    ['half written', '{"port":'],
    ['emptied', ''],
  ])('is read when it is whole again, after it was %s', async (_how, text) => {
    write(text);
    meanwhile = [() => undefined, () => write('{"port":4000}')];
    expect(await file.load('where used')).toEqual({ kind: 'found', data: { port: 4000 } });
    expect(waited).toEqual([100, 200]);
  });

  test('is waited for where there was one', async () => {
    await file.save(settings);
    rmSync(vault.at(path));
    meanwhile = [() => write('{"port":4000}')];
    expect(await file.load('never')).toEqual({ kind: 'found', data: { port: 4000 } });
  });

  test('is waited for at the start where the plugin was in use', async () => {
    mkdirSync(vault.at(`${folder}/journal`), { recursive: true });
    expect(await file.load('where used')).toEqual({ kind: 'missing' });
    expect(waited).toEqual([100, 200, 500]);
    expect(await file.load('never')).toEqual({ kind: 'new' });
  });
});

test('a vault without settings is not waited for', async () => {
  expect(await file.load('where used')).toEqual({ kind: 'new' });
  expect(waited).toEqual([]);
});

test('a file that cannot be read at all is damaged, and has no copy', async () => {
  mkdirSync(vault.at(path), { recursive: true });
  expect(await file.load('where used')).toEqual({ kind: 'damaged' });
  expect(await file.keepAside()).toBeUndefined();
});

describe('settings that are saved', () => {
  test('are read back, and written again where the first write failed', async () => {
    mkdirSync(vault.at(path), { recursive: true });
    meanwhile = [() => rmSync(vault.at(path), { recursive: true })];
    await file.save(settings);
    expect(JSON.parse(readFileSync(vault.at(path), 'utf8'))).toEqual(settings);
    expect(waited).toEqual([100]);
  });

  test('and do not exist afterwards are an error', async () => {
    mkdirSync(vault.at(path), { recursive: true });
    await expect(file.save(settings)).rejects.toThrow('does not hold');
  });

  test('twice at once have the later values', async () => {
    await Promise.all([file.save(settings), file.save({ ...settings, port: 5000 })]);
    expect(JSON.parse(readFileSync(vault.at(path), 'utf8'))).toMatchObject({ port: 5000 });
    expect(waited).toEqual([]);
  });
});
