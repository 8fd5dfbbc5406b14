import { browser } from '@wdio/globals';
import { equal } from 'node:assert/strict';
import { RealApp } from '../support/real-app';
import { closeSettings, copied, isOwnWindow, openSettings } from '../support/settings-window';

describe('E3: copying the token', () => {
  let main: string;
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
    main = await browser.getWindowHandle();
    await openSettings();
  });
  afterEach(async () => {
    await closeSettings(main);
    await app.close();
  });

  it('puts it on the clipboard, in the window that the app opens by default', async () => {
    console.log(`Settings have a window of their own: ${await isOwnWindow(main)}`);
    equal(await copied('.lectern-card button=Copy token'), app.endpoint.token);
  });
});
