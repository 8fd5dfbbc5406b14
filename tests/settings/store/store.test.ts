import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Plugin } from 'obsidian';
import { loadSettings, loadStored, DataFile } from '../../../src/settings/store/data-file';
import { type Settings, settingsSchema } from '../../../src/settings/schema';
import { ownRulesOf, storedToken } from '../../../src/settings/tokens/tokens';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';
import { manifest } from '../../support/lectern';
import { pluginSettingsStorage, SettingsStore } from '../../../src/settings/store/store';
import { checkOverlay, applyOverlay } from '../../../src/settings/store/overlay';
import { sha256 } from '../../../src/platform';

class Sample extends Plugin {}

const token = storedToken('default', 'write', 'lct_0123456789abcdef');
const defaults = settingsSchema.parse({});

describe('stored settings', () => {
  test('are the defaults where nothing is stored', () => {
    expect(loadStored({ kind: 'new' })).toEqual({ settings: defaults, problems: [], isClosed: false });
    expect(loadSettings({})).toEqual({ settings: defaults, problems: [], isClosed: false });
  });

  test('are read unchanged', () => {
    const stored = { ...defaults, port: 4000, tokens: [{ ...token, allow: ['Work/**'] }], readOnly: true };
    expect(loadSettings(structuredClone(stored))).toEqual({
      settings: stored,
      problems: [],
      isClosed: false,
    });
  });

  test.each([['text'], [3], [[1, 2]], [null]])('that are no object stop all access: %j', stored => {
    const { settings, problems } = loadSettings(stored);
    expect(settings).toMatchObject({ tokens: [], readOnly: true, autoStart: false });
    expect(problems).toHaveLength(1);
  });

  test('lose only a harmless part that cannot be read', () => {
    const { settings, problems } = loadSettings({
      ...defaults,
      port: 'many',
      tokens: [token],
      colour: 'red',
    });
    expect(settings).toEqual({ ...defaults, tokens: [token] });
    expect(problems).toEqual(['"port" could not be read; 27150 applies.', '"colour" is not a setting.']);
  });

  test('give every token a different name, and keep its rights and rules', () => {
    const strict = { ...storedToken('default', 'read', 'lct_b'), approval: { edit: 'ask' } };
    const tokens = [
      token,
      strict,
      storedToken('default 2', 'full', 'lct_c'),
      storedToken('you', 'read', 'd'),
    ];
    const { settings, problems } = loadSettings({ ...defaults, tokens });
    expect(settings.tokens).toEqual([
      token,
      { ...strict, name: 'default 3' },
      ...[tokens[2], { ...tokens[3], name: 'you 2' }],
    ]);
    expect(problems).toEqual([]);
    expect(ownRulesOf(settings, 'default')).toEqual({});
    expect(ownRulesOf(settings, 'default 3')).toEqual({ edit: 'ask' });
    expect(loadSettings(settings).settings).toEqual(settings);
  });

  test('keep names within their length', () => {
    const tokens = ['a', 'b'].map(value => storedToken('n'.repeat(60), 'read', value));
    const names = loadSettings({ tokens }).settings.tokens.map(({ name }) => name);
    expect(names).toEqual(['n'.repeat(60), `${'n'.repeat(58)} 2`]);
  });

  test('drop a token that cannot be read and keep the others', () => {
    const { settings, problems } = loadSettings({ tokens: [{ ...token, deny: 'Secret' }, token] });
    expect(settings.tokens).toEqual([token]);
    expect(problems).toEqual(['"tokens.0.deny" could not be read, so the token was dropped.']);
  });

  test.each([{ tokens: [{ ...token, deny: 'Secret' }] }, { tokens: 'none' }, { ...defaults, tokens: {} }])(
    'stop all access when no token is left, so that no host makes one without rules: %j',
    stored => {
      expect(loadSettings(stored)).toMatchObject({
        isClosed: true,
        settings: { tokens: [], readOnly: true },
      });
    },
  );

  test('stop all access when an unknown key may have been a rule', () => {
    const rest = Object.fromEntries(Object.entries(defaults).filter(([key]) => key !== 'hidden'));
    expect(loadSettings({ ...rest, hIdden: ['Secret'], tokens: [token] })).toMatchObject({
      isClosed: true,
      settings: { tokens: [], readOnly: true },
    });
  });

  test('of a later version stop all access, since their rules are not known', () => {
    expect(loadSettings({ ...defaults, version: 2, tokens: [token] })).toMatchObject({ isClosed: true });
  });

  test('without a value for the automatic start do not start the server', () => {
    expect(loadSettings({ ...defaults, autoStart: 'no' }).settings.autoStart).toBe(false);
  });

  test.each([
    [{ approvalSeconds: '9' }, '"approvalSeconds" could not be read; 120 applies.'],
    [{ searchMemory: 'all' }, '"searchMemory" could not be read; its default applies.'],
    [{ autoStart: 'no' }, '"autoStart" could not be read; false applies.'],
    [
      { notices: { writes: 1 } },
      '"notices.writes" could not be read; {"writes":true,"connections":true,"problems":true} applies.',
    ],
    [{ commandAllowList: ['a', 7] }, '"commandAllowList.1" could not be read; [] applies.'],
    [{ approval: { delete: 'never' } }, '"approval.delete" could not be read.'],
    [{ approval: { delet: 'ask' } }, '"approval.delet" could not be read.'],
    [{ tokens: [{ ...token, righs: 'read' }] }, '"tokens.0.righs" could not be read.'],
    [{ tokens: [7, token] }, '"tokens.0" could not be read, so the token was dropped.'],
  ])('say what could not be read, and what applies instead: %j', (part, problem) => {
    expect(loadSettings({ ...defaults, ...part }).problems).toEqual([problem]);
  });

  test.each([
    ['journalDays', '400'],
    ['journalDays', null],
    ['journalDays', 400.5],
    ['journalDays', 4000],
    ['journalMegabytes', '400'],
    ['journalMegabytes', 20_000],
  ] as const)('remove no history by a guessed limit: %s %j', (key, value) => {
    const others = Object.fromEntries(Object.entries(defaults).filter(([name]) => name !== key));
    const most = { journalDays: 3650, journalMegabytes: 10_000 }[key];
    for (const stored of [
      { ...defaults, [key]: value },
      { ...others, [`${key}_`]: value },
    ])
      expect(loadSettings(stored)).toMatchObject({ isClosed: false, settings: { [key]: most } });
    expect(loadSettings(others).settings).toEqual(defaults);
  });

  test.each([{ readOnly: 'yes' }, { hidden: 'Secret' }, { disabledTools: 7 }])(
    'stop all access when a rule was lost: %j',
    part => {
      expect(loadSettings({ ...part, tokens: [token] }).settings).toMatchObject({
        autoStart: false,
        readOnly: true,
        tokens: [],
      });
    },
  );
});

