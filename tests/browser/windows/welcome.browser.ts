import { Desk } from '../support/desk';

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open({ 'Home.md': 'home\n', 'Work/Plan.md': 'plan\n' });
  await desk.show('light');
});
afterAll(async () => {
  await desk.close();
});
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

test('the page of the first start says that the server runs, and links to the settings of connections', async () => {
  await desk.page.evaluate('lecternPage.welcome()');
  await desk.waitForText('.lectern-welcome', desk.lectern.url);
  expect(await desk.accessibilityFindings()).toEqual([]);
  await desk.press('Connect a client');
  await desk.waitForText('.modal-title', 'Add connection');
  expect(await desk.page.$$('.modal')).toHaveLength(1);
  await desk.until(async () => (await desk.focused()) === 'Client of the new connection');
  expect(await desk.accessibilityFindings()).toEqual([]);
});

test('the rights and folders that are chosen at the first start are those of the first connection', async () => {
  await desk.load();
  await desk.page.evaluate('lecternPage.welcome()');
  await desk.choose('Rights', 'read');
  await desk.choose('Folders', 'some');
  await desk.press('Connect a client');
  await desk.page.waitForSelector('.lectern-folders .suggestion-item');
  await desk.page.keyboard.type('work');
  await desk.page.$eval('.lectern-folders .suggestion-item', row =>
    row.dispatchEvent(new MouseEvent('click', { bubbles: true })),
  );
  await desk.waitForText('.modal', 'Only Work/**');
  const rights = await desk.page.$eval('[aria-label="Rights of the new connection"]', list =>
    list instanceof HTMLSelectElement ? list.value : undefined,
  );
  expect(rights).toBe('read');
  await desk.press('Add', '.modal');
  const { store } = desk.appInterface.tab;
  await desk.until(() => store.settings.tokens.at(-1)?.allow[0] === 'Work/**');
  expect(store.settings.tokens.at(-1)?.rights).toBe('read');
});

test('the activity without a call has no controls, and links to the settings of connections', async () => {
  await desk.load();
  await desk.openActivity();
  await desk.waitForText('.lectern-activity', 'No calls yet.');
  expect(
    await desk.page.$$eval('.lectern-activity :is(button, select, input)', controls =>
      controls.filter(control => control.checkVisibility()).map(control => control.textContent),
    ),
  ).toEqual(['Connect a client']);
  expect(await desk.accessibilityFindings()).toEqual([]);
  await desk.press('Connect a client', '.lectern-activity');
  await desk.waitForText('.modal-title', 'Add connection');
});
