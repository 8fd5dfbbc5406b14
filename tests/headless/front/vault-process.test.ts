import { mkdtempSync, rmSync, writeFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { type VaultEnd, VaultProcess } from '../../../pkg/headless/front/vault-process';
import { closing } from '../../support/left-open';
import { parseCommand } from '../../../pkg/headless/command/options';
import { isNamedVault, namedVaults } from '../../../pkg/headless/front/vault-words';
import { frontText } from '../../../pkg/headless/front/front-texts';
import { Collector } from '../../../pkg/headless/front/collector';

describe('the process of a vault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-process-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Starts a program in place of Lectern. @returns how it ends */
  function started(text: string): Promise<VaultEnd> {
    const program = join(folder, 'program.mjs');
    writeFileSync(program, text);
    return new Promise(resolve => {
      const vault = new VaultProcess({
        vault: { name: 'work', folder },
        program,
        words: () => [],
        environment: {},
        tell: () => undefined,
        onReady: () => undefined,
        onEnd: end => {
          void stop();
          resolve(end);
        },
        onMisuse: () => undefined,
      });
      const stop = closing('The process', () => vault.stop());
      vault.start();
    });
  }

  test('a process that hangs while it starts is ended, and started again', async () => {
    jest.useFakeTimers();
    try {
      const end = started('setInterval(() => undefined, 1000);');
      jest.advanceTimersByTime(40_000);
      expect(await end).toMatchObject({ signal: 'SIGKILL', retryMs: 1000 });
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the words of the command', () => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-words-')));
  const at = (name: string): string => join(parent, name);

  beforeAll(() => {
    for (const name of ['work', 'home', 'work/inner', 'work-2', 'a=b']) mkdirSync(at(name));
    symlinkSync(at('work'), at('link'));
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  test.each(['work=/x', '0=/x', 'a_b-c=/x=y', 'Work=x', `${'a'.repeat(40)}=/x`, 'work='])(
    '%s is a named vault',
    word => {
      expect(isNamedVault(word)).toBe(true);
    },
  );

  test.each([
    '/x',
    '~/Notes',
    '=x',
    '-a=x',
    '_a=x',
    'a b=x',
    'ä=x',
    'wor\u212a=x',
    'wo\u017f=x',
    './a=x',
    `${'a'.repeat(41)}=/x`,
    'a.b=x',
  ])('%s is the name of a folder', word => {
    expect(isNamedVault(word)).toBe(false);
  });

  test('a word that is the name of a folder is no named vault', () => {
    const before = process.cwd();
    process.chdir(parent);
    try {
      expect(isNamedVault('a=b')).toBe(false);
    } finally {
      process.chdir(before);
    }
  });

  test('gives the real path of each folder', () => {
    expect(namedVaults([`one=${at('link')}`, `two=${at('home')}`, `three=${at('work-2')}`])).toEqual([
      { name: 'one', folder: at('work') },
      { name: 'two', folder: at('home') },
      { name: 'three', folder: at('work-2') },
    ]);
  });

  test.each([
    ['mixed words', [`work=${at('work')}`, at('home')], [at('home')]],
    ['a missing folder', [`work=${at('missing')}`], ['missing']],
    ['an empty folder', ['work='], ['work']],
    ['a name of an own address', [`Health=${at('work')}`], ['Health']],
    ['a name twice', [`work=${at('work')}`, `work=${at('home')}`], ['"work"']],
    ['names that differ in case alone', [`work=${at('work')}`, `Work=${at('home')}`], ['"work"', '"Work"']],
    ['one folder twice', [`one=${at('work')}`, `two=${at('link')}`], ['"one"', '"two"']],
    ['a folder inside another', [`one=${at('work/inner')}`, `two=${at('work')}`], ['"one"', '"two"']],
    ['a folder around another', [`one=${at('work')}`, `two=${at('work/inner')}`], ['"one"', '"two"']],
  ])('refuses %s, and says which', (_what, words, named) => {
    let message = '';
    try {
      namedVaults(words);
    } catch (error) {
      message = String(error);
    }
    for (const name of named) expect(message).toContain(name);
  });

  test.each(['mcp', 'health', 'upload', 'oauth', 'MCP'])('refuses the name %s', name => {
    expect(() => namedVaults([`${name}=${at('work')}`])).toThrow(name);
  });

  test('the command takes them beside its options', () => {
    const words = [`work=${at('work')}`, '--port', '0', `home=${at('home')}`];
    expect(parseCommand(words)).toMatchObject({
      kind: 'front',
      words: [words[0], words[3]],
      options: { port: 0 },
    });
    expect(parseCommand([...words, '--approve']).kind).toBe('mistake');
  });
});

test('what several vaults print connects Claude Code in all its projects, as one vault does', () => {
  const url = 'http://127.0.0.1:27150/mcp';
  const entrance = { url, vaults: ['work'], token: 'a-token' };
  const text = frontText(entrance, [], { isShown: true, place: '' }, 'linux');
  expect(text).toContain(
    `claude mcp add --transport http --scope user lectern ${url} --header 'Authorization: Bearer a-token'\n`,
  );
});

describe('the collector of memory', () => {
  test('leaves the flags of the engine as they were', () => {
    new Collector();
    expect(runsWithCollection()).toBe(false);
  });

  /** A new realm has `gc` only while the flag is set. */
  function runsWithCollection(): boolean {
    return runInNewContext("typeof gc === 'function'") === true;
  }
});
