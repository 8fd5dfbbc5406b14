import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as host from '../../pkg/headless/obsidian';
import { projectRoot, textOf } from './pages';

const rows = [...textOf('docs/host-fidelity.md').matchAll(/^\| `([\w.]+)` +\| ([\w ]+?) +\| (.*?) *\|$/gm)];
const sources = new Map(rows.map(([, name = '', source = '']) => [name, source]));
const notes = new Map(rows.map(([, name = '', , note = '']) => [name, note]));

const folder = join(projectRoot, 'pkg/headless/obsidian');
const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

/** Methods and accessors; fields exist in instances alone. */
function membersOf(value: unknown): string[] {
  if (typeof value !== 'function') return [];
  const prototype: unknown = value.prototype;
  if (typeof prototype !== 'object' || prototype === null) return [];
  return Object.getOwnPropertyNames(prototype).filter(name => name !== 'constructor' && !isHidden(name));
}

function isHidden(member: string): boolean {
  return ['private', 'protected'].some(word =>
    ['', 'get ', 'async ', '*', 'override '].some(kind => code.includes(`${word} ${kind}${member}(`)),
  );
}

describe('the page on where the host follows the app', () => {
  const [, missing = ''] = /^## Not imitated\n\n(.*)$/m.exec(textOf('docs/host-fidelity.md')) ?? [];

  test('names every export of the module', () => {
    const absent = Object.keys(host).filter(name => !sources.has(name) && !missing.includes(`\`${name}\``));
    expect(absent).toEqual([]);
  });

  test('names every public method and accessor of every class', () => {
    const members = Object.entries(host)
      .filter(([name]) => sources.has(name) && name !== 'moment')
      .flatMap(([name, value]) => membersOf(value).map(member => `${name}.${member}`));
    expect(members.filter(member => !sources.has(member))).toEqual([]);
    expect(members.length).toBeGreaterThan(300);
  });

  test('gives each a source, and says who observed what was observed', () => {
    const known = new Set(['documented', 'observed', 'guessed', 'host']);
    expect([...sources].filter(([, source]) => !known.has(source))).toEqual([]);
    const unsaid = [...sources].filter(([name, source]) => source === 'observed' && notes.get(name) === '');
    expect(unsaid).toEqual([]);
  });
});
