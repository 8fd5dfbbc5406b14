import { browser } from '@wdio/globals';
import { goBack, listsCommands, refusesOtherCommands, runsACommand } from '../../checks/commands';
import { RealApp } from '../../support/real-app';

describe('E20: commands of the app', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
    // As the user does in the settings: only tokens with full rights run commands, and only those of the list.
    await browser.executeObsidian(
      ({ plugins }, command) =>
        plugins.lecternMcp.lectern.appInterface.tab.store.update(settings => ({
          ...settings,
          enabledTools: ['execute_command'],
          commandAllowList: [command],
          tokens: settings.tokens.map(token => ({ ...token, rights: 'full' as const })),
        })),
      goBack,
    );
  });
  afterEach(() => app.close());

  it('are listed', () => listsCommands(app));
  it('are run where the settings allow it', () => runsACommand(app));
  it('are refused where they do not', () => refusesOtherCommands(app));
});
