import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandOptions, parseCommand } from '../../../pkg/headless/command/options';
import { overlayOf } from '../../../pkg/headless/command/serve';
import { withTokenFile } from '../../../pkg/headless/command/token-file';
import { countOfNotes } from '../../../pkg/headless/command/ready-line';

function optionsOf(...words: string[]): CommandOptions {
  const command = parseCommand(words);
  if (command.kind !== 'serve') throw new Error(command.kind === 'mistake' ? command.message : command.kind);
  return command.options;
}

describe('the command line', () => {
  test('requires only the vault', () => {
    expect(optionsOf('My Vault')).toEqual({
      vault: 'My Vault',
      port: undefined,
      host: undefined,
      allowRemote: false,
      rights: undefined,
      readOnly: false,
      settingsFile: undefined,
      acceptSettings: false,
      plugins: [],
      json: false,
      showToken: false,
      stdio: false,
      approve: false,
    });
  });

  test('takes every option', () => {
    const options = optionsOf(
      ...['--port', '1234', '--host=::1', '--rights', 'full', '--read-only', '--settings', 's.json'],
      ...[
        '--plugins',
        'dataview, tasks,',
        '--json',
        '--allow-remote',
        '--show-token',
        '--approve',
        '--accept-settings',
        'Vault',
      ],
    );
    expect(options).toEqual({
      vault: 'Vault',
      port: 1234,
      host: '::1',
      allowRemote: true,
      rights: 'full',
      readOnly: true,
      settingsFile: 's.json',
      acceptSettings: true,
      plugins: ['dataview', 'tasks'],
      json: true,
      showToken: true,
      stdio: false,
      approve: true,
    });
  });

  test('takes --stdio', () => {
    expect(optionsOf('Vault', '--stdio')).toMatchObject({ json: false, stdio: true });
  });

  test.each([
    [[], 'Name the folder to serve: lectern VAULT.'],
    [['Vault', '--port', '70000'], '--port takes a number up to 65535, not "70000".'],
    [['Vault', '--port', 'http'], '--port takes a number up to 65535, not "http".'],
    [['Vault', '--tools', 'few'], '--tools takes core, standard or all, not "few".'],
    [['Vault', '--rights', 'all'], '--rights takes read, write or full, not "all".'],
    [
      ['--setup', 'emacs'],
      '--setup takes one of claude-code, claude-desktop, cursor, vs-code, windsurf, gemini-cli, zed, codex, another-client, not "emacs".',
    ],
    [
      ['Vault', '--stdio', '--json'],
      '--stdio and --json both need the standard output; use only one of them.',
    ],
    [['Vault', '--stdio', '--approve'], '--stdio uses the standard input, so --approve cannot ask there.'],
  ])('says what is wrong with %j', (words, message) => {
    expect(parseCommand(words)).toEqual({ kind: 'mistake', message });
  });

  test('prints the setup of a client, with the given address', () => {
    const command = parseCommand(['--setup', 'cursor', '--port', '1234', '--host', '::1']);
    const text = command.kind === 'setup' ? command.text : '';
    expect(text).toMatch(/^Cursor \(~\/\.cursor\/mcp\.json\)\n/);
    expect(text).toContain('"url": "http://[::1]:1234/mcp"');
    expect(text).toContain('Bearer YOUR_TOKEN');
  });

  test.each([
    [['--help'], 'help'],
    [['Vault', '-h'], 'help'],
    [['--version'], 'version'],
  ])('prints for %j', (words, kind) => {
    expect(parseCommand(words)).toEqual({ kind });
  });
});