describe('the file of the settings', () => {
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
});

const kept = storedToken('kept', 'full', 'lct_kept-value-0123456789');
const stored = settingsSchema.parse({ port: 4000, readOnly: true, tokens: [kept] });

describe('settings laid over for one run', () => {
  test('replace the given settings and keep the stored others', () => {
    expect(applyOverlay(stored, {}).settings).toEqual(stored);
    expect(applyOverlay(stored, { settings: { port: 0 } }).settings).toEqual({ ...stored, port: 0 });
  });

  test('replace the tokens, hash their values and keep them for this run', () => {
    const value = 'a-token-of-the-file-01';
    const { settings, values } = applyOverlay(stored, {
      settings: { tokens: [{ name: 'file', rights: 'read', value, deny: ['Secret'] }] },
    });
    expect(settings.tokens).toEqual([{ ...storedToken('file', 'read', value), deny: ['Secret'] }]);
    expect(values.get(sha256(value))).toBe(value);
    expect(JSON.stringify(settings)).not.toContain(value);
  });

  test('add tokens of the run to the others', () => {
    const { settings } = applyOverlay(stored, {
      tokens: [{ name: 'env', value: 'secret-of-the-environment', rights: 'read' }],
    });
    expect(settings.tokens.map(({ name, rights }) => [name, rights])).toEqual([
      ['env', 'read'],
      ['kept', 'full'],
    ]);
  });

  test('give a stored token of the same name another one, since rules are found by it', () => {
    const { settings } = applyOverlay(stored, {
      tokens: [{ name: 'kept', value: 'a-value-of-the-run', rights: 'read' }],
    });
    expect(settings.tokens.map(({ name, rights }) => [name, rights])).toEqual([
      ['kept', 'read'],
      ['kept 2', 'full'],
    ]);
  });

  test.each<[settings: unknown, name: string]>([
    [{ prot: 1 }, 'prot'],
    [{ port: 'many' }, 'port'],
    [{ port: 70_000 }, 'port'],
    [{ tokens: [{ name: 'x', rights: 'all', value: 'long-enough-a-value' }] }, 'tokens.0.rights'],
    [{ tokens: [{ name: 'x', rights: 'read' }] }, 'tokens.0'],
    [{ tokens: [{ name: 'x', rights: 'read', value: 'fifteen-letters' }] }, '16 to 512 printable'],
    [
      { tokens: [{ name: 'x', rights: 'read', value: 'long-enough-a-value', disabledTools: ['lst'] }] },
      '"tokens.x.disabledTools" names "lst", which is not a tool.',
    ],
    [{ disabledTools: ['delete_note'] }, '"disabledTools" names "delete_note"'],
    [{ enabledTools: ['list', 'run_command'] }, '"enabledTools" names "run_command"'],
    [{ promptsFolder: '../x' }, '"promptsFolder" must be a folder of the vault, without "..".'],
    [{ promptsFolder: 'Notes/../../x' }, '"promptsFolder" must be a folder'],
    [[], 'settings'],
    [{ tokens: [{ name: 'a', rights: 'read' }] }, '"tokens.0" needs either `value` or `valueHash`'],
    [
      { tokens: [{ name: 'a', rights: 'all', value: 'x'.repeat(20) }] },
      '"tokens.0.rights" must be read, write or full.',
    ],
    ...['expires', 'created'].map((key): [unknown, string] => [
      { tokens: [{ name: 'x', rights: 'read', value: 'long-enough-a-value', [key]: '2027-01-01' }] },
      `"tokens.0.${key}" must be a date and time in UTC such as 2027-01-01T00:00:00Z.`,
    ]),
  ])('are refused with the name of the wrong setting: %j', (settings, name) => {
    expect(() => checkOverlay({ settings })).toThrow(name);
  });

  test('refuse a token of the run that could be guessed, and name it', () => {
    const tokens = [{ name: 'env', value: 'fifteen-letters', rights: 'read' } as const];
    expect(() => checkOverlay({ tokens })).toThrow('The token "env" must be 16 to 512 printable characters');
    const named = tokens.map(token => ({ ...token, source: 'LECTERN_TOKEN' }));
    expect(() => checkOverlay({ tokens: named })).toThrow('The token in LECTERN_TOKEN must be 16 to 512');
  });
});

