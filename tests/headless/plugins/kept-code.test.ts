import { Console } from 'node:console';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { evaluatePlugin } from '../../../pkg/headless/plugins/plugin-code';

const { console: own } = globalThis;
let folder: string;
let written: PassThrough;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  written = new PassThrough();
  globalThis.console = new Console(written, written);
});
afterEach(() => {
  globalThis.console = own;
  rmSync(folder, { recursive: true, force: true });
});

test('compiled code that cannot be kept is logged, and the plugin is there', () => {
  const file = join(folder, 'main.js');
  writeFileSync(file, 'module.exports = "the plugin";');
  writeFileSync(join(folder, 'taken'), 'A file where the folder should be.');
  const code = evaluatePlugin(file, join(folder, 'taken', 'code'), own);
  code.keepCompiled();
  expect(code.plugin).toBe('the plugin');
  expect(String(written.read())).toMatch(/^The compiled code of the plugin could not be kept: .+\n$/);
});

test('compiled code that can be kept is not logged', () => {
  const file = join(folder, 'main.js');
  writeFileSync(file, 'module.exports = "the plugin";');
  evaluatePlugin(file, join(folder, 'code'), own).keepCompiled();
  expect(readdirSync(join(folder, 'code'))).toEqual([expect.stringMatching(/\.code$/)]);
  expect(written.read()).toBeNull();
});
