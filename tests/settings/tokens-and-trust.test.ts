import { mkdirSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { storedToken, secretId } from '../../src/settings/tokens/tokens';
import { type TokenUse, TokenUses, writeInterval } from '../../src/settings/tokens/token-use';
import { callRecord } from '../support/call-records';
import { Timers } from '../support/time/timers';
import LecternPlugin from '../../src/main';
import { TokenValues } from '../../src/settings/tokens/token-values';
import { AppLectern } from '../browser/support/app-lectern';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { withFreePort } from '../support/free-port';
import { manifest } from '../support/lectern';
import { securitySchema, type Settings, settingsSchema } from '../../src/settings/schema';
import { narrowed } from '../../src/settings/trust/trust';
import { setupTexts } from '../../src/settings/clients/setup-texts';
import type { Plugin } from '../../pkg/headless/obsidian/plugins/plugin';
import { unloadPlugin } from '../../pkg/headless/plugins/plugin-loader';
import type { Overlay } from '../../src/control';
import { acceptedKey } from '../../src/settings/trust/acceptance';

describe('the last use of tokens', () => {
  const tokenOf = (name: string, value = `lct_${name}`, created?: Date) =>
    storedToken(name, 'read', value, created);
  const [first, visitor] = [tokenOf('default'), tokenOf('visitor')];

  /** Local storage, which keeps JSON. */
  class Storage {
    private readonly texts = new Map<string, string>();
    writes = 0;

    readonly getLocal = (key: string): unknown => {
      const text = this.texts.get(key);
      const value: unknown = text === undefined ? null : JSON.parse(text);
      return value;
    };

    readonly setLocal = (key: string, value: unknown): void => {
      this.writes += 1;
      this.texts.set(key, JSON.stringify(value));
    };
  }

  let tokens = [first, visitor];
  let storage: Storage;
  let timers: Timers;
  let uses: TokenUses;

  const opened = (): TokenUses => new TokenUses({ tokens: () => tokens, storage, after: timers.after });

  beforeEach(() => {
    tokens = [first, visitor];
    storage = new Storage();
    timers = new Timers();
    uses = opened();
  });

  test('is known at once and written once a minute, however many calls there are', () => {
    const last: TokenUse = { time: 1_000_999, client: 'Claude Code' };
    for (let call = 0; call < 1000; call += 1) uses.add(callRecord({ time: 1_000_000 + call }));
    expect(uses.of(first)).toEqual(last);
    timers.pass(writeInterval - 1);
    expect(storage.writes).toBe(0);
    timers.pass(1);
    expect(storage.writes).toBe(1);
    expect(opened().of(first)).toEqual(last);
    expect(opened().of(visitor)).toBeUndefined();
    expect(timers.count).toBe(0);
  });

  test('is written at the end, and only where something came since', () => {
    uses.end();
    expect(storage.writes).toBe(0);
    uses.add(callRecord({ time: 7 }));
    uses.end();
    expect(timers.count).toBe(0);
    expect(opened().of(first)).toMatchObject({ time: 7 });
  });

  test('keeps the name of a client that says it only sometimes', () => {
    uses.add(callRecord());
    uses.add(callRecord({ client: undefined, time: 5 }));
    expect(uses.of(first)).toEqual({ time: 5, client: 'Claude Code' });
  });

  test('of a token that is not in the settings is not stored', () => {
    uses.add(callRecord({ token: 'env' }));
    expect(timers.count).toBe(0);
  });

  test('is not that of an earlier token with the same name', () => {
    uses.add(callRecord({ time: 1_000_000 }));
    const next = tokenOf('default', 'lct_next', new Date(2_000_000));
    tokens = [next, visitor];
    uses.add(callRecord({ time: 1_000_001 }));
    expect(uses.of(next)).toBeUndefined();
    timers.pass(writeInterval);
    tokens = [first, visitor];
    expect(opened().of(first)).toBeUndefined();
  });

  test('can be read after another program wrote into the storage', () => {
    storage.setLocal('lectern-token-uses', { [first.valueHash]: 'yesterday' });
    expect(uses.of(first)).toBeUndefined();
  });
});

describe('where values are kept', () => {
  withFreePort();

  const token = storedToken('default', 'write', 'lct_a');

  function noKeyring(): never {
    throw new Error('encryptString is not available.');
  }

  describe('the values of tokens', () => {
    test('are kept for the session where secret storage throws', () => {
      const values = new TokenValues({ getSecret: noKeyring, setSecret: noKeyring });
      expect(values.of(token)).toBeUndefined();
      expect(values.keep(token, 'lct_a')).toBe(false);
      expect(values.of(token)).toBe('lct_a');
      values.forget(token);
      expect(values.of(token)).toBeUndefined();
    });

    test('are kept for the session where secret storage accepts them but does not return them', () => {
      const values = new TokenValues({ getSecret: () => null, setSecret: () => undefined });
      expect(values.keep(token, 'lct_a')).toBe(false);
      expect(values.of(token)).toBe('lct_a');
    });
  });

  test('on a machine without a keyring the server starts, and says that the token is valid until the app ends', async () => {
    const vault = await temporaryVault();
    mkdirSync(join(vault.state, 'secrets.json'), { recursive: true });
    const { control, instance } = await vault.host.loadPlugin(AppLectern, manifest);
    expect(await control?.started()).toMatchObject({ state: 'listening' });
    if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
    const { tab } = instance.lectern.appInterface;
    await tab.store.addToken('Cursor', 'write', new Date(0));
    expect(vault.host.notices.join('\n')).toContain('until the app is closed');
    expect(await tab.testConnection(tab.store.firstKnownToken()?.value ?? '')).toMatchObject({
      kind: 'answered',
    });
    await vault.close();
  });
});

describe('trust', () => {
  const token = storedToken('client', 'write', 'lct_a-value-of-a-token');

  function settings(more: object, rules: object = {}): Settings {
    return settingsSchema.parse({ tokens: [{ ...token, ...rules }], ...more });
  }

  function held(stored: Settings, accepted: Settings): Settings {
    return narrowed(stored, securitySchema.parse(accepted));
  }

  describe('of settings that were not accepted', () => {
    test.each([
      ['an address', { host: '0.0.0.0' }, { host: '192.168.1.5' }, { host: '192.168.1.5' }],
      ['an address of this machine', { host: '::1' }, { host: '0.0.0.0' }, { host: '::1' }],
      ['web origins', { allowedOrigins: ['https://a.example'] }, {}, { allowedOrigins: [] }],
      ['writing again', { readOnly: false }, { readOnly: true }, { readOnly: true }],
      ['an end of writing', { readOnly: true }, {}, { readOnly: true }],
      ['hidden folders', { hidden: ['A'] }, { hidden: ['B', '!B/c'] }, { hidden: ['A', 'B'] }],
      [
        'tools',
        { enabledTools: ['x'], disabledTools: ['y'] },
        { disabledTools: ['z'] },
        { enabledTools: [], disabledTools: ['y', 'z'] },
      ],
      [
        'commands',
        { commandAllowList: ['a', 'b'] },
        { commandAllowList: ['b'] },
        { commandAllowList: ['b'] },
      ],
      ['documents of clients', { clientDocuments: true }, {}, { clientDocuments: false }],
      ['code in templates', { runTemplater: true }, {}, { runTemplater: false }],
      [
        'rules of approval',
        { approval: { edit: 'ask' } },
        { approval: { delete: 'refuse' } },
        { approval: { edit: 'ask', delete: 'refuse' } },
      ],
    ])('%s apply only where they narrow access', (_what, stored, accepted, expected) => {
      expect(held(settings(stored), settings(accepted))).toMatchObject(expected);
    });

    test.each([
      ['more rights', { rights: 'full' }, {}, { rights: 'write' }],
      ['fewer rights', { rights: 'read' }, {}, { rights: 'read' }],
      ['a folder less to see', { deny: ['A', 'B'] }, { deny: ['A'] }, { deny: ['A', 'B'] }],
      ['a folder more to see', { deny: [] }, { deny: ['A'] }, { deny: ['A'] }],
      ['an exception from what it does not see', { deny: ['A', '!A/b'] }, { deny: ['A'] }, { deny: ['A'] }],
      ['folders instead of everything', { allow: ['A'] }, {}, { allow: ['A'] }],
      ['everything instead of folders', { allow: [] }, { allow: ['A'] }, { allow: ['A'] }],
      ['a folder within', { allow: ['A/b'] }, { allow: ['A'] }, { allow: ['A/b'] }],
      ['another folder beside', { allowWrite: ['A', 'B'] }, { allowWrite: ['A'] }, { allowWrite: ['A'] }],
      ['an exception less', { allow: ['A'] }, { allow: ['A', '!A/b'] }, { allow: ['A', '!A/b'] }],
      [
        'a later end',
        { expires: '2030-01-01T00:00:00Z' },
        { expires: '2027-01-01T00:00:00Z' },
        { expires: '2027-01-01T00:00:00Z' },
      ],
      ['no end', {}, { expires: '2027-01-01T00:00:00Z' }, { expires: '2027-01-01T00:00:00Z' }],
      [
        'a weaker rule of its own',
        { approval: { edit: 'allow' } },
        { approval: { edit: 'ask' } },
        { approval: { edit: 'ask' } },
      ],
      [
        'questions in its client',
        { asksInClient: true },
        {},
        expect.not.objectContaining({ asksInClient: true }),
      ],
      ['no rule of its own', {}, { approval: { edit: 'ask' } }, { approval: { edit: 'ask' } }],
    ])('%s for a token applies only where it narrows access', (_what, stored, accepted, expected) => {
      expect(held(settings({}, stored), settings({}, accepted)).tokens).toMatchObject([expected]);
    });

    test('a token with a rule of its own may do no more than the rule for everybody that was accepted', () => {
      const stored = settings({}, { approval: { edit: 'allow' } });
      expect(held(stored, settings({ approval: { edit: 'refuse' } })).tokens).toMatchObject([
        { approval: { edit: 'refuse' } },
      ]);
    });

    test('neither a token that was not accepted nor one without a common folder gives access', () => {
      expect(held(settings({}), settingsSchema.parse({})).tokens).toEqual([]);
      expect(held(settings({}, { allow: ['A'] }), settings({}, { allow: ['B'] })).tokens).toEqual([]);
    });

    test('more globs than a list may have deny everything', () => {
      const many = (letter: string): string[] =>
        Array.from({ length: 40 }, (_, index) => `${letter}${index}`);
      const result = held(
        settings({ hidden: many('a') }, { allow: many('a') }),
        settings({ hidden: many('b') }),
      );
      expect(result.hidden).toEqual(['**']);
      expect(settingsSchema.safeParse(result).success).toBe(true);
    });
  });
});

describe('texts of setups', () => {
  const url = 'http://127.0.0.1:27150/mcp';
  const Authorization = 'Bearer lct_x';
  const headers = { Authorization };

  const texts = new Map(setupTexts({ url, token: 'lct_x' }).map(setup => [setup.client, setup]));
  const object = z.record(z.string(), z.unknown());

  /** By the documentation of each client, as it stood in November 2026. */
  const files = [
    ['Cursor', 'cursor.com/docs/mcp', '~/.cursor/mcp.json', 'mcpServers', { url, headers }],
    ['LM Studio', 'lmstudio.ai/docs/app/mcp', '~/.lmstudio/mcp.json', 'mcpServers', { url, headers }],
    [
      'VS Code',
      'code.visualstudio.com/docs/copilot/reference/mcp-configuration',
      'mcp.json, opened by “MCP: Open User Configuration”',
      'servers',
      { type: 'http', url, headers },
    ],
    [
      'Windsurf',
      'docs.windsurf.com/windsurf/cascade/mcp',
      '~/.codeium/windsurf/mcp_config.json',
      'mcpServers',
      { serverUrl: url, headers },
    ],
    // `url` there is for server-sent events alone.
    [
      'Gemini CLI',
      'geminicli.com/docs/tools/mcp-server',
      '~/.gemini/settings.json',
      'mcpServers',
      { httpUrl: url, headers },
    ],
    ['Zed', 'zed.dev/docs/ai/mcp', '~/.config/zed/settings.json', 'context_servers', { url, headers }],
  ] as const;

  describe('the setup', () => {
    test.each(files)('for %s is as %s says', (client, _page, place, key, server) => {
      const setup = texts.get(client);
      expect(setup?.place).toBe(place);
      expect(object.parse(JSON.parse(setup?.text ?? ''))).toEqual({ [key]: { lectern: server } });
    });

    test('for Claude Code serves every project, as code.claude.com/docs/en/mcp says of its scopes', () => {
      expect(texts.get('Claude Code')?.text).toBe(
        `claude mcp add --transport http --scope user lectern ${url} --header "Authorization: ${Authorization}"`,
      );
    });

    test.each([
      ['Cursor', 'cursor.com/docs/mcp/install-links', 'cursor://anysphere.cursor-deeplink/mcp/install'],
      ['LM Studio', 'lmstudio.ai/docs/app/mcp/deeplink', 'lmstudio://add_mcp'],
    ])('opens %s as %s says', (client, _page, address) => {
      const link = new URL(texts.get(client)?.link ?? '');
      expect(link.href.startsWith(`${address}?name=lectern&config=`)).toBe(true);
      const config = Buffer.from(link.searchParams.get('config') ?? '', 'base64').toString();
      expect(object.parse(JSON.parse(config))).toEqual({ url, headers });
    });

    test('opens VS Code as code.visualstudio.com/docs/copilot/guides/mcp-developer-guide says', () => {
      const [page, query = ''] = texts.get('VS Code')?.link?.split('?') ?? [];
      expect(page).toBe('vscode:mcp/install');
      const server = { name: 'lectern', type: 'http', url, headers };
      expect(object.parse(JSON.parse(decodeURIComponent(query)))).toEqual(server);
    });

    // A key `headers` is ignored there without a word, and `bearer_token` is refused.
    test('for Codex is as developers.openai.com/codex/mcp says', () => {
      expect(texts.get('Codex')?.text.split('\n')).toEqual([
        '[mcp_servers.lectern]',
        `url = "${url}"`,
        `http_headers = { Authorization = "${Authorization}" }`,
      ]);
    });
  });
});

describe('a vault from elsewhere', () => {
  withFreePort();

  const file = `.obsidian/plugins/${manifest.id}/data.json`;
  const [stolen, own] = ['lct_a-token-of-a-stranger', 'lct_a-token-of-this-device'];
  const strange = storedToken('of a stranger', 'full', stolen);
  const mine = storedToken('mine', 'write', own);
  const hostile = { port: 0, host: '0.0.0.0', allowedOrigins: ['https://evil.example'], runTemplater: true };

  const data = (more: object): string => JSON.stringify(settingsSchema.parse({ ...hostile, ...more }));

  let vault: TemporaryVault;
  let plugin: LecternPlugin;
  let instance: Plugin;

  beforeEach(async () => {
    vault = await temporaryVault({ 'Home.md': 'home' });
  });
  afterEach(() => vault.close());

  /** Starts the plugin over a `data.json`; as the host where something is laid over, else as the app. */
  async function open(text?: string, overlay?: Overlay): Promise<void> {
    if (text !== undefined) {
      await vault.host.app.vault.adapter.mkdir(`.obsidian/plugins/${manifest.id}`);
      writeFileSync(vault.at(file), text);
    }
    const loaded = await vault.host.loadPlugin(
      overlay === undefined ? AppLectern : LecternPlugin,
      manifest,
      overlay,
    );
    ({ instance } = loaded);
    if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
    plugin = instance;
    await loaded.control?.started();
  }

  async function sync(text: string): Promise<void> {
    writeFileSync(vault.at(file), text);
    await plugin.onExternalSettingsChange();
  }

  const store = () => plugin.lectern.appInterface.tab.store;
  const getsIn = async (token: string): Promise<boolean> =>
    (await plugin.lectern.appInterface.tab.testConnection(token)).kind === 'answered';
  const stored = (): unknown => JSON.parse(readFileSync(vault.at(file), 'utf8'));
  const notices = (): string => vault.host.notices.join('\n');
  const inHost = { settings: { port: 0 } };

  test('a token, an address and origins that came with a vault do not apply, and the host says how to accept them', async () => {
    await open(data({ tokens: [strange] }), inHost);
    expect(await getsIn(stolen)).toBe(false);
    expect(store().settings).toMatchObject({ host: '127.0.0.1', allowedOrigins: [], runTemplater: false });
    expect(store().settings.tokens.map(({ name }) => name)).toEqual(['default']);
    expect(notices()).toContain('token “of a stranger” with full rights; listening on 0.0.0.0');
    expect(notices()).toContain('start once with --accept-settings');
  });

  test('the host accepts them once with its option, and remembers that', async () => {
    const local = { ...inHost, acceptsStored: true };
    await open(data({ host: '127.0.0.1', tokens: [strange] }), local);
    expect(await getsIn(stolen)).toBe(true);
    expect(notices()).toBe('');
    unloadPlugin(vault.host.internals, instance);
    await open(undefined, inHost);
    expect(await getsIn(stolen)).toBe(true);
    await sync(data({ host: '127.0.0.1', tokens: [strange, mine] }));
    expect(await getsIn(own)).toBe(false);
  });

  test.each([
    ['is gone', undefined],
    ['cannot be read', 'x'],
  ])(
    'nothing applies where the record of what was accepted %s, although the token is known',
    async (_, record) => {
      vault.host.app.secretStorage.setSecret(secretId(mine), own);
      if (record !== undefined) vault.host.app.saveLocalStorage(acceptedKey, record);
      await open(data({ tokens: [mine] }), inHost);
      expect(await getsIn(own)).toBe(false);
      expect(store().settings).toMatchObject({ allowedOrigins: [], runTemplater: false });
      expect(notices()).toContain('start once with --accept-settings');
    },
  );

  test('a value in secret storage that only has the right name is not accepted', async () => {
    vault.host.app.secretStorage.setSecret(secretId(strange), 'another value');
    await open(data({ tokens: [strange] }), inHost);
    expect(await getsIn(stolen)).toBe(false);
  });

  describe('a synced change while Lectern runs', () => {
    const synced = (tokens: readonly object[], more: object = {}): Promise<void> =>
      sync(JSON.stringify({ ...Object(stored()), ...more, tokens }));

    async function started(): Promise<string> {
      await open();
      await store().addToken('mine', 'write', new Date(0));
      await store().changeToken(token().valueHash, one => ({ ...one, deny: ['Secret'] }));
      return store().tokenValue(token()) ?? '';
    }
    const token = () => {
      const found = store().settings.tokens.find(({ name }) => name === 'mine');
      if (found === undefined) throw new Error('No token.');
      return found;
    };

    test('that revokes a token applies, and the token does not come back with an older file', async () => {
      const value = await started();
      const [before, other] = [token(), store().settings.tokens.filter(({ name }) => name !== 'mine')];
      expect(await getsIn(value)).toBe(true);
      await synced(other);
      expect(await getsIn(value)).toBe(false);
      await synced([...other, before]);
      expect(await getsIn(value)).toBe(false);
    });

    test('that narrows a token applies, and one that widens it is reported and waits', async () => {
      await started();
      await synced([{ ...token(), rights: 'read', deny: ['Secret', 'Other'] }]);
      expect(token()).toMatchObject({ rights: 'read', deny: ['Secret', 'Other'] });
      await synced([{ ...token(), rights: 'full', deny: [] }], { readOnly: true });
      expect(token()).toMatchObject({ rights: 'read', deny: ['Secret', 'Other'] });
      expect(store().settings.readOnly).toBe(true);
      expect(notices()).toContain('token “mine” with full rights');
    });

    test('stays in the settings of the other devices, also after a change made here', async () => {
      await started();
      await synced([token(), strange]);
      await store().update(settings => ({ ...settings, journalDays: 7 }));
      expect(stored()).toMatchObject({
        journalDays: 7,
        tokens: [{ name: 'mine' }, { name: 'of a stranger' }],
      });
      expect(await getsIn(stolen)).toBe(false);
    });
  });

  describe('the user of the app', () => {
    test('accepts one setting and ignores the others, which are not reported again', async () => {
      await open(data({ tokens: [strange] }));
      const items = store().unreviewed();
      expect(items.map(({ key }) => key).sort()).toEqual([
        'allowedOrigins',
        'host',
        'runTemplater',
        'tokens',
      ]);
      store().acceptUntrusted(items.filter(({ key }) => key === 'tokens'));
      expect(await getsIn(stolen)).toBe(true);
      store().declineUntrusted(store().untrusted());
      expect(store().unreviewed()).toEqual([]);
      expect(store().untrusted()).toHaveLength(3);
      expect(store().settings.host).toBe('127.0.0.1');
    });

    test('accepts nothing by changing another setting, and the copy is outside the vault', async () => {
      await open(data({ tokens: [strange] }));
      await store().update(settings => ({ ...settings, readOnly: true }));
      expect(await getsIn(stolen)).toBe(false);
      expect(vault.host.app.loadLocalStorage(acceptedKey)).toMatchObject({ part: { readOnly: true } });
      expect(existsSync(vault.at(file)) && JSON.stringify(stored())).not.toContain('declined');
    });
  });
});
