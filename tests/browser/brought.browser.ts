import { Desk, settingsWindows } from './support/desk';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.close());
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

const dialog = '.lectern-brought';
const items = [
  { id: 'token', words: 'token “guest” with full rights' },
  { id: 'host', words: 'listening on <b>0.0.0.0</b>' },
  { id: 'commands', words: 'the commands editor:*' },
];

describe.each(settingsWindows)('settings from a synced vault, reviewed in %s', where => {
  beforeEach(async () => {
    await desk.load();
    if (where !== 'the first window') await desk.openSettings(where);
    await desk.page.evaluate(`void lecternPage.review(${JSON.stringify(items)})`);
    await desk.page.waitForSelector(dialog);
  });

  const decided = (): Promise<unknown> => desk.page.evaluate('decided');
  const listed = (): Promise<string[]> =>
    desk.page.$$eval(`${dialog} .setting-item-name`, names => names.map(name => name.textContent));

  test('are listed as text, and a key that was typed for a note accepts nothing', async () => {
    expect(await listed()).toEqual(items.map(({ words }) => words));
    expect(await desk.accessibilityFindings()).toEqual([]);
    for (const key of ['Enter', 'Space'] as const) await desk.page.keyboard.press(key);
    expect([await decided(), (await listed()).length]).toEqual([[], 3]);
  });

  test('are accepted one by one, and the others stay listed', async () => {
    await desk.press('Accept: listening on <b>0.0.0.0</b>', dialog);
    expect(await decided()).toEqual(['accept host']);
    expect(await listed()).toEqual([items[0]?.words, items[2]?.words]);
    for (const words of await listed()) await desk.press(`Accept: ${words}`, dialog);
    await desk.waitForText(dialog, 'No settings are waiting');
  });

  test.each([
    ['Accept all', ['accept token host commands']],
    ['Ignore all', ['ignore token host commands']],
  ])('are all decided at once with %s, which closes the dialog', async (button, decisions) => {
    await desk.press(button, dialog);
    await desk.waitForGone(dialog);
    expect(await decided()).toEqual(decisions);
  });

  test.each([
    ['Escape', () => desk.page.keyboard.press('Escape')],
    [
      'the cross',
      () => desk.page.$eval('.modal-close-button', cross => cross.dispatchEvent(new MouseEvent('click'))),
    ],
  ])('are left undecided when the dialog is closed with %s', async (_how, close) => {
    await close();
    await desk.waitForGone(dialog);
    expect(await decided()).toEqual([]);
  });
});
