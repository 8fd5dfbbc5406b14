import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { terminalApprover } from '../../../pkg/headless/command/terminal-approver';
import { nodeProblem } from '../../../pkg/headless/node-version';
import { isVault, servedFolder, stateLocationOf } from '../../../pkg/headless/command/served-folder';
import { type CommandOptions, parseCommand } from '../../../pkg/headless/command/options';
import { overlayOf } from '../../../pkg/headless/command/serve';
import { remoteHost } from '../../../pkg/headless/command/remote-access';
import { withTokenFile } from '../../../pkg/headless/command/token-file';
import { countOfNotes } from '../../../pkg/headless/command/ready-line';

describe('approval at the terminal', () => {
  const never = new AbortController().signal;

  describe('approval on a terminal', () => {
    let input: PassThrough;
    let shown: string;
    let ask: ReturnType<typeof terminalApprover>;

    beforeEach(() => {
      input = new PassThrough();
      const output = new PassThrough();
      shown = '';
      output.on('data', data => (shown += String(data)));
      ask = terminalApprover(input, output);
    });

    test.each([
      ['y\n', true],
      ['YES\n', true],
      ['n\n', false],
      ['\n', false],
      ['yep\n', false],
    ])('takes %j as %p', async (line, approved) => {
      const asked = ask('edit a.md', never);
      input.write(line);
      expect(await asked).toBe(approved);
      expect(shown).toContain('\nedit a.md\nAllow this? [y/N] ');
    });

    test('shows no control character of a note', async () => {
      const asked = ask('+\u001b[2Jhidden\u202egnihton\r', never);
      input.write('n\n');
      await asked;
      expect(shown).toContain('+\ufffd[2Jhidden\ufffdgnihton\ufffd\n');
    });

    test('does not take what was typed on a terminal before the question', async () => {
      Object.assign(input, { isTTY: true });
      input.write('y\n');
      const asked = ask('delete a.md', never);
      while (!shown.includes('[y/N]')) await new Promise(setImmediate);
      input.write('n\n');
      expect(await asked).toBe(false);
    });

    test('asks one after another', async () => {
      const first = ask('first', never);
      const second = ask('second', never);
      input.write('y\n');
      expect(await first).toBe(true);
      input.write('n\n');
      expect(await second).toBe(false);
    });

    test('has no decision when the time is up, or the terminal is closed', async () => {
      const late = new AbortController();
      const asked = ask('first', late.signal);
      late.abort();
      expect(await asked).toBeUndefined();
      input.end();
      expect(await ask('second', never)).toBeUndefined();
    });
  });
});

describe('the versions of Node', () => {
  test.each([
    ['18.20.8', 'Lectern needs Node 20.19 or newer; this is 18.20.8.'],
    ['20.18.3', 'Lectern needs Node 20.19 or newer; this is 20.18.3.'],
    ['20.19.0', undefined],
    ['22.0.0', undefined],
  ])('that are too old are refused: %s', (version, problem) => {
    expect(nodeProblem(version)).toBe(problem);
  });

  test('are those that the package asks for', () => {
    const text = readFileSync(join(__dirname, '..', '..', '..', 'package.json'), 'utf8');
    const [, oldest] = /"node": ">=([\d.]+)"/.exec(text) ?? [];
    expect(nodeProblem(`${oldest}.0`)).toBeUndefined();
    expect(nodeProblem('20.18.0')).toContain(`needs Node ${oldest} or newer`);
  });
});

describe('an address for other computers', () => {
  test('must be one, whatever other options there are', () => {
    const given = { allowRemote: true, hasToken: true };
    const end = 'must be an address of this computer, such as 127.0.0.1, not "x".';
    expect(() => remoteHost('x', given)).toThrow(`--host ${end}`);
    expect(() => remoteHost('x', { ...given, settingsFile: 'a' })).toThrow(`"host" in a ${end}`);
  });

  test.each([
    { allowRemote: true, hasToken: false },
    { allowRemote: false, hasToken: true },
  ])('needs a token and a confirmation: %j', given => {
    expect(() => remoteHost('192.168.1.5', given)).toThrow('Listening on 192.168.1.5 lets other computers');
  });
});

