import { Desk } from './desk';

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
  await desk.waitForText('.lectern-settings', 'Connections');
  expect(await desk.page.$('.modal')).toBeNull();
  await desk.until(async () => (await desk.focused()) === 'Client');
  expect(await desk.page.evaluate(headingTop('Connect a client'))).toBeLessThan(200);
});

/** How far below the top of the window a heading stands, in pixels. */
const headingTop = (words: string): string => `[...document.querySelectorAll('.setting-item-heading')]
  .find(heading => heading.textContent === ${JSON.stringify(words)}).getBoundingClientRect().top`;
