import { browser } from '@wdio/globals';
import { equal, ok } from 'node:assert/strict';
import { until } from '../support/app-under-test';
import { closeSettings, count, openSettings, withSettings } from '../support/settings-window';

describe(
  'E2: the settings of a fresh vault',
  withSettings(open => {
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
      const before = (await app.read(path))?.toString('utf8') ?? '';
      app.put(path, before.split('"rights":"write"').join('"rights":"read"'));
      await until('the plugin took the change', async () => {
        const { isError } = await app.client.call('create_note', { path: 'Refused.md', content: '' });
        return isError;
      });
      await openSettings();
      const card = await browser.$('.lectern-card').getText();
      ok(/read/i.test(card) && !/write/i.test(card), card);
      app.put(path, before);
    });
  }),
);
