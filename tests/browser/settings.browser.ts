import { Desk } from './desk';

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open({ 'Home.md': 'home', 'Work/Plan.md': 'plan', 'Private/Diary.md': 'dear' });
});
afterAll(async () => {
  await desk.close();
});

test('the settings open', async () => {
  await desk.openSettings();
  await desk.page.screenshot({ path: '/tmp/people-1.png', fullPage: true });
  console.log(desk.problems, await desk.text('body'));
});
