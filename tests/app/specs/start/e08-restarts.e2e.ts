import { browser } from '@wdio/globals';
import { equal } from 'node:assert/strict';
import { obsidianPage } from 'wdio-obsidian-service';
import { isClosed, isServed } from '../../checks/endings';
import { listening, pluginId, RealApp } from '../../support/real-app';

describe('E8: the same port', () => {
  it('is taken again each of 20 times that the plugin is switched off and on', async () => {
    const app = await RealApp.open();
    await app.close();
    for (let time = 0; time < 20; time += 1) {
      await obsidianPage.disablePlugin(pluginId);
      await isClosed(app.endpoint);
      await obsidianPage.enablePlugin(pluginId);
      const { url } = await listening();
      equal(url, app.endpoint.url);
    }
    await isServed(app.endpoint);
  });

  it('is taken again when off and on follow each other without a pause', async () => {
    const { url } = await listening();
    await obsidianPage.disablePlugin(pluginId);
    await obsidianPage.enablePlugin(pluginId);
    equal((await listening()).url, url);
  });

  it('is taken again after the app was closed and started', async () => {
    const { url } = await listening();
    await browser.reloadObsidian();
    const again = await listening();
    equal(again.url, url);
    await isServed(again);
  });
});
