import { eventually } from '../support/time/waiting';
import { VaultWithPlugin } from './vault-with-plugin';

const template =
  '# {{title}}\n{{date:YYYY-MM-DD}} {{date+1d:YYYY-MM-DD}} <% untouched %>\n{{yesterday}} {{tomorrow}}\n{{sunday:YYYY-MM-DD}} {{monday:gggg-[W]ww}}\n';
const data = {
  showGettingStartedBanner: false,
  hasMigratedDailyNoteSettings: true,
  hasMigratedWeeklyNoteSettings: true,
  daily: { enabled: true, format: 'YYYY-MM-DD', folder: 'Days', template: 'Template.md' },
  weekly: { enabled: true, format: 'gggg-[W]ww', folder: 'Weeks', template: 'Template' },
  monthly: { enabled: true, format: '', folder: 'Months', template: '' },
  quarterly: { enabled: false },
  yearly: { enabled: false },
};

/** Periodic Notes makes no note where its folder is missing. */
const files = { 'Template.md': template, 'Days/x.md': '', 'Weeks/x.md': '', 'Months/x.md': '' };

let vault: VaultWithPlugin;
afterEach(() => vault.close());

describe.each([
  ['daily', '@daily'],
  ['weekly', '@weekly'],
  ['monthly', '@monthly'],
])('a %s note', (period, reference) => {
  beforeEach(async () => {
    vault = await VaultWithPlugin.open('periodic-notes', {
      ...{
        data,
        files,
        settings: { commandAllowList: ['periodic-notes:*'], enabledTools: ['execute_command'] },
      },
    });
  });

  test('is made by Lectern where and as Periodic Notes makes it', async () => {
    const mine = await vault.call('update_note', { path: reference, mode: 'append', content: '' });
    const path = String(mine['path']);
    const text = vault.text(path);
    await vault.call('delete', { path });
    const commandId = `periodic-notes:open-${period}-note`;
    await vault.call('execute_command', { commandId });
    await eventually(() => vault.has(path));
    expect(vault.text(path)).toBe(text);
  });

  test('that Periodic Notes made is the one that Lectern finds', async () => {
    const commandId = `periodic-notes:open-${period}-note`;
    await vault.call('execute_command', { commandId });
    await eventually(async () => 'content' in (await vault.call('read_note', { path: reference })));
  });
});
