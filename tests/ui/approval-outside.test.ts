import LecternPlugin from '../../src/main';
import { settingsSchema } from '../../src/settings/schema';
import { secretId, storedToken } from '../../src/settings/tokens/tokens';
import { AppLectern } from '../browser/support/app-lectern';
import { closePage, openPage } from '../headless/page';
import { temporaryVault } from '../headless/temporary-vault';
import { clients } from '../support/clients';
import { manifest } from '../support/lectern';
import { eventually } from '../support/time/waiting';

/** The system's notices, as Chromium gives them to a window. */
class SystemNotice {
  static readonly shown: string[] = [];
  onclick: (() => void) | undefined;

  constructor(title: string, { body }: { readonly body: string }) {
    SystemNotice.shown.push(`${title}: ${body}`);
  }
}

test.each([
  ['is told through the system when no window of the app has the focus', false, 1],
  ['is not told through the system when the app is looked at', true, 0],
])('what waits for approval %s', async (_how, isLookedAt, notices) => {
  const page = openPage();
  page.window.document.hasFocus = () => isLookedAt;
  Reflect.set(globalThis, 'Notification', SystemNotice);
  SystemNotice.shown.length = 0;
  const guest = storedToken('guest', 'write', 'lct_guest-of-the-vault');
  const settings = settingsSchema.parse({ port: 0, approval: { edit: 'ask' }, tokens: [guest] });
  const data = JSON.stringify(settings);
  const vault = await temporaryVault({ [`.obsidian/plugins/${manifest.id}/data.json`]: data });
  // It was made on this device.
  vault.host.app.secretStorage.setSecret(secretId(guest), 'lct_guest-of-the-vault');
  const { control, instance } = await vault.host.loadPlugin(AppLectern, manifest);
  const status = await control?.started();
  const client = await clients['2026']({ url: status?.url ?? '', token: 'lct_guest-of-the-vault' });
  const call = client.call('create_note', { path: 'New.md', content: 'new' });
  if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
  const { approvals } = instance.lectern.appInterface;
  await eventually(() => approvals.requests.length === 1);
  expect(SystemNotice.shown).toEqual(
    Array.from({ length: notices }, () => 'Lectern: A client is waiting for your approval.'),
  );
  for (const { id } of approvals.requests) approvals.answer(id, { approved: true });
  expect((await call).isError).toBe(false);
  await client.close();
  await vault.close();
  Reflect.deleteProperty(globalThis, 'Notification');
  closePage(page);
});
