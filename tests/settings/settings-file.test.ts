import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import fc from 'fast-check';
import type { Plugin } from '../../pkg/headless/obsidian/plugins/plugin';
import { unloadPlugin } from '../../pkg/headless/plugins/plugin-loader';
import LecternPlugin from '../../src/main';
import { settingsSchema, type Settings, type StoredToken, tokenSchema } from '../../src/settings/schema';
import { secretId, storedToken } from '../../src/settings/tokens/tokens';
import { t } from '../../src/ui/text/text';
import { acceptSettings } from '../support/accepted';
import { AppLectern } from '../browser/support/app-lectern';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { withFreePort } from '../support/free-port';
import { manifest } from '../support/lectern';
import { withShortPauses } from '../support/time/short-pauses';
import { closedSettings, loadSettings } from '../../src/settings/store/data-file';
import { type ApprovalRisk, approvalRisks, approvalRules } from '../../src/utils/rights';

describe('a settings file', () => {
  withFreePort();

  withShortPauses();

  const folder = `.obsidian/plugins/${manifest.id}`;
  const file = `${folder}/data.json`;
  const guest = storedToken('guest', 'read', 'lct_guest');
  const other = storedToken('other', 'read', 'lct_other');
  const rules = { readOnly: true, hidden: ['Private'], port: 0, tokens: [guest] };
  const good = JSON.stringify(settingsSchema.parse(rules), undefined, 2);

  let vault: TemporaryVault;
  let instance: Plugin;
  let plugin: LecternPlugin;

  /** Starts the plugin as the app does, over what lies in its folder. */
  async function open(files: Record<string, string>): Promise<void> {
    vault = await temporaryVault({ 'Home.md': 'home', ...files });
    // They were made on this device.
    const { secretStorage } = vault.host.app;
    secretStorage.setSecret(secretId(guest), 'lct_guest');
    secretStorage.setSecret(secretId(other), 'lct_other');
    const allowedOrigins = ['https://a.example', 'https://b.example'];
    acceptSettings(vault.host.app, { ...rules, allowedOrigins, tokens: [guest, other] });
    await load();
  }

  async function load(): Promise<void> {
    const loaded = await vault.host.loadPlugin(AppLectern, manifest);
    ({ instance } = loaded);
    if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
    plugin = instance;
    await loaded.control?.started();
  }

  const store = () => plugin.lectern.appInterface.tab.store;
  const stored = (): string => readFileSync(vault.at(file), 'utf8');
  const notices = (): string => vault.host.notices.join('\n');
  const url = (): string | undefined => plugin.lectern.appInterface.tab.live.state.server.url;
  const getsIn = async (token: string): Promise<boolean> =>
    (await plugin.lectern.appInterface.tab.testConnection(token)).kind === 'answered';

  /** Another hand changes the file, and the app tells the plugin. */
  async function change(text: string | undefined): Promise<void> {
    if (text === undefined) rmSync(vault.at(file));
    else writeFileSync(vault.at(file), text);
    await plugin.onExternalSettingsChange();
  }

  afterEach(() => vault.close());

  describe('a settings file that cannot be used when the app starts', () => {
    const cases: readonly (readonly [string, string | undefined])[] = [
      ['is cut off', good.slice(0, 120)],
      ['is empty', ''],
      ['holds null', 'null'],
      ['has a key twice', good.replace('{', () => '{"readOnly":false,')],
      ['is missing although clients have called', undefined],
    ];

    test.each(cases)('stops all access, is not changed, and is reported, when it %s', async (_how, text) => {
      await open({ [`${folder}/activity.jsonl`]: '', ...(text === undefined ? {} : { [file]: text }) });
      expect(url()).toBeUndefined();
      expect(store().isLocked).toBe(true);
      expect(store().settings).toMatchObject({ readOnly: true, tokens: [] });
      expect(existsSync(vault.at(file)) ? stored() : undefined).toBe(text);
      expect(notices()).toContain('No client can connect until');
    });

    test('stops all access and is not changed when the user presses Start or Restart', async () => {
      await open({ [file]: good.slice(0, 120) });
      await plugin.lectern.appInterface.tab.server.start();
      await plugin.lectern.appInterface.tab.server.restart();
      expect(url()).toBeUndefined();
      expect(store().isLocked).toBe(true);
      expect(stored()).toBe(good.slice(0, 120));
      expect(plugin.lectern.appInterface.tab.live.state.server.problem).toContain(
        'settings could not be read',
      );
    });

    test('is kept beside the new one, byte for byte, and so is the next one', async () => {
      await open({ [file]: good.slice(0, 120) });
      expect(notices()).toContain('The file was kept as data.damaged.json.');
      await change(good.slice(0, 60));
      await store().update(settings => ({ ...settings, port: 0 }));
      const copy = (name: string): string => readFileSync(vault.at(`${folder}/${name}`), 'utf8');
      expect(copy('data.damaged.json')).toBe(good.slice(0, 120));
      expect(copy('data.damaged-2.json')).toBe(good.slice(0, 60));
      expect(JSON.parse(stored())).toMatchObject({ readOnly: true, tokens: [] });
    });

    test('is not one that an editor began with a byte order mark', async () => {
      await open({ [file]: `\ufeff${good}` });
      expect(await getsIn('lct_guest')).toBe(true);
      expect(notices()).toBe('');
    });

    test('does not stop access to a vault where Lectern was never used', async () => {
      await open({});
      expect(store().isLocked).toBe(false);
      expect(store().settings.tokens).toEqual([]);
      expect(url()).toBeDefined();
      expect(notices()).toBe('');
    });
  });

  describe('a settings file that is lost while the app runs', () => {
    test.each([
      ['is cut off', good.slice(0, 120)],
      ['is emptied', ''],
      ['is removed', undefined],
      ['is replaced by a list', '[1]'],
      ['gets a key twice', good.replace('"rights"', () => '"rights":"full","rights"')],
    ])('stops all access when it %s, and allows it again with the complete file', async (_how, text) => {
      await open({ [file]: good });
      expect(await getsIn('lct_guest')).toBe(true);
      await change(text);
      expect(await getsIn('lct_guest')).toBe(false);
      expect(notices()).toContain('No client can connect until');
      await change(good);
      expect(await getsIn('lct_guest')).toBe(true);
      expect(store().settings).toMatchObject(rules);
    });

    test.each([
      ['was removed', undefined],
      ['was cut off', good.slice(0, 120)],
      ['was replaced by a list', '[1]'],
    ])('is written again with its rules when it %s and the user changes a setting', async (_how, text) => {
      await open({ [file]: good });
      await change(text);
      expect(existsSync(vault.at(file)) ? stored() : undefined).toBe(text);
      await store().update(settings => ({ ...settings, journalDays: 7 }));
      expect(JSON.parse(stored())).toMatchObject({ ...rules, journalDays: 7 });
      expect(await getsIn('lct_guest')).toBe(true);
    });
  });

  describe('settings that another device changed', () => {
    const freePort = async (): Promise<number> => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      await new Promise(resolve => server.close(resolve));
      if (address === null || typeof address === 'string') throw new Error('No port.');
      return address.port;
    };

    test('move the server to the port that they name', async () => {
      await open({ [file]: good });
      const port = await freePort();
      await change(good.replace('"port": 0', () => `"port": ${port}`));
      expect(url()).toBe(`http://127.0.0.1:${port}/mcp`);
    });

    test('move the server to the host that they name', async () => {
      await open({ [file]: good });
      await change(good.replace('"host": "127.0.0.1"', () => '"host": "localhost"'));
      expect(url()).toMatch(/^http:\/\/localhost:\d+\/mcp$/);
      expect(await getsIn('lct_guest')).toBe(true);
    });

    test('allow the web pages that they name, if these were accepted, and no others', async () => {
      const named = (...origins: readonly string[]): string =>
        JSON.stringify(settingsSchema.parse({ ...rules, allowedOrigins: origins }));
      const statusFor = async (origin: string): Promise<number> => {
        const { status } = await fetch(url() ?? '', {
          method: 'POST',
          headers: { Origin: origin, 'Content-Type': 'application/json' },
        });
        return status;
      };
      await open({ [file]: named('https://a.example', 'https://b.example') });
      expect([await statusFor('https://a.example'), await statusFor('https://b.example')]).toEqual([
        401, 401,
      ]);
      await change(named('https://b.example'));
      expect([await statusFor('https://a.example'), await statusFor('https://b.example')]).toEqual([
        403, 401,
      ]);
      await change(named('https://b.example', 'https://c.example'));
      expect(await statusFor('https://c.example')).toBe(403);
    });

    test('start the server when they switch its automatic start on, and do not stop it when they switch that off', async () => {
      const started = (autoStart: boolean): string =>
        good.replace(/"autoStart": \w+/, () => `"autoStart": ${autoStart}`);
      await open({ [file]: started(false) });
      expect(url()).toBeUndefined();
      await change(started(true));
      expect(url()).toBeDefined();
      await change(started(false));
      expect(await getsIn('lct_guest')).toBe(true);
    });

    test('do not restart the server when only other settings changed', async () => {
      await open({ [file]: good });
      const before = url();
      await change(good.replace('"journalDays": 30', () => '"journalDays": 7'));
      expect(url()).toBe(before);
      expect(store().settings.journalDays).toBe(7);
    });

    test('start the server when damaged ones had stopped it, and not when the user had', async () => {
      await open({ [file]: good.slice(0, 120) });
      await change(good);
      expect(url()).toBeDefined();
      await plugin.lectern.appInterface.tab.server.stop();
      await change(good.replace('"journalDays": 30', () => '"journalDays": 7'));
      expect(url()).toBeUndefined();
    });
  });

  describe('a change that cannot be saved', () => {
    test('applies until the app is closed, and is reported', async () => {
      await open({ [file]: good });
      jest.spyOn(instance, 'saveData').mockRejectedValue(new Error('The disk is full.'));
      await store().removeToken(guest);
      expect(await getsIn('lct_guest')).toBe(false);
      expect(notices()).toContain(t('notice.notSaved'));
    });

    test('applies not at all where the file is lost, and is reported', async () => {
      await open({ [file]: good });
      rmSync(vault.at(file));
      await store().update(settings => ({ ...settings, journalDays: 7 }));
      expect(store().settings.journalDays).not.toBe(7);
      expect(notices()).toContain(t('notice.notChanged'));
      expect(notices()).not.toContain(t('notice.notSaved'));
    });

    test('that revokes a token applies on this device for good', async () => {
      await open({ [file]: good });
      rmSync(vault.at(file));
      mkdirSync(vault.at(file));
      await store().removeToken(guest);
      unloadPlugin(vault.host.internals, instance);
      rmSync(vault.at(file), { recursive: true });
      writeFileSync(vault.at(file), good);
      await load();
      expect(store().settings.tokens.map(({ name }) => name)).not.toContain('guest');
      expect(notices()).toContain('“guest” came back with another copy of the settings');
    });
  });

  describe('a token that was revoked', () => {
    test('does not come back with the settings of a device that was away', async () => {
      await open({ [file]: JSON.stringify({ ...settingsSchema.parse(rules), tokens: [guest, other] }) });
      const away = stored();
      await store().removeToken(guest);
      await change(away);
      expect(await getsIn('lct_guest')).toBe(false);
      expect(await getsIn('lct_other')).toBe(true);
      expect(JSON.parse(stored())).toMatchObject({ revoked: [guest.valueHash], tokens: [{ name: 'other' }] });
    });

    test('is revoked on a device that reads the settings of the device where it was revoked', async () => {
      await open({ [file]: good });
      await change(JSON.stringify({ ...JSON.parse(good), revoked: [guest.valueHash] }));
      expect(await getsIn('lct_guest')).toBe(false);
    });

    test('on another device stays revoked after a restart with a file that was written before that', async () => {
      await open({ [file]: good });
      await change(JSON.stringify({ ...JSON.parse(good), revoked: [guest.valueHash] }));
      unloadPlugin(vault.host.internals, instance);
      writeFileSync(vault.at(file), good);
      await load();
      expect(store().settings.tokens.map(({ name }) => name)).not.toContain('guest');
      expect(store().untrusted()).toEqual([]);
      expect(JSON.parse(stored())).toMatchObject({ revoked: [guest.valueHash] });
    });

    test('because of a new value does not come back either', async () => {
      await open({ [file]: good });
      await store().rotateToken(guest, new Date(0));
      const [rotated] = store().settings.tokens;
      await change(good);
      expect(await getsIn('lct_guest')).toBe(false);
      expect(store().settings.revoked).toEqual([guest.valueHash]);
      expect(rotated?.name).toBe('guest');
    });
  });

  test('the folder contains only the settings after all this', async () => {
    await open({ [file]: good });
    expect(readdirSync(dirname(vault.at(file))).sort()).toEqual(['data.json']);
  });
});

