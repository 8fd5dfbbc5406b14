import { browser } from '@wdio/globals';
import { ok } from 'node:assert/strict';
import { obsidianPage } from 'wdio-obsidian-service';
import { listening, pluginId, where } from '../support/real-app';

/** The service runs the command inside the app, since the command line's socket has one name for all apps. */
const [major = 0, minor = 0, patch = 0] = browser.getObsidianInstallerVersion().split('.').map(Number);
const hasCommandLine = major > 1 || (major === 1 && (minor > 11 || (minor === 11 && patch >= 7)));

describe('E15: the app’s command line', () => {
  where(hasCommandLine)('tells the state and the address of the server', async () => {
    const { url } = await listening();
    const { stdout } = await obsidianPage.runObsidianCli([`${pluginId}:status`]);
    ok(stdout.includes('listening') && stdout.includes(url), stdout);
  });
});
