import { z } from 'zod';
import type { StoredToken } from '../../../src/settings/schema';
import { Desk, type Theme } from '../support/desk';

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open({ 'Home.md': 'home\n', 'Work/Plan.md': 'plan\n' });
});
afterAll(async () => {
  await desk.close();
});
beforeEach(async () => {
  for (const token of made()) await desk.appInterface.tab.store.removeToken(token);
  await desk.load();
  await desk.show('light');
  await desk.page.evaluate(`window.opened = []; window.open = link => void window.opened.push(link)`);
});
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

/** The connections that the dialog made. */
const made = (): StoredToken[] =>
  desk.appInterface.tab.store.settings.tokens.filter(({ name }) => name !== 'test');
const valueOf = (token: StoredToken | undefined): string | undefined =>
  token === undefined ? undefined : desk.appInterface.tab.store.tokenValue(token);
const connect = (): Promise<unknown> => desk.page.evaluate('lecternPage.connectClient()');
const opened = async (): Promise<string[]> =>
  z.array(z.string()).parse(await desk.page.evaluate('window.opened'));

test('the activity without a call has no controls, and connects a client', async () => {
  await desk.openActivity();
  await desk.waitForText('.lectern-activity', 'No calls yet.');
  expect(
    await desk.page.$$eval('.lectern-activity :is(button, select, input)', controls =>
      controls.filter(control => control.checkVisibility()).map(control => control.textContent),
    ),
  ).toEqual(['Connect a client']);
  expect(await desk.accessibilityFindings()).toEqual([]);
  await desk.press('Connect a client', '.lectern-activity');
  await desk.waitForText('.modal-title', 'Connect a client');
});

describe('the dialog that connects a client', () => {
  test.each(['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code'])(
    'leaves nothing when it is cancelled after %s was chosen',
    async client => {
      await connect();
      await desk.press(client, '.modal');
      await desk.choose('What it may do', 'read');
      await desk.press('Cancel', '.modal');
      await desk.waitForGone('.modal');
      await connect();
      await desk.page.keyboard.press('Escape');
      await desk.waitForGone('.modal');
      expect(made()).toEqual([]);
    },
  );

  test('makes the connection when the setup is used, with what was chosen', async () => {
    await connect();
    await desk.press('Claude Code', '.modal');
    await desk.choose('What it may do', 'read');
    await desk.press('Choose folder: Folders it may see', '.modal');
    await desk.page.waitForSelector('.lectern-folders .suggestion-item');
    await desk.page.keyboard.type('work');
    await desk.page.$eval('.lectern-folders .suggestion-item', row =>
      row.dispatchEvent(new MouseEvent('click', { bubbles: true })),
    );
    await desk.waitForText('.modal .lectern-chips', 'Work');
    await desk.waitForText('.modal .lectern-live', 'Sees 1 of 2 notes, and may change 0.');
    expect(made()).toEqual([]);
    await desk.press('Copy', '.modal');
    await desk.waitForText('.modal .lectern-live', 'paste it into a terminal');
    expect(made()).toMatchObject([
      { name: 'Claude Code', rights: 'read', allow: ['Work/**'], profile: 'all' },
    ]);
  });

  /** What a link hands to each client, as JSON. */
  const links: readonly [string, (link: string) => string][] = [
    [
      'Cursor',
      link => {
        const config = new URL(link).searchParams.get('config') ?? '';
        return Buffer.from(config, 'base64').toString();
      },
    ],
    ['VS Code', link => decodeURIComponent(link.slice('vscode:mcp/install?'.length))],
  ];
  test.each(links)('opens %s by a link with the token, which it does not show', async (client, textIn) => {
    await connect();
    await desk.press(client, '.modal');
    await desk.press(`Open in ${client}`, '.modal');
    await desk.waitForText('.modal .lectern-live', `confirm the installation in ${client}`);
    await desk.until(() => valueOf(made()[0]) !== undefined);
    const [token] = made();
    const value = valueOf(token) ?? '';
    const [link = ''] = await opened();
    expect(JSON.parse(textIn(link))).toMatchObject({
      url: desk.lectern.url,
      headers: { Authorization: `Bearer ${value}` },
    });
    expect(token?.name).toBe(client);
    expect(await desk.page.evaluate(`document.documentElement.outerHTML`)).not.toContain(value);
  });

  test('saves the extension of Claude Desktop, shows it in its folder, and says when the client is connected', async () => {
    await desk.page.evaluate(electron('completed'));
    await connect();
    await desk.press('Save the extension', '.modal');
    await desk.waitForText('.modal .lectern-live', 'double-click lectern.mcpb');
    await desk.page.waitForFunction(`window.shown[0] === '/home/me/lectern.mcpb'`);
    const client = await desk.lectern.connect('2026', valueOf(made()[0]));
    await client.call('list', {});
    await desk.waitForText('.modal .lectern-success', 'Claude Desktop is connected.');
  });

  test('leaves nothing when the extension is not saved after all', async () => {
    await desk.page.evaluate(electron('cancelled'));
    await connect();
    await desk.press('Save the extension', '.modal');
    await desk.until(() => made().length === 0);
    await desk.waitForText('.modal-title', 'Connect a client');
    expect(await desk.page.evaluate('window.shown')).toEqual([]);
  });

  test('is used with the keyboard alone', async () => {
    await connect();
    expect(await desk.focused()).toBe('Claude Desktop');
    await desk.page.keyboard.press('Tab');
    await desk.page.keyboard.press('Tab');
    await desk.page.keyboard.press('Enter');
    expect(await desk.focused()).toBe('Cursor');
    for (let step = 0; (await desk.focused()) !== 'Open in Cursor' && step < 20; step += 1)
      await desk.page.keyboard.press('Tab');
    await desk.page.keyboard.press('Enter');
    await desk.until(async () => (await desk.focused()) === 'Done');
    expect(await opened()).toHaveLength(1);
    await desk.page.keyboard.press('Enter');
    await desk.waitForGone('.modal');
    expect(made()).toHaveLength(1);
  });

  const looks: readonly [Theme, number][] = [
    ['light', 900],
    ['dark', 900],
    ['light', 360],
    ['dark', 360],
  ];
  test.each(looks)('has no serious finding of axe in %s at %i pixels', async (theme, width) => {
    await desk.show(theme, width);
    await connect();
    expect(await desk.accessibilityFindings()).toEqual([]);
    await desk.press('Cursor', '.modal');
    await desk.press('Open in Cursor', '.modal');
    await desk.waitForText('.modal .lectern-live', 'Cursor');
    expect(await desk.accessibilityFindings()).toEqual([]);
  });
});

/** As far as Electron tells of a download that ends so. */
const electron = (state: string): string => `
  window.shown = [];
  window.electron = {
    shell: { showItemInFolder: path => window.shown.push(path) },
    remote: { getCurrentWebContents: () => ({ session: { once: (event, listener) => {
      const item = {
        once: (end, done) => setTimeout(() => done({}, '${state}'), 50),
        getSavePath: () => '/home/me/lectern.mcpb',
      };
      setTimeout(() => listener({}, item), 50);
    } } }) },
  };`;
