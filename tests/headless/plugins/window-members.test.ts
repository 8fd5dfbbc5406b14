import { mkdirSync, writeFileSync } from 'node:fs';
import { sampleManifest } from './sample-manifest';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';

let vault: TemporaryVault;
beforeEach(async () => {
  vault = await temporaryVault();
});
afterEach(() => vault.close());

const source = `
  const { Plugin } = require('obsidian');
  module.exports = class extends Plugin {
    onload() {
      this.seen = [window === globalThis, [1, 2].last(), [1, 1].unique().length, 'abc'.contains('b'),
        '{0}-{1}'.format('a', 'b'), Math.clamp(9, 1, 3), Object.isEmpty({}), typeof sleep];
      try { activeDocument.createElement('p'); } catch (error) { this.seen.push(error.message); }
    }
  };`;

test('a plugin finds the app’s globals on the window, and no document if there is none', async () => {
  mkdirSync(vault.at('.obsidian/plugins/sample'), { recursive: true });
  const file = vault.at('.obsidian/plugins/sample/main.js');
  writeFileSync(file, source);
  const { instance } = await vault.host.loadPlugin(file, sampleManifest);
  expect(Reflect.get(instance, 'seen')).toEqual([
    true,
    2,
    1,
    true,
    'a-b',
    3,
    true,
    'function',
    'The headless host does not imitate activeDocument.createElement.',
  ]);
});
