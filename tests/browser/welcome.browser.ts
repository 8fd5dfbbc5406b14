import { Desk } from './support/desk';

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open({ 'Home.md': 'home\n' });
  await desk.show('light');
});
afterAll(async () => {
  await desk.close();
});
afterEach(() => {
  expect(desk.problems).toEqual([]);
});

test('the page of the first start tells the address and leads to where a client is connected', async () => {
  await desk.page.evaluate('lecternPage.welcome()');
  await desk.waitForText('.lectern-welcome', desk.lectern.url);
  expect(await desk.accessibilityFindings()).toEqual([]);
  await desk.press('Connect a client');
  await desk.waitForText('.modal-title', 'Add connection');
  expect(await desk.page.$$('.modal')).toHaveLength(1);
  await desk.until(async () => (await desk.focused()) === 'Client of the new connection');
  expect(await desk.accessibilityFindings()).toEqual([]);
});

test('the activity without a call has no controls, and leads to where a client is connected', async () => {
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