const runs = { seed: 20261121, numRuns: 600 };

const globs = fc.array(fc.constantFrom('Private', 'Work/**', '*.secret.md'), { maxLength: 3 });
const toolNames = fc.subarray(['delete', 'move', 'run_command']);

const rule = fc.constantFrom(...approvalRules);
const approval = fc.record({
  edit: rule,
  overwrite: rule,
  delete: rule,
  move: rule,
  massChange: rule,
  command: rule,
});

const token: fc.Arbitrary<StoredToken> = fc
  .record({
    name: fc.constantFrom('default', 'visitor', 'librarian'),
    rights: fc.constantFrom('read' as const, 'write' as const, 'full' as const),
    value: fc.integer({ min: 0, max: 50 }),
    rules: fc.record({ allow: globs, allowWrite: globs, deny: globs, disabledTools: toolNames }),
    expires: fc.option(fc.constant('2026-12-31T22:59:59.000Z'), { nil: undefined }),
  })
  .map(({ name, rights, value, rules, expires }) => ({
    ...storedToken(name, rights, `lct_${value}`),
    ...rules,
    ...(expires === undefined ? {} : { expires }),
  }));

const settings: fc.Arbitrary<Settings> = fc
  .record({
    readOnly: fc.boolean(),
    autoStart: fc.boolean(),
    hidden: globs,
    disabledTools: toolNames,
    enabledTools: toolNames,
    approval,
    allowedOrigins: fc.subarray(['https://example.org']),
    tokens: fc.uniqueArray(token, { maxLength: 3, selector: ({ valueHash }) => valueHash }),
  })
  .map(parts => settingsSchema.parse(parts));

