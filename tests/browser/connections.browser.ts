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

describe.each(settingsWindows)('in %s', where => {
  beforeAll(open);
  afterAll(() => desk.close());
  beforeEach(show);
  beforeEach(() => desk.openSettings(where));

  describe('a connection', () => {
    test('is added, shows the setup for each client, accepts the client, and is revoked', async () => {
      await desk.openPages('Connections');
      await desk.press('Add connection');
      await desk.choose('Client of the new connection', 'Claude Code');
      expect(await desk.accessibilityFindings()).toEqual([]);
      await desk.press('Add', '.modal');
      await desk.waitForText('.modal-title', 'Connect Claude Code');
      const token = desk.appInterface.tab.store.settings.tokens.find(({ name }) => name === 'claude code');
      const value = token === undefined ? undefined : desk.appInterface.tab.store.tokenValue(token);
      expect(value).toMatch(/^lct_/);
      const command = `claude mcp add --transport http --scope user lectern ${desk.lectern.url} --header "Authorization: Bearer`;
      expect(await desk.text('.modal .lectern-setup-text')).toBe(`${command} lct_••••••••"`);
      await desk.press('Show token', '.modal');
      expect(await desk.text('.modal .lectern-setup-text')).toBe(`${command} ${value}"`);
      expect(await names(value)).toContain('read_note');
      await desk.press('Test connection', '.modal');
      await desk.waitForText('.modal .lectern-success', 'It works: the client sees');
      await desk.press('Done', '.modal');
      await desk.choose('Client', 'Cursor');
      await desk.waitForText('.lectern-setup-text', '"mcpServers"');
      await desk.press('Edit “claude code”');
      await desk.press('Revoke “claude code”');
      await desk.waitForText('.modal-title', 'Revoke “claude code”?');
      await desk.press('Revoke');
      await desk.waitForGone('.lectern-card-body input');
      await expect(names(value)).rejects.toThrow();
      expect(await desk.focused()).toBe('Add connection');
    });

    test('of Claude Desktop offers its extension first, and its settings file in a folded section', async () => {
      await desk.openPages('Connections');
      await desk.press('Add connection');
      await desk.choose('Client of the new connection', 'Claude Desktop');
      await desk.press('Add', '.modal');
      await desk.waitForText('.modal-title', 'Connect Claude Desktop');
      const filled = await desk.page.$$eval('.modal .mod-cta', found => found.map(one => one.textContent));
      expect(filled).toEqual(['Export the extension']);
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
      expect(await desk.text(folded)).toContain('Put this into ~/.config/Claude/claude_desktop_config.json.');
      expect(await desk.accessibilityFindings()).toEqual([]);
      await desk.press('Done', '.modal');
      const { store } = desk.appInterface.tab;
      const added = store.settings.tokens.find(({ name }) => name === 'claude desktop');
      if (added !== undefined) await store.removeToken(added);
    });

    test('is narrowed to folders, with a preview and a path to try', async () => {
      const { store } = desk.appInterface.tab;
      await store.addToken('client 2', 'write', new Date());
      await desk.load();
      await desk.openSettings(where);
      await desk.openPages('Connections');
      await desk.press('Edit “client 2”');
      await desk.waitForText('.lectern-card-body .lectern-live', 'Sees 3 of 3 notes, and may change 3.');
      await desk.fill('Folders it never sees: “client 2”', 'Private');
      await desk.waitForText('.lectern-card-body .lectern-live', 'Sees 2 of 3 notes');
      await desk.fill('Try a path for “client 2”', 'Private/Diary.md');
      await desk.waitForText('.lectern-settings', 'Not visible to this connection.');
      await desk.choose('Rights of “client 2”', 'read');
      await desk.waitForText('.lectern-settings', 'may change 0.');
      await desk.press('Close “client 2”');
      await desk.waitForText('.lectern-settings', 'Read only, some folders only.');
      const { tokens } = store.settings;
      expect(tokens.at(-1)).toMatchObject({ name: 'client 2', rights: 'read', deny: ['Private'] });
      await desk.press('Edit “client 2”');
      await desk.press('Revoke “client 2”');
      await desk.press('Revoke');
      await desk.waitForGone('.modal');
    });

    test('keeps its rules when too many are given, and says so at the field', async () => {
      const { store } = desk.appInterface.tab;
      const hash = await store.addToken('narrow', 'read', new Date());
      await desk.load();
      await desk.openSettings(where);
      await desk.openPages('Connections');
      await desk.press('Edit “narrow”');
      const rules = (count: number): string =>
        Array.from({ length: count }, (_, index) => `F${index}`).join('\n');
      await desk.fill('Folders it never sees: “narrow”', rules(65));
      await desk.waitForText('.lectern-settings', 'Enter at most 64 lines of up to 512 characters.');
      expect(store.settings.tokens.at(-1)?.deny).toEqual([]);
      await desk.fill('Folders it never sees: “narrow”', rules(64));
      await desk.until(() => store.settings.tokens.at(-1)?.deny.length === 64);
      expect(await desk.text('.lectern-settings')).not.toContain('Give at most');
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
      await desk.waitForGone('.modal');
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
