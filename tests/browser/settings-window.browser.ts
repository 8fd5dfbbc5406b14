import type { Page } from 'puppeteer-core';
import { Desk } from './support/desk';

let desk: Desk;
let settings: Page;

beforeAll(async () => {
  desk = await Desk.open({ 'Home.md': 'home' });
  const { origin } = new URL(desk.page.url());
  for (const name of ['clipboard-read', 'clipboard-write'])
    await desk.page.browserContext().setPermission(origin, { permission: { name }, state: 'granted' });
  await desk.openSettings('a window of their own');
  settings = desk.page;
  await desk.openPages('Connections');
  // Chromium refuses this to a window without the focus; puppeteer tells every page that it has it.
  await desk.main.evaluate(refuse);
});
afterAll(() => desk.close());

/** What Chromium answers then. */
const refuse = `void (navigator.clipboard.writeText = () =>
  Promise.reject(new DOMException('Document is not focused.', 'NotAllowedError')))`;

/** Chromium 156 has a field change when its window is closed; a window that the app destroys may not come to it. */
const confirmNothing = `window.addEventListener('change', event => {
  if (event.isTrusted) event.stopImmediatePropagation();
}, true)`;

const click = (label: string): Promise<void> => settings.click(`button[aria-label='${label}']`);

describe('settings in a window of their own', () => {
  test('copy a token and the setup into the clipboard', async () => {
    await click('Edit “test”');
    await click('Copy token of “test”');
    await settings.waitForFunction(
      `navigator.clipboard.readText().then(text => text === ${JSON.stringify(desk.lectern.token)})`,
    );
    await click('Show setup of “test”');
    await desk.press('Claude Code', '.modal');
    await desk.press('Copy', '.modal');
    await settings.waitForFunction(
      `navigator.clipboard.readText().then(text => text.startsWith('claude mcp add'))`,
    );
    await desk.press('Done', '.modal');
  });

  test('show the text, selected, in the same window where the clipboard cannot be used', async () => {
    await settings.evaluate(refuse);
    await click('Copy token of “test”');
    const shown = await desk.page.waitForSelector('.lectern-copied');
    const selected = `(field => field.value.slice(field.selectionStart, field.selectionEnd))(document.querySelector('.lectern-copied'))`;
    expect(shown).not.toBeNull();
    expect(await desk.page.evaluate(selected)).toBe(desk.lectern.token);
  });

  test.each([
    ['which confirms it', ''],
    ['also where the browser confirms nothing', confirmNothing],
  ])('keep what was typed when the window is closed, %s', async (_how, before) => {
    const text = before === '' ? 'my-model' : 'other-model';
    await desk.load();
    await desk.openSettings('a window of their own');
    await desk.openPages('Search');
    await desk.focusOn('Embeddings model');
    await desk.page.evaluate(before);
    await desk.page.keyboard.down('Control');
    await desk.page.keyboard.press('A');
    await desk.page.keyboard.up('Control');
    await desk.page.keyboard.type(text);
    const { store } = desk.appInterface.tab;
    expect(store.settings.embeddingsModel).not.toBe(text);
    await desk.closeSecond();
    await desk.until(() => store.settings.embeddingsModel === text);
  });
});
