import { join } from 'node:path';

/** Versions as `APP=1.13.0 INSTALLER=earliest`; the newest of both unless given. */
const { APP = 'latest', INSTALLER = 'latest', PARTNERS = '' } = process.env;
const { BACKGROUND_MINUTES = '1', NOTES = '2000' } = process.env;

/** Of one test, in milliseconds: E9 waits for minutes, and E12 for the app to read its notes. */
const timeout = 180_000 + Number(BACKGROUND_MINUTES) * 60_000 + Number(NOTES) * 20;

const here = import.meta.dirname;
const root = join(here, '..', '..');

/** Of the community directory, for the spec that drives them; downloaded by the service. */
const supportedPlugins = ['dataview', 'templater-obsidian', 'periodic-notes', 'omnisearch'];

export const config: WebdriverIO.Config = {
  runner: 'local',
  framework: 'mocha',
  specs: [join(here, 'specs', '**', '*.e2e.ts')],
  ...(PARTNERS === '' ? { exclude: [join(here, 'specs', 'vault', 'e14-*.e2e.ts')] } : {}),
  // The plugin listens on one port.
  maxInstances: 1,
  capabilities: [
    {
      browserName: 'obsidian',
      browserVersion: APP,
      'wdio:obsidianOptions': {
        installerVersion: INSTALLER,
        // Holds manifest.json, main.js and styles.css after `npm run build`.
        plugins: [root, ...(PARTNERS === '' ? [] : supportedPlugins.map(id => ({ id })))],
        vault: join(here, 'vault'),
      },
    },
  ],
  services: ['obsidian'],
  reporters: ['obsidian'],
  cacheDir: join(here, '.obsidian-cache'),
  mochaOpts: { ui: 'bdd', timeout },
  logLevel: 'warn',
};