/** What a broken disk, a merge of two versions or a careless hand may put in the place of a value. */
const rubbish = fc.oneof(
  fc.constantFrom(null, undefined, '', 'yes', 0, -1, 1e9, NaN, true, [], {}, [null], [[]], { allow: 1 }),
  fc.jsonValue(),
);

type Damage = (value: unknown) => unknown;

/** Replaces, misspells or repeats something at one place, however deep. */
const damage: fc.Arbitrary<Damage> = fc
  .record({
    way: fc.constantFrom('replace' as const, 'misspell' as const, 'repeat' as const),
    path: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 }),
    by: rubbish,
  })
  .map(
    ({ way, path, by }) =>
      value =>
        damaged(value, path, inner =>
          way === 'replace' ? by : way === 'repeat' ? [inner, inner] : misspelt,
        ),
  );

const misspelt = Symbol('misspelt');

function damaged(value: unknown, [step, ...rest]: readonly number[], change: Damage): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return change(value);
  if (Array.isArray(value)) {
    const index = step % Math.max(1, value.length);
    return value.map((item: unknown, at) =>
      at === index ? dropMisspelt(damaged(item, rest, change)) : item,
    );
  }
  const entries = Object.entries(value);
  const index = step % Math.max(1, entries.length);
  return Object.fromEntries(
    entries.map(([key, item]: [string, unknown], at) => {
      if (at !== index) return [key, item];
      const next = damaged(item, rest, change);
      return next === misspelt ? [`${key.slice(0, -1)}_`, item] : [key, next];
    }),
  );
}

