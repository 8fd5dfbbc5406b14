import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '../../../pkg/headless/command/install/install';
import { Device } from './device';

let device: Device;
let plugin: string;
beforeEach(() => {
  device = new Device();
  plugin = join(device.vault, '.obsidian', 'plugins', 'lectern-mcp');
});
afterEach(() => device.remove());

const run = (...words: string[]): number => install(device.context(words));
const textOf = (name: string): string => readFileSync(join(plugin, name), 'utf8');

describe('lectern install', () => {
  test('puts the three files of the plugin into a vault, and says how to enable it', () => {
    expect(run(device.vault)).toBe(0);
    expect([textOf('main.js'), textOf('styles.css')]).toEqual(['the plugin', 'its styles']);
    expect(JSON.parse(textOf('manifest.json'))).toMatchObject({ version: '1.2.3' });
    expect(device.output).toContain('enable Lectern MCP');
  });

  test('updates an older version, and does not change its settings and other files', () => {
    device.write('My Vault/.obsidian/plugins/lectern-mcp/data.json', '{ "port":1 }');
    device.write('My Vault/.obsidian/plugins/lectern-mcp/journal/1.jsonl', 'changes');
    device.write(
      'My Vault/.obsidian/plugins/lectern-mcp/manifest.json',
      '{"id":"lectern-mcp","name":"Lectern MCP","version":"1.0.0"}',
    );
    expect(run(device.vault)).toBe(0);
    expect([textOf('data.json'), textOf('journal/1.jsonl')]).toEqual(['{ "port":1 }', 'changes']);
    expect(device.output).toContain('Updated 1.0.0 to 1.2.3');
  });

  test('installs an older version only with the option for it', () => {
    const newer = '{"id":"lectern-mcp","name":"Lectern MCP","version":"1.10.0"}';
    device.write('My Vault/.obsidian/plugins/lectern-mcp/manifest.json', newer);
    expect(() => run(device.vault)).toThrow(/1\.10\.0 is installed there, which is newer than 1\.2\.3/);
    expect(textOf('manifest.json')).toBe(newer);
    expect(existsSync(join(plugin, 'main.js'))).toBe(false);
    expect(run(device.vault, '--force')).toBe(0);
  });

  test('takes a vault whose configuration folder has another name', () => {
    device.write('My Vault/.config/app.json', '{}');
    expect(run(device.vault, '--config-folder', '.config')).toBe(0);
    expect(existsSync(join(device.vault, '.config', 'plugins', 'lectern-mcp', 'main.js'))).toBe(true);
  });

  test.each([
    [[], /Name the folder/],
    [['VAULT', 'other'], /One vault at a time/],
    [['VAULT', '--config-folder', '../x'], /not a folder name/],
    [['VAULT', '--config-folder', '.other'], /Obsidian has not opened it/],
    [['no such folder'], /There is no folder/],
    [['VAULT', '--data'], /--data/],
  ])('refuses %j', (words, message) => {
    expect(() => run(...words.map(word => (word === 'VAULT' ? device.vault : word)))).toThrow(message);
    expect(existsSync(plugin)).toBe(false);
  });

  test('does not write through symbolic links', () => {
    const elsewhere = join(device.folder, 'source');
    mkdirSync(elsewhere);
    mkdirSync(join(device.vault, '.obsidian', 'plugins'));
    symlinkSync(elsewhere, plugin);
    expect(() => run(device.vault)).toThrow(/is a link to another place/);
    expect(existsSync(join(elsewhere, 'main.js'))).toBe(false);
  });

  test('does not replace a file that is a symbolic link', () => {
    const elsewhere = device.write('source.js', 'theirs');
    mkdirSync(plugin, { recursive: true });
    symlinkSync(elsewhere, join(plugin, 'main.js'));
    expect(() => run(device.vault)).toThrow(/not a regular file/);
    expect(readFileSync(elsewhere, 'utf8')).toBe('theirs');
  });
});
