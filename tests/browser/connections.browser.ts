import { Desk, settingsWindows } from './support/desk';

const files = { 'Home.md': 'home', 'Work/Plan.md': 'plan', 'Private/Diary.md': 'dear' };

let desk: Desk;

async function open(): Promise<void> {
  desk = await Desk.open(files);
}

async function show(): Promise<void> {
  await desk.load();
  await desk.show('light');
}

afterEach(() => {
  expect(desk.problems).toEqual([]);
});

const names = async (token?: string): Promise<string[]> => {
  const client = await desk.lectern.connect('2026', token);
  return (await client.listTools()).map(({ name }) => name);
};

/** Adds a folder, or what is typed as a pattern, to the rules with this name. */
async function pickFolder(rules: string, text: string): Promise<void> {
  await desk.press(`Choose folder: ${rules}`);
  await desk.page.waitForSelector('.lectern-folders .suggestion-item');
  await desk.page.type('.lectern-folders input', text);
  await desk.waitForText('.lectern-folders .suggestion-item', text);
  await desk.page.$eval('.lectern-folders .suggestion-item', row =>
    row.dispatchEvent(new MouseEvent('click', { bubbles: true })),
  );
  await desk.waitForGone('.lectern-folders');
}

describe.each(settingsWindows)('in %s', where => {
  beforeAll(open);
  afterAll(() => desk.close());
  beforeEach(show);
  beforeEach(() => desk.openSettings(where));

  describe('a connection', () => {
    test('is added, shows the setup for each client, accepts the client, and is revoked', async () => {
      await desk.openPages('Connections');
      await desk.press('Connect a client');
      await desk.press('Claude Code', '.modal');
      expect(await desk.accessibilityFindings()).toEqual([]);
      await desk.press('Copy', '.modal');
      await desk.waitForText('.modal-title', 'Setup of “Claude Code”');
      const token = desk.appInterface.tab.store.settings.tokens.find(({ name }) => name === 'Claude Code');
      const value = token === undefined ? undefined : desk.appInterface.tab.store.tokenValue(token);
      expect(value).toMatch(/^lct_/);
      const command = `claude mcp add --transport http --scope user lectern ${desk.lectern.url} --header "Authorization: Bearer`;
      expect(await desk.text('.modal .lectern-setup-text')).toBe(`${command} lct_••••••••"`);
      await desk.press('Test connection', '.modal');
      await desk.waitForText('.modal .lectern-success', 'It works: the client will see');
      expect(await names(value)).toContain('read_note');
      await desk.press('Done', '.modal');
      await desk.press('Show setup of “Claude Code”');
      await desk.press('Cursor', '.modal');
      await desk.waitForText('.modal .lectern-setup-text', '"mcpServers"');
      await desk.press('Done', '.modal');
      await desk.press('Edit “Claude Code”');
      await desk.press('Revoke “Claude Code”');
      await desk.waitForText('.modal-title', 'Revoke “Claude Code”?');
      await desk.press('Revoke');
      await desk.waitForGone('.lectern-card-body input');
      await expect(names(value)).rejects.toThrow();
      expect(await desk.focused()).toBe('Connect a client');
    });

    test('of Claude Desktop offers its extension first, and its settings file in a folded section', async () => {
      await desk.openPages('Connections');
      await desk.press('Connect a client');
      await desk.press('Claude Desktop', '.modal');
      const filled = await desk.page.$$eval('.modal .mod-cta', found => found.map(one => one.textContent));
      expect(filled).toEqual(['Save the extension']);
      const folded = '.modal .lectern-setup-by-hand';
      expect(await desk.page.$eval(`${folded} pre`, text => text.checkVisibility())).toBe(false);
      await desk.page.$eval(`${folded} summary`, summary => {
        summary.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      });
      await desk.page.waitForFunction(
        selector => document.querySelector(selector)?.checkVisibility() === true,
        {},
        `${folded} pre`,
      );
      expect(await desk.text(folded)).toContain('~/.config/Claude/claude_desktop_config.json.');
      expect(await desk.accessibilityFindings()).toEqual([]);
      await desk.press('Cancel', '.modal');
    });

    test('is narrowed to folders, with a preview and a path to try', async () => {
      const { store } = desk.appInterface.tab;
      await store.addToken('client 2', 'write', new Date());
      await desk.load();
      await desk.openSettings(where);
      await desk.openPages('Connections');
      await desk.press('Edit “client 2”');
      await desk.waitForText('.lectern-card-body .lectern-live', 'Sees 3 of 3 notes, and may change 3.');
      await pickFolder('Folders it never sees: “client 2”', 'Private');
      await desk.waitForText('.lectern-card-body .lectern-live', 'Sees 2 of 3 notes');
      await desk.fill('Try a path for “client 2”', 'Private/Diary.md');
      await desk.waitForText('.lectern-settings', 'Not visible to this connection.');
      await desk.choose('Rights of “client 2”', 'read');
      await desk.waitForText('.lectern-settings', 'may change 0.');
      await desk.press('Done with “client 2”');
      await desk.waitForText('.lectern-settings', 'Read only, some folders only.');
      const { tokens } = store.settings;
      expect(tokens.at(-1)).toMatchObject({ name: 'client 2', rights: 'read', deny: ['Private/**'] });
      await desk.press('Edit “client 2”');
      await desk.press('Revoke “client 2”');
      await desk.press('Revoke');
      await desk.waitForGone('.modal');
    });

    test('keeps its rules when too many are given, and says so at the field', async () => {
      const { store } = desk.appInterface.tab;
      const hash = await store.addToken('narrow', 'read', new Date());
      const deny = Array.from({ length: 64 }, (_, index) => `F${index}`);
      await store.changeToken(hash, token => ({ ...token, deny }));
      await desk.load();
      await desk.openSettings(where);
      await desk.openPages('Connections');
      await desk.press('Edit “narrow”');
      await pickFolder('Folders it never sees: “narrow”', 'Private');
      await desk.waitForText('.lectern-settings', 'At most 64');
      expect(store.settings.tokens.at(-1)?.deny).toEqual(deny);
      await desk.press('Remove F0: Folders it never sees: “narrow”');
      await desk.until(() => store.settings.tokens.at(-1)?.deny.length === 63);
      expect(await desk.text('.lectern-settings')).not.toContain('At most 64');
      await pickFolder('Folders it never sees: “narrow”', '*.secret.md');
      await desk.until(() => store.settings.tokens.at(-1)?.deny.at(-1) === '*.secret.md');
      await store.removeToken(store.settings.tokens.find(({ valueHash }) => valueHash === hash) ?? fail());
    });

    test('with a new token value refuses the old value, and the server keeps its address', async () => {
      const { store } = desk.appInterface.tab;
      const hash = await store.addToken('rotated', 'read', new Date());
      const token = store.settings.tokens.find(({ valueHash }) => valueHash === hash);
      const old = token === undefined ? undefined : store.tokenValue(token);
      await desk.load();
      await desk.openSettings(where);
      expect(await names(old)).toContain('list');
      await desk.openPages('Connections');
      await desk.press('Edit “rotated”');
      await desk.press('Rotate “rotated”');
      await desk.press('Rotate');
      await desk.waitForText('.modal-title', 'Setup of “rotated”');
      await desk.press('Done', '.modal');
      await expect(names(old)).rejects.toThrow();
      const next = store.settings.tokens.find(({ name }) => name === 'rotated');
      expect(await names(next === undefined ? undefined : store.tokenValue(next))).toContain('list');
      expect(desk.appInterface.tab.live.state.server.url).toBe(desk.lectern.url);
      if (next !== undefined) await store.removeToken(next);
    });
  });
});

function fail(): never {
  throw new Error('The token is gone.');
}