function dropMisspelt(value: unknown): unknown {
  return value === misspelt ? 'misspelt' : value;
}

const ranks = ['read', 'write', 'full'];

/** Every right that the loaded settings give and the stored ones did not. */
function gains(before: Settings, after: Settings): string[] {
  const found: string[] = [];
  const lacks = (now: readonly string[], then: readonly string[]): boolean =>
    then.some(rule => !now.includes(rule));
  for (const now of after.tokens) {
    const then = before.tokens.find(({ valueHash }) => valueHash === now.valueHash);
    if (then === undefined) found.push('a token');
    else {
      if (ranks.indexOf(now.rights) > ranks.indexOf(then.rights)) found.push('rights');
      if (lacks(now.deny, then.deny)) found.push('deny');
      if (now.expires !== then.expires) found.push('expires');
      if (lacks(now.disabledTools, then.disabledTools)) found.push('tools of a token');
      for (const rule of ['allow', 'allowWrite'] as const)
        if (then[rule].length > 0 && (now[rule].length === 0 || lacks(then[rule], now[rule])))
          found.push(rule);
    }
  }
  // Where nobody gets in, nothing else counts.
  if (after.tokens.length === 0) return found;
  if (before.readOnly && !after.readOnly) found.push('readOnly');
  const strictness = ({ approval: asked }: Settings, kind: ApprovalRisk): number =>
    approvalRules.indexOf(asked[kind]);
  if (approvalRisks.some(kind => strictness(after, kind) < strictness(before, kind))) found.push('approval');
  if (!before.autoStart && after.autoStart) found.push('autoStart');
  if (lacks(after.hidden, before.hidden)) found.push('hidden');
  if (lacks(after.disabledTools, before.disabledTools)) found.push('disabledTools');
  if (lacks(before.enabledTools, after.enabledTools)) found.push('enabledTools');
  if (lacks(before.allowedOrigins, after.allowedOrigins)) found.push('allowedOrigins');
  return found;
}

