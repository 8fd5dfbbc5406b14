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