test.each(['saved', 'about to save'])(
  'what another process of this device has %s is not lost where this one has not read it',
  async how => {
    const vault = await temporaryVault({});
    let release = (): void => undefined;
    const released = new Promise<void>(done => (release = done));
    const storage = pluginSettingsStorage(new Sample(vault.host.app, manifest));
    const theirs: typeof storage = {
      ...storage,
      save: (...what) => (how === 'saved' ? Promise.resolve() : released).then(() => storage.save(...what)),
    };
    const ours = new SettingsStore(
      pluginSettingsStorage(new Sample(vault.host.app, manifest)),
      () => undefined,
    );
    await ours.load();
    await ours.addToken('old', 'write', new Date(0));
    const other = new SettingsStore(theirs, () => undefined);
    await other.load();
    const made = other.addToken('theirs', 'read', new Date(0));
    if (how === 'saved') await made;
    await ours.addToken('ours', 'write', new Date(0));
    release();
    await made;
    for (const one of [ours, other]) {
      await one.load();
      expect(one.settings.tokens.map(({ name }) => name).sort()).toEqual(['old', 'ours', 'theirs']);
    }
    await vault.close();
  },
);

test('what another process of this device made or accepted applies, and outlasts what this one changes', async () => {
  const vault = await temporaryVault({});
  const file = vault.at(`.obsidian/plugins/${manifest.id}/data.json`);
  const storage = pluginSettingsStorage(new Sample(vault.host.app, manifest));
  const opened = async (): Promise<SettingsStore> => {
    const store = new SettingsStore(storage, () => undefined);
    await store.load();
    return store;
  };
  const [first, second] = [await opened(), await opened()];
  const made = await first.addToken('made by the first', 'read', new Date(0));
  await second.load();
  await second.addToken('made by the second', 'write', new Date(0));
  await first.load();
  const names = ['made by the first', 'made by the second'];
  for (const one of [first, second]) expect(one.settings.tokens.map(({ name }) => name)).toEqual(names);

  // What the other accepts is known before its file is there.
  const before = readFileSync(file);
  await first.changeToken(made, one => ({ ...one, rights: 'write' }));
  const after = readFileSync(file);
  for (const text of [before, after]) {
    writeFileSync(file, text);
    await second.load();
  }
  expect(second.settings.tokens).toEqual(first.settings.tokens);
  expect(second.untrusted()).toEqual([]);
  await vault.close();
});

