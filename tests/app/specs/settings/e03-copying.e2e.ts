import { equal } from 'node:assert/strict';
import { copied, isOwnWindow, openPage, withSettings } from '../../support/settings-window';

describe(
  'E3: copying the token',
  withSettings(open => {
    it('puts it on the clipboard, in the window that the app opens by default', async () => {
      const { app, main } = open();
      console.log(`Settings have a window of their own: ${await isOwnWindow(main)}`);
      await openPage('Connections');
      equal(await copied('.lectern-card button=Copy token'), app.endpoint.token);
    });
  }),
);
