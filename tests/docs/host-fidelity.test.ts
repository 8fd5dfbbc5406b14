import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import * as host from '../../pkg/headless/obsidian';
import { property } from '../../pkg/headless/obsidian/core/unknowns';
import { projectRoot } from './pages';

const { stdout } = spawnSync(
  process.execPath,
  [join(projectRoot, 'scripts/docs/host-fidelity.mjs'), '--json'],
  { encoding: 'utf8' },
);
const rows = Object.entries(
  z
    .record(z.string(), z.object({ does: z.string(), source: z.string(), note: z.string() }))
    .parse(JSON.parse(stdout)),
);
const behaviours = new Map(rows.map(([name, { does }]) => [name, does]));
const sources = new Map(rows.map(([name, { source }]) => [name, source]));
const notes = new Map(rows.map(([name, { note }]) => [name, note]));
const isImitated = (name: string): boolean => sources.get(name) !== 'missing';

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
    ['', 'get ', 'async ', '*', 'override '].some(kind =>
      ['(', '<'].some(mark => code.includes(`${word} ${kind}${member}${mark}`)),
    ),
  );
}

describe('what is known of where the host follows the app', () => {
  test('names every export of the module', () => {
    const absent = Object.keys(host).filter(name => !sources.has(name));
    expect(absent).toEqual([]);
  });

  test('names every public method and accessor of every class', () => {
    const members = Object.entries(host)
      .filter(([name]) => isImitated(name) && name !== 'moment')
      .flatMap(([name, value]) => membersOf(value).map(member => `${name}.${member}`));
    expect(members.filter(member => !sources.has(member))).toEqual([]);
    expect(members.length).toBeGreaterThan(300);
  });

  test('gives each a source, and names who observed the app', () => {
    const known = new Set(['documented', 'observed', 'guessed', 'host', 'missing']);
    expect([...sources].filter(([, source]) => !known.has(source))).toEqual([]);
    const unsaid = [...sources].filter(([name, source]) => source === 'observed' && notes.get(name) === '');
    expect(unsaid).toEqual([]);
  });

  test('marks each member that always throws or does nothing', () => {
    const found = Object.entries(host).flatMap(([name, value]) =>
      codesOf(value).map(([member, text]) => [`${name}.${member}`, behaviourOf(text)] as const),
    );
    const wrong = found.filter(
      ([name, behaviour]) => behaviour !== 'more' && sources.has(name) && behaviours.get(name) !== behaviour,
    );
    expect(wrong.filter(([name, behaviour]) => behaviour === 'refuses' || !isHook(name))).toEqual([]);
    expect([...behaviours.values()].filter(behaviour => behaviour === 'refuses').length).toBeGreaterThan(10);
    for (const name of ['Plugin.registerBasesView', 'FileManager.promptForDeletion', 'App.scope'])
      expect([name, behaviours.get(name)]).toEqual([name, 'refuses']);
    for (const name of ['Workspace.requestSaveLayout', 'Plugin.registerMarkdownPostProcessor'])
      expect([name, behaviours.get(name)]).toEqual([name, 'does nothing']);
  });
});

/** Empty in the app too: subclasses have their own. */
function isHook(name: string): boolean {
  const hooks = ['onload', 'onunload', 'onUserEnable', 'display', 'onOpen', 'onClose', 'onResize'];
  return [...hooks, 'onPaneMenu', 'setEphemeralState'].includes(name.split('.')[1] ?? '');
}

/** The code of each method and accessor, by name. */
function codesOf(value: unknown): [name: string, code: string][] {
  if (typeof value !== 'function') return [];
  const prototype: unknown = value.prototype;
  if (typeof prototype !== 'object' || prototype === null) return [];
  return membersOf(value).flatMap(name => {
    const member: unknown = Object.getOwnPropertyDescriptor(prototype, name);
    const code = property(member, 'get') ?? property(member, 'value');
    return typeof code === 'function' ? [[name, code.toString()]] : [];
  });
}

function behaviourOf(code: string): 'refuses' | 'does nothing' | 'more' {
  const body = code.slice(code.indexOf(') {') + 3, code.lastIndexOf('}')).replace(/^\s*\/\/.*$/gm, '');
  if (body.trim() === '') return 'does nothing';
  return /^\s*return [(\w, .]*notImitated\)?\([^;]*;\s*$/.test(body) ? 'refuses' : 'more';
}
