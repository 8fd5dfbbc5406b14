import { notEqual, ok } from 'node:assert/strict';
import { obsidianPage } from 'wdio-obsidian-service';
import { shutsOutWhileCut } from '../../checks/damage';
import { isClosed } from '../../checks/endings';
import { until } from '../../support/app-under-test';
import { listening, pluginId, type RealApp, status } from '../../support/real-app';
import { openSettingsFile } from '../../support/settings-file';

describe('E5: a data.json that was cut', () => {
  let app: RealApp;
  let path: string;
  let before: string;
  beforeEach(async () => {
    ({ app, path, before } = await openSettingsFile());
  });
  afterEach(async () => {
    await app.close();
    await obsidianPage.disablePlugin(pluginId);
    app.put(path, before);
    await obsidianPage.enablePlugin(pluginId);
    await listening();
  });

  it('while the plugin is off keeps the server stopped at the next start and is not overwritten', async () => {
    await obsidianPage.disablePlugin(pluginId);
    await isClosed(app.endpoint);
    const damaged = before.slice(0, 120);
    app.put(path, damaged);
    await obsidianPage.enablePlugin(pluginId);
    await until('the plugin says what is wrong', async () => (await status()).problem !== undefined);
    notEqual((await status()).state, 'listening');
    const names = await app.list(path.slice(0, path.lastIndexOf('/')));
    ok(
      names.some(name => name.startsWith('data.damaged')),
      names.join(),
    );
    ok((await app.notices()).some(notice => notice.includes('Lectern')));
  });

  it('while the plugin runs stops all access until the complete file is back, and is not overwritten', () =>
    shutsOutWhileCut(app, app.endpoint, { path, text: before }));
});