describe('the settings for one run', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const settingsFile = (text: string): string => {
    const file = join(folder, 'settings.json');
    writeFileSync(file, text);
    return file;
  };

  test('are empty without options', () => {
    expect(overlayOf(optionsOf('V'), {})).toEqual({
      settings: {},
      tokens: [],
      defaultRights: 'write',
    });
  });

  test('prefer options to the file', () => {
    const file = settingsFile('{"port": 1, "hidden": ["x/**"], "readOnly": false}');
    const options = optionsOf('V', '--settings', file, '--port', '2', '--read-only', '--host', '0.0.0.0');
    expect(overlayOf(options, {}).settings).toEqual({
      port: 2,
      hidden: ['x/**'],
      readOnly: true,
      host: '0.0.0.0',
    });
  });

  test('start the server even where the vault switches the automatic start off, unless the file does too', () => {
    const stored = { autoStart: false };
    expect(overlayOf(optionsOf('V'), {}, { stored }).settings).toEqual({ autoStart: true });
    expect(overlayOf(optionsOf('V'), {}, { stored: { port: 1 } }).settings).toEqual({});
    expect(overlayOf(optionsOf('V'), {}, { stored: 'damaged' }).settings).toEqual({});
    const options = optionsOf('V', '--settings', settingsFile('{"autoStart": false}'));
    expect(overlayOf(options, {}, { stored }).settings).toEqual({ autoStart: false });
  });

  test('give the tokens of a run, and the one that is made, the requested list of tools', () => {
    const { tokens, defaultProfile } = overlayOf(optionsOf('V', '--stdio', '--tools', 'all'), {
      LECTERN_TOKEN: 'secret',
    });
    expect(tokens).toMatchObject([
      { name: 'env', profile: 'all' },
      { name: 'stdio', profile: 'all' },
    ]);
    expect(defaultProfile).toBe('all');
  });

  test('give the token of the environment the requested rights', () => {
    expect(overlayOf(optionsOf('V', '--rights', 'read'), { LECTERN_TOKEN: 'secret' })).toEqual({
      settings: {},
      tokens: [{ name: 'env', value: 'secret', rights: 'read', source: 'LECTERN_TOKEN' }],
      defaultRights: 'read',
    });
  });

  test('are refused when the file is no JSON object', () => {
    expect(() => overlayOf(optionsOf('V', '--settings', settingsFile('[1]')), {})).toThrow(
      'not a JSON object',
    );
    expect(() => overlayOf(optionsOf('V', '--settings', settingsFile('{')), {})).toThrow('cannot be read');
    expect(() => overlayOf(optionsOf('V', '--settings', join(folder, 'none')), {})).toThrow(
      'There is no file',
    );
  });
});

describe('a token in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-token-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function fileWith(text: string): string {
    const file = join(folder, 'token');
    writeFileSync(file, text);
    return file;
  }

  test('is the token of the environment, without the end of its line', () => {
    const file = fileWith('lct_from-a-file\n');
    expect(withTokenFile({ LECTERN_TOKEN_FILE: file })).toEqual({
      LECTERN_TOKEN_FILE: file,
      LECTERN_TOKEN: 'lct_from-a-file',
    });
  });

  test.each([{}, { LECTERN_TOKEN: 'a' }, { LECTERN_TOKEN: 'a', LECTERN_TOKEN_FILE: '' }])(
    'changes nothing where none is named: %j',
    environment => {
      expect(withTokenFile(environment)).toEqual(environment);
    },
  );

  test.each(['', '\n', 'two words', 'two\nlines', 'ünicode'])('is refused when it is %j', text => {
    expect(() => withTokenFile({ LECTERN_TOKEN_FILE: fileWith(text) })).toThrow(/must be one line/);
  });

  test('is refused if the file is missing, or a second token is given', () => {
    const missing = join(folder, 'none');
    expect(() => withTokenFile({ LECTERN_TOKEN_FILE: missing })).toThrow(/cannot be read/);
    expect(() => withTokenFile({ LECTERN_TOKEN: 'a', LECTERN_TOKEN_FILE: missing })).toThrow(/both set/);
  });
});

describe('the number of notes', () => {
  test.each([
    [0, '0 notes'],
    [1, '1 note'],
    [2, '2 notes'],
    [999, '999 notes'],
    [1000, '1,000 notes'],
    [12_345, '12,345 notes'],
    [999_999, '999,999 notes'],
    [1_234_567, '1,234,567 notes'],
  ])('%d is counted as "%s", as in English', (notes, text) => {
    expect(countOfNotes(notes)).toBe(text);
  });
});
