import { Notice } from '../../pkg/headless/obsidian/ui/notice';
import { closePage, openPage } from './page';

test('a notice keeps no process alive while it is shown', () => {
  const page = openPage();
  const timers = (): number => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length;
  const before = timers();
  const notice = new Notice('Lectern is running.');
  expect(notice.containerEl.isConnected).toBe(true);
  expect(timers()).toBe(before);
  closePage(page);
});