describe('where nothing can be written', () => {
  let base: string;
  let vault: string;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-')));
    vault = join(base, 'vault');
    mkdirSync(vault);
  });
  afterEach(() => rmSync(base, { recursive: true }));

  const footing = (refused: string): ReturnType<typeof stateLocationOf> =>
    stateLocationOf(vault, join(base, 'state'), path => path !== refused);

  test('folders that can be written cause no message', () => {
    expect(footing('')).toEqual({ stateFolder: undefined, problem: undefined });
  });

  test('a vault keeps its usual state', () => {
    const { stateFolder, problem } = footing(vault);
    expect(stateFolder).toBeUndefined();
    expect(problem).toContain('This folder is not writable, so Lectern is read-only');
  });

  test.each([
    ['cannot be written', () => footing(join(base, 'state'))],
    ['cannot be made', () => stateLocationOf(vault, '/proc/none')],
  ])('a state folder that %s is replaced for the run by a temporary one', (_what, location) => {
    const { stateFolder = '', problem } = location();
    expect(existsSync(stateFolder)).toBe(true);
    rmSync(stateFolder, { recursive: true });
    expect(problem).toContain('Set XDG_STATE_HOME to a writable folder.');
  });

  test('a state folder in the vault is refused, unless a dot hides it from clients', () => {
    const within = (name: string) => () => stateLocationOf(vault, join(vault, name, 'lectern', 'id'));
    expect(within('state')).toThrow('Set XDG_STATE_HOME to a folder outside the vault.');
    symlinkSync(vault, join(base, 'link'));
    expect(() => stateLocationOf(vault, join(base, 'link', 'state'))).toThrow('outside the vault');
    expect(readdirSync(vault)).toEqual([]);
    expect(within('.local')().problem).toBeUndefined();
  });
});

describe('a folder to serve', () => {
  let base: string;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-')));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(base, { recursive: true });
  });
  test.each(['', ' '])('is refused where its name is empty: "%s"', name => {
    expect(() => servedFolder(name)).toThrow('The folder name is empty.');
  });

  test('is refused where it is none, with a similar name or the way to the commands', () => {
    writeFileSync(join(base, 'a.md'), '');
    expect(() => servedFolder(join(base, 'a.md'))).toThrow(
      `${base}/a.md is a file. Name the folder that contains your notes.`,
    );
    expect(messageFor(join(base, 'elsewhere', 'entirely'))).toBe(
      `There is no folder ${base}/elsewhere/entirely.`,
    );
    expect(messageFor('token')).toContain('See --help');
  });

  test('may begin at the home folder where no shell has replaced `~`', () => {
    const home = mkdtempSync(join(base, 'home-'));
    mkdirSync(join(home, 'Vault'));
    jest.spyOn(os, 'homedir').mockReturnValue(home);
    expect(['~/Vault', '~'].map(servedFolder)).toEqual([join(home, 'Vault'), home]);
  });

  function messageFor(folder: string): string {
    try {
      return servedFolder(folder);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  }

  test('does not become a vault by the files that Lectern writes into it', () => {
    mkdirSync(join(base, '.obsidian', 'plugins', 'lectern-mcp'), { recursive: true });
    expect(isVault(base)).toBe(false);
    mkdirSync(join(base, '.obsidian', 'plugins', 'other'));
    expect(isVault(base)).toBe(true);
  });

  test('is a vault by the settings of the app', () => {
    expect(isVault(base)).toBe(false);
    mkdirSync(join(base, '.obsidian', 'themes'), { recursive: true });
    expect(isVault(base)).toBe(true);
  });
});

describe('options', () => {
  function optionsOf(...words: string[]): CommandOptions {
    const command = parseCommand(words);
    if (command.kind !== 'serve')
      throw new Error(command.kind === 'mistake' ? command.message : command.kind);
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
        '--setup takes one of claude-code, claude-desktop, cursor, vs-code, lm-studio, windsurf, gemini-cli, zed, codex, another-client, not "emacs".',
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

    test.each([
      ['[1]', 'not a JSON object'],
      ['{', 'cannot be read'],
      ['{"port":1,"hidden":["A"],"\\u0068idden":[]}', '"hidden" occurs twice.'],
      ['{"tokens":[{"deny":["A"],"deny":[]}]}', '"deny" occurs twice.'],
    ])('are refused when the file is no plain JSON object: %s', (text, problem) => {
      expect(() => overlayOf(optionsOf('V', '--settings', settingsFile(text)), {})).toThrow(problem);
    });

    test('are refused when there is no such file', () => {
      const given = (file: string) => () => overlayOf(optionsOf('V', '--settings', file), {});
      expect(given(join(folder, 'none'))).toThrow('There is no file');
      expect(given(folder)).toThrow('is a folder. --settings takes a JSON file.');
    });

    test('may begin with a byte order mark, and have a key in several objects', () => {
      const text = '\ufeff{"approval":{"edit":"ask"},"tokens":[{"deny":["}"]},{"deny":["{"]}]}';
      expect(overlayOf(optionsOf('V', '--settings', settingsFile(text)), {})).toMatchObject({
        settings: { approval: { edit: 'ask' } },
      });
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
});
