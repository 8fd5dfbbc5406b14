import { browser } from '@wdio/globals';
import { execFileSync } from 'node:child_process';
import { obsidianPage } from 'wdio-obsidian-service';
import { tellsState } from '../../checks/command-line';
import { listening, pluginId, where } from '../../support/real-app';

/** The program of the command line, such as `obsidian`; only where no other app of this user runs. */
const program = process.env['OBSIDIAN_PROGRAM'] ?? '';

/** The service runs the command inside the app, since the command line's socket has one name for all apps. */
const [major = 0, minor = 0, patch = 0] = browser.getObsidianInstallerVersion().split('.').map(Number);
const hasCommandLine = major > 1 || (major === 1 && (minor > 11 || (minor === 11 && patch >= 7)));

describe('E15: the app’s command line', () => {
  where(hasCommandLine)('tells the state and the address of the server', async () => {
    const endpoint = await listening();
    const { stdout } = await obsidianPage.runObsidianCli([`${pluginId}:status`]);
    tellsState(stdout, endpoint);
  });

  where(hasCommandLine && program !== '')('is reached by the program', async () => {
    const endpoint = await listening();
    tellsState(execFileSync(program, [`${pluginId}:status`], { encoding: 'utf8' }), endpoint);
  });
});