test.each([
  ['before', 1, false],
  ['before several changes are', 3, false],
  ['and read while a change is', 1, true],
  ['and read while several changes are', 3, true],
])(
  'a revocation that another program writes %s saved is not lost, nor are they',
  async (_when, count, isRead) => {
    const vault = await temporaryVault({});
    const file = vault.at(`.obsidian/plugins/${manifest.id}/data.json`);
    const inFile = (): Settings => settingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const store = new SettingsStore(
      pluginSettingsStorage(new Sample(vault.host.app, manifest)),
      () => undefined,
    );
    await store.load();
    const gone = await store.addToken('gone', 'full', new Date(0));
    writeFileSync(file, JSON.stringify({ ...inFile(), tokens: [], revoked: [gone] }));
    const names = Array.from({ length: count }, (_, at) => `new ${at}`);
    const reading = isRead ? store.load() : undefined;
    await Promise.all([reading, ...names.map(name => store.addToken(name, 'read', new Date(0)))]);
    for (const { tokens, revoked } of [inFile(), store.settings]) {
      expect(tokens.map(({ name }) => name)).toEqual(names);
      expect(revoked).toEqual([gone]);
    }
    await vault.close();
  },
);

test('a host that is killed while it saves its first token does not count its settings as lost', async () => {
  const vault = await temporaryVault({});
  const storage = pluginSettingsStorage(new Sample(vault.host.app, manifest));
  const kinds: string[] = [];
  const store = new SettingsStore(
    {
      ...storage,
      setLocal: (key, value) => {
        storage.setLocal(key, value);
        kinds.push(
          existsSync(vault.at(`.obsidian/plugins/${manifest.id}/data.json`))
            ? 'a file'
            : JSON.stringify(value),
        );
      },
    },
    () => undefined,
  );
  store.applyOverlay({});
  await store.load();
  await store.ensureToken(new Date(0));
  expect(store.settings.tokens).toHaveLength(1);
  expect(kinds.filter(kind => kind !== 'a file' && kind.includes('valueHash'))).toEqual([]);
  expect(kinds).toContain('a file');
  await vault.close();
});

test('a token that has expired is told in a host, once, and is not the token of the run', async () => {
  const vault = await temporaryVault({});
  const told: string[] = [];
  const storage = pluginSettingsStorage(new Sample(vault.host.app, manifest));
  const store = new SettingsStore(storage, problem => told.push(problem));
  const of = (name: string, year: number): object => ({
    name,
    rights: 'read',
    value: `the-value-of-${name}`,
    expires: `${year}-01-01T00:00:00Z`,
  });
  store.applyOverlay({ settings: { tokens: [of('old', 2001), of('new', 9999)] } });
  for (let read = 0; read < 2; read += 1) await store.load();
  expect(told).toEqual(['The token “old” has expired.']);
  expect(store.firstKnownToken()).toMatchObject({ value: 'the-value-of-new' });
  store.applyOverlay({ settings: { tokens: [of('old', 2001)] } });
  expect(store.firstKnownToken()).toBeUndefined();
  await vault.close();
});

test('a client that signs in is asked about each change, but what the owner refuses stays refused', async () => {
  const vault = await temporaryVault({});
  const storage = pluginSettingsStorage(new Sample(vault.host.app, manifest));
  const store = new SettingsStore(storage, () => undefined);
  await store.load();
  await store.update(settings => ({ ...settings, approval: { ...settings.approval, delete: 'refuse' } }));
  const consent = { rights: 'write', folders: [], changes: 'ask' } as const;
  const paired = await store.addPaired('Phone', consent, new Date(0));
  expect(paired?.approval).toMatchObject({ edit: 'ask', move: 'ask', delete: 'refuse' });
  await vault.close();
});
