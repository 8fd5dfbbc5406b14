import { browser } from '@wdio/globals';
import { equal, ok } from 'node:assert/strict';
import { textOf, until } from '../../support/app-under-test';
import { withRights } from '../../support/settings-text';
import { closeSettings, count, openPage, openSettings, withSettings } from '../../support/settings-window';

describe(
  'E2: the settings of a fresh vault',
  withSettings(open => {
    beforeEach(() => openPage('Connections'));

    it('show one card, for the token that was made at the start', async () => {
      equal(await count('.lectern-card'), 1);
    });

    it('show one setup text after three clients were chosen', async () => {
      for (const client of ['Codex', 'Claude Desktop', 'Claude Code']) {
        await browser.$('select[aria-label="Client"]').selectByVisibleText(client);
      }
      equal(await count('pre.lectern-setup-text'), 1);
      equal(await count('.lectern-card-body'), 1);
    });

    it('show other rights when they are opened again after a change', async () => {
      const { app, main } = open();
      await closeSettings(main);
      const path = await app.dataFile();
      // Never put back: this device does not take wider rights from a file.
      app.put(path, withRights((await textOf(app, path)) ?? '', 'read'));
      await until('the plugin took the change', async () => {
        const { isError } = await app.client.call('create_note', { path: 'Refused.md', content: '' });
        return isError;
      });
      await openSettings();
      await openPage('Connections');
      const card = await browser.$('.lectern-card').getText();
      ok(/read only/i.test(card) && !/write/i.test(card), card);
    });
  }),
);