/** A value that was put there and reads as a choice of its owner's is no damage that anybody could see. */
function readsAsChoice(value: unknown): boolean {
  return settingsSchema.safeParse(value).success;
}

describe('settings that were damaged', () => {
  test('never give more rights than before, whatever became of them', () => {
    fc.assert(
      fc.property(settings, fc.array(damage, { minLength: 1, maxLength: 3 }), (before, all) => {
        const stored = all.reduce<unknown>((value, one) => one(value), structuredClone(before));
        const loaded = loadSettings(stored);
        expect(settingsSchema.safeParse(loaded.settings).success).toBe(true);
        if (readsAsChoice(stored)) return;
        expect(gainsByDamage(before, stored, loaded.settings)).toEqual([]);
        expect(loaded.problems.length).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  test('that are truncated anywhere stop all access, or are unchanged', () => {
    fc.assert(
      fc.property(settings, fc.nat(), (before, cut) => {
        const text = JSON.stringify(before);
        const part = text.slice(0, cut % (text.length + 1));
        const loaded = loadCut(part);
        expect(part === text ? loaded : closedSettings(loaded)).toEqual(loaded);
      }),
      runs,
    );
  });
});

/** As the store does it: a file that is no JSON never reaches `loadSettings`. */
function loadCut(text: string): Settings {
  try {
    return loadSettings(JSON.parse(text)).settings;
  } catch {
    return closedSettings(settingsSchema.parse({}));
  }
}

/**
 * The gains that the damage did not itself spell out: a part that still reads as a value of its kind, such as a
 * token with an empty list of folders, cannot be told from its owner's wish.
 */
function gainsByDamage(before: Settings, stored: unknown, after: Settings): string[] {
  const spelt = settingsSchema.parse({ ...before, ...soundParts(stored) });
  return gains(before, after).filter(gain => !gains(before, spelt).includes(gain));
}

function soundParts(stored: unknown): Record<string, unknown> {
  if (typeof stored !== 'object' || stored === null) return {};
  const parts: [string, unknown][] = Object.entries(stored);
  const sound = parts.flatMap(([key, value]) => {
    if (key === 'tokens' && Array.isArray(value))
      return [[key, value.filter((one: unknown) => tokenSchema.safeParse(one).success)] as const];
    const parsed = settingsSchema.safeParse({ [key]: value });
    return parsed.success ? [[key, value] as const] : [];
  });
  return Object.fromEntries(sound);
}
